"""``draw``: cards from one's own deck."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.piles import draw
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Draw(Step, frozen=True, tag="draw"):
    """``who`` draws ``n`` cards, or as many as there are (ruling C53)."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        """Draw."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        count = way.number(host, self.n)
        for seat in found:
            if draw(host, host.seats[seat], count) < count:
                host.skipped(way, self)
