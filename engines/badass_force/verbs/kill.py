"""``kill``: a character goes to the graveyard."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import From
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Kill(Step, frozen=True, tag="kill"):
    """``who`` loses its active character, or one drawn from its hand; the holder scores (rulings F43, F58)."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    from_: From = From.ACTIVE
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Strike all at once, the leader judged before."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        if seats:
            host.strike(way, seats, in_hand=self.from_ is From.HAND)
        else:
            host.skipped(way, self)
