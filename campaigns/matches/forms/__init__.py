"""The forms about a match of a card game, by subject."""
