"""The tables of ratings, counters and schemes."""
