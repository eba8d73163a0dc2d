"""Pages that campaigns of all kinds have."""
