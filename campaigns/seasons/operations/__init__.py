"""Opening a season, choosing its scheme, keeping ratings and counters."""
