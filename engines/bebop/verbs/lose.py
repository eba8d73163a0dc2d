"""``lose``: resources."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.events import Gained
from engines.bebop.verbs.resources import Pool, lose
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Lose(Step, frozen=True, tag="lose"):
    """``who`` loses ``n`` of ``what``, or what there is of it (ruling C56)."""

    literal: ClassVar[bool] = True

    what: Pool
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        """Take it away."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        count = way.number(host, self.n)
        for seat in found:
            lost = lose(host, seat, self.what.value, count)
            if host.events is not None:
                host.emit(Gained(seat=seat, what=self.what.value, count=-lost))
