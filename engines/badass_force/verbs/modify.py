"""``modify``: a number of the rules is another one for a while."""

from __future__ import annotations

from enum import StrEnum

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import Until
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Figure(StrEnum):
    """The numbers that can be raised."""

    TURN_CHARGE = "turn_charge"
    """The charge at the start of a turn."""
    KILL_POINTS = "kill_points"
    """The points of each kill."""


class Modify(Step, frozen=True, tag="modify"):
    """``what`` is ``n`` more for ``who``, ``until`` it ends."""

    what: Figure
    until: Until
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Remember it."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        amount = way.number(host, self.n)
        for seat in seats:
            host.remember(way, self.what, seat, amount, self.until)
        if not seats:
            host.skipped(way, self)
