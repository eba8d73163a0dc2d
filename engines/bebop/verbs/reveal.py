"""``reveal``: a hand is shown to everybody."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.events import Revealed
from engines.bebop.ground import EVERYBODY
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Reveal(Step, frozen=True, tag="reveal"):
    """``who`` shows the hand to everybody."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    as_: Name = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        """Note that all know it."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        for seat in found:
            one = host.seats[seat]
            one.hand_seen = [EVERYBODY] * len(one.hand)
            if host.events is not None:
                cards = tuple(sorted(host.book.codes[card] for card in one.hand))
                host.emit(Revealed(seat=seat, pile="hand", cards=cards))
