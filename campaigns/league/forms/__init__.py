"""Forms that campaigns of all kinds have."""
