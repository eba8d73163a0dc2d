"""The clocks of a battle: what thinking costs a captain, and since when the captain who is asked has been thinking.

A clock runs from ``PlayedBattle.moved`` for the side that is asked, while a person leads it, once the figures stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from campaigns.wars.models.play import Captain, PlayedBattle


def charge(locked: PlayedBattle, captains: Collection[Captain], now: datetime, *, increment: int = 0) -> None:
    """Take the time since the last decision from the clock that runs; ``increment``: seconds earned by deciding."""
    for captain, left in _running(locked, captains):
        captain.left = max(0, left - _between(locked.moved, now)) + increment * 1000


def set_back(locked: PlayedBattle, captains: Collection[Captain], since: datetime, now: datetime) -> None:
    """Set the clock that runs so that it has run ``since`` then: the decision after that moment was taken back.

    What it earned is given back, and all the time that has passed stays spent: deciding and taking back gains nothing.
    """
    for captain, left in _running(locked, captains):
        captain.left = max(0, left - _between(locked.moved, now) - locked.increment * 1000) + _between(since, now)


def asked_since(locked: PlayedBattle, side: int) -> datetime | None:
    """Return since when the side has been asked for the decision that the log, as it is stored, takes next."""
    decided = locked.actions.order_by("index").values_list("at", flat=True).last()
    changed = locked.changes.filter(seat=side).values_list("at", flat=True).last()
    return max(filter(None, (decided or locked.started, changed)), default=None)


def _running(locked: PlayedBattle, captains: Collection[Captain]) -> Iterator[tuple[Captain, int]]:
    if locked.clock is None or not locked.turn:  # placing the figures is free of the clock
        return
    for captain in captains:
        if captain.asked is not None and captain.left is not None and not captain.bot:
            yield captain, captain.left


def _between(one: datetime | None, other: datetime) -> int:
    """Return the milliseconds between two moments."""
    return 0 if one is None else int((other - one).total_seconds() * 1000)
