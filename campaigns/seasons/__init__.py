"""What counted matches come to: standings of a season, ratings, counters for statistics. Reads, never changes."""
