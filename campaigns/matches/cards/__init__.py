"""The card sets a club types in, so that pads know its cards."""
