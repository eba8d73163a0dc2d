"""The row of each game that is locked before anything made of its counted results is written."""

from __future__ import annotations

from campaigns.models import RatingBook
from club.operations import for_update


def locked_book(game: str) -> RatingBook:
    """Return the game's book, locked until the transaction ends. Whoever locks several does it in the games' order."""
    RatingBook.objects.get_or_create(game=game)
    return for_update(RatingBook.objects.all()).get(game=game)
