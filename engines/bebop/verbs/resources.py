"""Resources: the reserve of the turn, and everybody's fuel; the verbs that move them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, ClassVar, Final

from engines.bebop.events import Gained, TookOver
from engines.bebop.ground import FUEL_MOST
from engines.core.effects.steps import AimedStep, Amount, Name, UnderWay, Who


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


class Gain(AimedStep, frozen=True, tag="gain"):
    """``who`` gains ``n`` of ``what``. Only fuel can be another's than the player's whose turn it is."""

    literal: ClassVar[bool] = True

    what: Pool
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def faults(self) -> Iterable[tuple[str, str]]:
        """The reserve belongs to the turn."""
        if self.what is not Pool.FUEL and self.who in ("others", "chosen", "left", "right"):
            yield "who", "effect_reserve"

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Give it."""
        count = way.number(host, self.n)
        for seat in seats:
            gained = gain(host, seat, self.what.value, count)
            if host.events is not None:
                host.emit(Gained(seat=seat, what=self.what.value, count=gained))
        return True


class Lose(AimedStep, frozen=True, tag="lose"):
    """``who`` loses ``n`` of ``what``, or what there is of it (ruling C56)."""

    literal: ClassVar[bool] = True

    what: Pool
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Take it away."""
        count = way.number(host, self.n)
        for seat in seats:
            lost = lose(host, seat, self.what.value, count)
            if host.events is not None:
                host.emit(Gained(seat=seat, what=self.what.value, count=-lost))
        return True


class Take(AimedStep, frozen=True, tag="take"):
    """The holder takes ``n`` fuel from ``who``, or what there is; beyond 10 it is lost (ruling C30)."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "chosen"
    as_: Name = ""

    def faults(self) -> Iterable[tuple[str, str]]:
        """Nobody takes from himself."""
        if self.who in ("me", "all"):
            yield "who", "effect_of_oneself"

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Take it."""
        count = way.number(host, self.n)
        for seat in seats:
            taken = lose(host, seat, Pool.FUEL.value, count)
            gain(host, way.seat, Pool.FUEL.value, taken)
            if host.events is not None:
                host.emit(TookOver(seat=way.seat, target=seat, what=Pool.FUEL.value, count=taken))
        return True
