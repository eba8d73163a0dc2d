"""The models of this folder, for those who ask for them here; they stand with the club's others, which come first."""

from club.models.place import GameTable, Place

__all__ = ["GameTable", "Place"]
