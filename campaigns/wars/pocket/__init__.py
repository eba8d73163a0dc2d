"""The game master in the pocket: an evening of zombies or aliens kept by the site, at a table with real miniatures."""
