"""``look``: at a card that lies face down, alone."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class At(StrEnum):
    """What is looked at."""

    ACTIVE = "active"
    DRESSING_ROOM = "dressing_room"


class Look(Step, frozen=True, tag="look"):
    """The holder looks at the active character, or into the dressing room, of ``who``, and shows nobody."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    at: At = At.ACTIVE
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Look."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in seats:
            host.look(way.seat, seat, dressing_room=self.at is At.DRESSING_ROOM)
        if not seats:
            host.skipped(way, self)
