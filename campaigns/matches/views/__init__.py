"""A match's own page, its pad, its log, its result; recording one; guests."""
