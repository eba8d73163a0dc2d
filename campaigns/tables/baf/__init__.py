"""BAF! at the site's tables."""
