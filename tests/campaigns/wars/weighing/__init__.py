"""What a thing of a pack is worth, on the site."""
