"""``reveal``: an active character is shown to all."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Reveal(Step, frozen=True, tag="reveal"):
    """``who`` shows its active character, takes it back in hand and lays one (ruling F29)."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Show them all, then let each lay, clockwise."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in seats:
            host.show(seat)
        for seat in reversed(seats):
            host.change_character(seat)
        if not seats:
            host.skipped(way, self)
