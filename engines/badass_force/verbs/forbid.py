"""``forbid``: something may not be done for a while."""

from __future__ import annotations

from enum import StrEnum

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import Until
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Deed(StrEnum):
    """What can be forbidden. Laying the same character again always stays possible (ruling F48)."""

    POWER = "power"
    EXECUTION = "execution"
    ARMOURY = "armoury"
    WEAPON = "weapon"
    """Changing one's weapon as an action."""
    CALL = "call"
    """Calling a bluff: who may not is not asked, which everybody sees."""


class Forbid(Step, frozen=True, tag="forbid"):
    """``who`` may not do ``what``, ``until`` it ends; "used" ends at its next turn, since nobody uses it."""

    what: Deed
    until: Until
    who: Who = "chosen"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Remember it."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in seats:
            host.remember(way, self.what, seat, 0, self.until)
        if not seats:
            host.skipped(way, self)
