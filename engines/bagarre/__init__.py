"""La Bagarre: the whole game. Setup, dice and log are the truth about it."""
