"""Battles that the engine resolves when everybody agrees."""
