"""The tables of matches, their players and card sets."""
