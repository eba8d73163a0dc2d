"""BAF!: the whole game, its cards as data. Setup, dice and log are the truth about it."""
