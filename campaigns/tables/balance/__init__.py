"""Many simulated games: whether each hero of a game wins its share."""
