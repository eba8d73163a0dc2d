"""What players report of a battle, and what the others say to it."""
