"""What comes after a battle for a warband, by typed dice or the site's, with its proof."""
