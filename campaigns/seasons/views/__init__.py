"""Pages of seasons, statistics, players, and the lists of matches."""
