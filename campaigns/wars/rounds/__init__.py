"""Rounds, and who meets whom in them."""
