"""The rows of the club’s evenings."""
