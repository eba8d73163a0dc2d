"""What a battle played at the site says: why something is forbidden, what there is to decide, with its odds."""
