"""``gain``: ammunition or points."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import What
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Gain(Step, frozen=True, tag="gain"):
    """``who`` gains ``n`` of ``what``. Ammunition that somebody else gives may overload a weapon (ruling F44)."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Give it to all at once."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        amount = way.number(host, self.n)
        if not seats or not amount:
            host.skipped(way, self)
        elif self.what is What.AMMO:
            host.charge(way, tuple([(seat, amount) for seat in seats]), host.responsible(way))
        else:
            for seat in seats:
                host.card_points(seat, amount, way.card)
