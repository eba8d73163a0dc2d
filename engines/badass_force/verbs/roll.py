"""``roll``: the armoury dice, outside the action of that name."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Roll(Step, frozen=True, tag="roll"):
    """``who`` rolls the armoury dice, with all that follows (Badass Force, Lancez les 2 dés de l'armurerie)."""

    literal: ClassVar[bool] = True

    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Let each of them roll, clockwise."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in reversed(seats):
            host.roll(way, seat)
        if not seats:
            host.skipped(way, self)
