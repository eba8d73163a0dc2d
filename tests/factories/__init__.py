"""Objects that tests start from."""
