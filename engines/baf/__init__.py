"""BAF!: the rules around the real box, and its cards as data."""
