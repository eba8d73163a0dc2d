"""Web push (RFC 8030, 8291, 8292): devices that a member chose are woken, and say what the member allowed."""
