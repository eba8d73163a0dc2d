"""The row of each game that is locked before anything made of its counted results is written."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.seasons.models.rating import RatingBook
from club.operations import for_update


def locked_book(game: str) -> RatingBook:
    """Return the game's book, locked until the transaction ends."""
    books = for_update(RatingBook.objects.filter(game=game))
    book = books.first()
    if book is None:
        RatingBook.objects.get_or_create(game=game)
        book = books.get()
    return book


def lock_books(games: Iterable[str]) -> dict[str, RatingBook]:
    """Lock the books of these games, always in the same order, so that nobody waits in a circle."""
    return {game: locked_book(game) for game in sorted(set(games))}
