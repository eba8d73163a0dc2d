"""What a thing of a pack is worth: weighed by battles of bots, as members ask for it."""
