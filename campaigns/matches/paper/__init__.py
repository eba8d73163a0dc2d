"""Paper for the card games: score sheets to fill in with a pencil."""
