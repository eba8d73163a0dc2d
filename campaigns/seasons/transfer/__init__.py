"""Matches written to files and read from them."""
