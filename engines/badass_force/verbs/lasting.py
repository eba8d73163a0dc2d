"""What lasts for a while in Badass Force: deeds forbidden, figures raised."""

from __future__ import annotations

from enum import StrEnum

from engines.badass_force.stage import Stage
from engines.badass_force.verbs.words import Until
from engines.core.effects.steps import AimedStep, Amount, Name, UnderWay, Who


class Deed(StrEnum):
    """What can be forbidden. Laying the same character again always stays possible (ruling F48)."""

    POWER = "power"
    EXECUTION = "execution"
    ARMOURY = "armoury"
    WEAPON = "weapon"
    """Changing one's weapon as an action."""
    CALL = "call"
    """Calling a bluff: who may not is not asked, which everybody sees."""


class Forbid(AimedStep, frozen=True, tag="forbid"):
    """``who`` may not do ``what``, ``until`` it ends; "used" ends at its next turn, since nobody uses it."""

    what: Deed
    until: Until
    who: Who = "chosen"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Remember it."""
        for seat in seats:
            host.remember(way, self.what, seat, 0, self.until)
        return bool(seats)


class Figure(StrEnum):
    """The numbers that can be raised."""

    TURN_CHARGE = "turn_charge"
    """The charge at the start of a turn."""
    KILL_POINTS = "kill_points"
    """The points of each kill."""


class Modify(AimedStep, frozen=True, tag="modify"):
    """``what`` is ``n`` more for ``who``, ``until`` it ends."""

    what: Figure
    until: Until
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Stage, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Remember it."""
        amount = way.number(host, self.n)
        for seat in seats:
            host.remember(way, self.what, seat, amount, self.until)
        return bool(seats)
