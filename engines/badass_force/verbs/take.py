"""``take``: ammunition or points of somebody, for oneself."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import What
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Take(Step, frozen=True, tag="take"):
    """The holder takes up to ``n`` of ``what`` from ``who``. What one takes oneself may overload one's weapon too."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "chosen"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Take from each what it has, and gain it all at once."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        amount = way.number(host, self.n)
        others = [seat for seat in seats if seat != way.seat]
        if self.what is What.AMMO:
            taken = sum([host.uncharge(seat, amount) for seat in others])
            if taken:
                host.charge(way, ((way.seat, taken),), way.seat)
        else:
            taken = -sum([host.card_points(seat, -amount, way.card) for seat in others])
            if taken:
                host.card_points(way.seat, taken, way.card)
        if not taken:
            host.skipped(way, self)
