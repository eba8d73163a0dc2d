"""What sets zombies and aliens apart at the table, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import CIVILIAN, Arrival
from engines.musg.pocket.setup import Menace

ZOMBIE: Final = "zombie"
MELEE: Final = "invader_melee"
SHOOTING: Final = "invader_shooting"


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


class Meeting(Struct, frozen=True):
    """A row of the table of encounters: the point it names, who comes, how many civilians are there instead."""

    point: int
    arrivals: tuple[Arrival, ...]
    civilians: int

    @property
    def needs_d3(self) -> bool:
        """Whether a die says how many come."""
        return any(arrival.d3 for arrival in self.arrivals)


def meeting(menace: Menace, d66: int, catalogue: Catalogue) -> Meeting:
    """Return the row of a d66 written with its two faces (Musg, Mauvaise rencontre). Raises ``UnknownCode``."""
    row = catalogue.encounter(menace.value, d66)
    civilians = sum(arrival.fixed for arrival in row.arrivals if arrival.figure == CIVILIAN)
    return Meeting(row.point, tuple(one for one in row.arrivals if one.figure != CIVILIAN), civilians)
