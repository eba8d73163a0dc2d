"""Whatever counted result changes, the counters of statistics and the ratings follow it."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.matches.operations.results import ResultChange
from campaigns.seasons.operations import ratings, tallies
from campaigns.seasons.operations.books import lock_books


def follow(changes: Sequence[ResultChange]) -> None:
    """Bring counters and ratings up to date, with the books of the games concerned locked once for both."""
    results = (result for change in changes for result in (change.before, change.after) if result is not None)
    books = lock_books(result.game for result in results)
    tallies.follow(changes)
    ratings.follow(changes, books)
