"""The rows of card tables and of balance simulations."""
