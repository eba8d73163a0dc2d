"""``change_character``: another character, or the same, is laid."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class ChangeCharacter(Step, frozen=True, tag="change_character"):
    """``who`` takes its active character back in hand and lays one (ruling F28)."""

    literal: ClassVar[bool] = True

    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Let each of them lay, clockwise."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in reversed(seats):
            host.change_character(seat)
        if not seats:
            host.skipped(way, self)
