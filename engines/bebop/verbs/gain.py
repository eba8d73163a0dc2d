"""``gain``: resources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engines.bebop.events import Gained
from engines.bebop.verbs.resources import Pool, gain
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Gain(Step, frozen=True, tag="gain"):
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

    def apply(self, host: Any, way: UnderWay) -> None:
        """Give it."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        count = way.number(host, self.n)
        for seat in found:
            gained = gain(host, seat, self.what.value, count)
            if host.events is not None:
                host.emit(Gained(seat=seat, what=self.what.value, count=gained))
