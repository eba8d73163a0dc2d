"""What sets zombies and aliens apart at the table, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import CIVILIAN, Arrival
from engines.musg.pocket.setup import Menace


class Nature(Struct, frozen=True):
    """How a menace differs: whether a bite infects, a wound holds up, it charges, the fallen are carried off."""

    infects: bool = False
    is_held_up: bool = False
    charges: bool = False
    abducts: bool = False


NATURES: Final[Mapping[Menace, Nature]] = {
    Menace.ZOMBIES: Nature(infects=True, is_held_up=True),
    Menace.ALIENS: Nature(charges=True, abducts=True),
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


def profiles(menace: Menace, catalogue: Catalogue) -> tuple[str, ...]:
    """Return who comes, civilians aside: the profiles of its table of encounters, as they first stand there."""
    arrivals = (one.figure for row in catalogue.encounters[menace.value].rows for one in row.arrivals)
    return tuple(dict.fromkeys(figure for figure in arrivals if figure != CIVILIAN))


def meeting(menace: Menace, d66: int, catalogue: Catalogue) -> Meeting:
    """Return the row of a d66 written with its two faces (Musg, Mauvaise rencontre). Raises ``UnknownCode``."""
    row = catalogue.encounter(menace.value, d66)
    civilians = sum(arrival.fixed for arrival in row.arrivals if arrival.figure == CIVILIAN)
    return Meeting(row.point, tuple(one for one in row.arrivals if one.figure != CIVILIAN), civilians)
