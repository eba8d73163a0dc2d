"""``take``: fuel from another player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engines.bebop.events import TookOver
from engines.bebop.verbs.resources import Pool, gain, lose
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Take(Step, frozen=True, tag="take"):
    """The holder takes ``n`` fuel from ``who``, or what there is; beyond 10 it is lost (ruling C30)."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "chosen"
    as_: Name = ""

    def faults(self) -> Iterable[tuple[str, str]]:
        """Nobody takes from himself."""
        if self.who in ("me", "all"):
            yield "who", "effect_of_oneself"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Take it."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        count = way.number(host, self.n)
        for seat in found:
            taken = lose(host, seat, Pool.FUEL.value, count)
            gain(host, way.seat, Pool.FUEL.value, taken)
            if host.events is not None:
                host.emit(TookOver(seat=way.seat, target=seat, what=Pool.FUEL.value, count=taken))
