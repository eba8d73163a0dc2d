"""Resources: the reserve of the turn, and everybody's fuel. The verbs ``gain``, ``lose`` and ``take`` move them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from engines.bebop.ground import FUEL_MOST


class Pool(StrEnum):
    """What there is to gain and to pay."""

    WOOLONGS = "woolongs"
    FUEL = "fuel"
    FORCE = "force"
    CLUES = "clues"


POOLS: Final = tuple(pool.value for pool in Pool)


def has(table: Any, seat: int, what: str) -> int:
    """Return how much a seat has; the reserve is that of whose turn it is."""
    if what == Pool.FUEL:
        fuel: int = table.seats[seat].fuel
        return fuel
    return getattr(table, what, 0) if seat == table.turn and what in POOLS else 0


def gain(table: Any, seat: int, what: str, count: int) -> int:
    """Give a seat so much, and return how much it could take: fuel beyond 10 is lost (ruling C30)."""
    if what == Pool.FUEL:
        one = table.seats[seat]
        count = min(count, FUEL_MOST - one.fuel)
        one.fuel += count
    elif seat == table.turn:
        setattr(table, what, getattr(table, what) + count)
    else:
        return 0
    return count


def lose(table: Any, seat: int, what: str, count: int) -> int:
    """Take so much from a seat, or what it has, and return how much that was."""
    count = min(count, has(table, seat, what))
    if what == Pool.FUEL:
        table.seats[seat].fuel -= count
    elif count:
        setattr(table, what, getattr(table, what) - count)
    return count
