"""Forms of the roster pages."""
