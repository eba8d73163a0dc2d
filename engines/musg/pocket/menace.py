"""What sets zombies and aliens apart at the table, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engines.core.problems import refuse
from engines.musg.pocket.setup import Menace

ZOMBIE: Final = "zombie"
MELEE: Final = "invader_melee"
SHOOTING: Final = "invader_shooting"

CIVILIANS: Final = ("civilian_ashlee", "civilian_suzy_q", "civilian_three", "civilian_shaun", "civilian_marvin")
"""The printed civilians, in the order of the die that draws them (ruling M204)."""


class Nature(Struct, frozen=True):
    """How a menace differs: who comes, whether a bite infects, a wound holds up, the fallen are carried off."""

    profiles: tuple[str, ...]
    infects: bool = False
    is_held_up: bool = False
    abducts: bool = False


NATURES: Final[Mapping[Menace, Nature]] = {
    Menace.ZOMBIES: Nature((ZOMBIE,), infects=True, is_held_up=True),
    Menace.ALIENS: Nature((MELEE, SHOOTING), abducts=True),
}


class Arrival(Struct, frozen=True):
    """One part of an encounter: ``count`` of a profile, and half a die more where ``d3``."""

    profile: str
    count: int
    d3: bool = False


class Encounter(Struct, frozen=True):
    """A row of the table: the point it names, who comes, how many civilians are there instead."""

    point: int
    arrivals: tuple[Arrival, ...] = ()
    civilians: int = 0

    @property
    def needs_d3(self) -> bool:
        """Whether a die says how many come."""
        return any(arrival.d3 for arrival in self.arrivals)


def encounter(menace: Menace, d66: int) -> Encounter:
    """Return the row of a d66 written with its two faces (Musg, Mauvaise rencontre; rulings M189, M200).

    Raises ``Illegal`` for what is no d66.
    """
    tens, units = divmod(d66, 10)
    if not (1 <= tens <= 6 and 1 <= units <= 6):
        raise refuse("no_d66", value=d66)
    first, *others = NATURES[menace].profiles
    point, large = (tens + 1) // 2, tens % 2 == 1
    if units == 6:
        return Encounter(point, civilians=1 if large else 2)
    rank = (0, 1, 1, 2, 2)[units - 1]
    if not large:
        return Encounter(point, (Arrival(first, (3, 2, 1)[rank]),))
    more = (3, 1, 0)[rank]
    if not others:
        return Encounter(point, (Arrival(first, more, d3=True),))
    beside = (Arrival(others[0], more),) if more else ()
    return Encounter(point, (Arrival(first, 0, d3=True), *beside))
