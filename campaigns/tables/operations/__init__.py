"""Gathering at a table, playing at it, and taking its game over into the books."""
