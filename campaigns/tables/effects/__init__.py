"""What cards say, in words: what all games with the language of card effects share."""
