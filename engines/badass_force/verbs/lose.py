"""``lose``: ammunition or points."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import What
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Lose(Step, frozen=True, tag="lose"):
    """``who`` loses ``n`` of ``what``, never more than there is (ruling F51)."""

    literal: ClassVar[bool] = True

    what: What
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Take it away."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        amount = way.number(host, self.n)
        lost = [host.uncharge(seat, amount) if self.what is What.AMMO else host.card_points(seat, -amount, way.card)
                for seat in seats]  # fmt: skip
        if not any(lost):
            host.skipped(way, self)
