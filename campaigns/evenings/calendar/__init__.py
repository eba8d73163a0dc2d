"""Calendars: what is on, as other programs read it (iCalendar, RFC 5545)."""
