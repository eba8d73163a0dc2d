"""Space Serenade at the site's tables."""
