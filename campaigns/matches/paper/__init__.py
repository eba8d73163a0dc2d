"""Paper for the card games: score sheets to fill in with a pencil, and reports of matches that were played."""
