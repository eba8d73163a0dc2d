"""What changes a match, its players and its results."""
