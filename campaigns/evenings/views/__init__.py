"""The pages of the club’s evenings."""
