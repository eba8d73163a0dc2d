"""Battles fought without people: from a file, as a forecast, and in masses to try the engine."""
