"""What an evening begins with: who comes, who plays, and the choices of the table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.invasion import bare_toughness
from engines.musg.packs.house import House, problems as house_problems
from engines.musg.pulp import deathless
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

CIVILIAN: Final = "civilian"
HOSTAGE: Final = "hostage"
RESERVED: Final = (CIVILIAN, HOSTAGE)
"""Stand where a band's key stands in the reference of a civilian or a hostage; no band may be called so."""

EDGES: Final = ("north", "east", "south", "west")
POINTS: Final = 3
"""The points of infection, or of landing."""

BANDS_MOST: Final = 8
POINTS_MOST: Final = 100


class Menace(StrEnum):
    """Who comes."""

    ZOMBIES = "zombies"
    ALIENS = "aliens"


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure as it comes to the table. ``toughness`` is bare: skills and injuries, no equipment (ruling M320).

    ``never_turns``: a hero or a villain of pulp, who goes down where others rise (ruling M327). ``is_zombie``: a
    zombie of its warband already, whom no bite infects. ``pistol``: it has one, which an anti-terrorist's is silenced
    (ruling M342). ``has_role``: a hero, a villain, a partner or a lieutenant of pulp, who is never killed (M360).
    """

    id: int
    name: str
    rank: Rank
    toughness: int
    never_turns: bool = False
    is_zombie: bool = False
    pistol: bool | UnsetType = UNSET
    has_role: bool | UnsetType = UNSET


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """A band: its key, its name, who came, and the edge it enters by, one of ``EDGES`` or "" where nobody said."""

    key: str
    name: str
    fighters: tuple[Fighter, ...]
    edge: str = ""


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every evening begins with: the bands. Each game adds what its table chooses.

    ``house``: what is played with besides the book, for packs know other civilians and other zombies; unset for the
    book as it is.
    """

    bands: tuple[Band, ...]
    house: House | UnsetType = UNSET

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that it is played with: the rulebook's, or the house's."""
        return self.house.catalogue if self.house else CATALOGUE

    def problems(self) -> Iterator[Problem]:
        """Yield all that is wrong with it."""
        if self.house:
            yield from house_problems(self.house)
        keys = [band.key for band in self.bands]
        if not 1 <= len(keys) <= BANDS_MOST:
            yield Problem("number_of_bands", None, {"count": len(keys), "most": BANDS_MOST})
        if len(set(keys)) != len(keys) or any(not key or ":" in key or key in RESERVED for key in keys):
            yield Problem("band_keys")
        if any(not band.fighters for band in self.bands):
            yield Problem("empty_band")
        if any(band.edge and band.edge not in EDGES for band in self.bands):
            yield Problem("edge")

    def band(self, key: str) -> Band | None:
        """Return the band of that key."""
        return next((band for band in self.bands if band.key == key), None)

    def fighter(self, ref: str) -> Fighter | None:
        """Return the fighter a reference such as "key:3" means."""
        key, _colon, number = ref.partition(":")
        band = self.band(key)
        return next((one for one in band.fighters if str(one.id) == number), None) if band else None

    def dies(self, ref: str) -> bool:
        """Tell whether below 0 hit points a figure is dead: not who has a role of pulp (rulings M35, M166, M360)."""
        fighter = self.fighter(ref)
        return fighter is None or not fighter.has_role


class Setup(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is agreed before the first turn of a night of zombies or an invasion.

    ``civilian_points``: victory points for a civilian brought off the table alive (ruling M205). ``fatal_afterwards``:
    whoever is infected when the game ends dies of it (ruling M320). ``game_master``: somebody who leads no band runs
    the menace every turn; else the players take turns (rulings M288, M319).
    """

    menace: Menace
    civilian_points: int = 5
    fatal_afterwards: bool = False
    game_master: bool = False

    def problems(self) -> Iterator[Problem]:
        """Yield all that is wrong with it."""
        yield from Agreed.problems(self)
        if not 0 <= self.civilian_points <= POINTS_MOST:
            yield Problem("civilian_points", None, {"value": self.civilian_points, "most": POINTS_MOST}, "ruling M205")


def ref_of(key: str, number: int) -> str:
    """Return the reference of a fighter, or of a civilian with ``CIVILIAN`` as the key."""
    return f"{key}:{number}"


def fighter_of(warband: Warband, figure: Figure) -> Fighter:
    """Return a figure of a warband as it comes to the table."""
    return Fighter(
        figure.id,
        figure.name,
        figure.fights_as,
        bare_toughness(figure, warband.catalogue),
        never_turns=figure.rank is Rank.LEADER and deathless(warband, figure),
        is_zombie=figure.is_zombie,
        pistol=not warband.catalogue.items_with("silenced").isdisjoint(figure.item_codes) or UNSET,
        has_role=deathless(warband, figure) or UNSET,
    )


def points(setup: Setup) -> tuple[str, ...]:
    """Return the edge in whose middle each of the three points stands, by the edges the bands enter by (ruling M316).

    "": no edge is left for it, or nobody said by which edges the bands enter.
    """
    used = {band.edge for band in setup.bands}
    free = [edge for edge in EDGES if edge not in used] if used <= set(EDGES) else []
    return tuple([*free, "", "", ""][:POINTS])
