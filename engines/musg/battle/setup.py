"""What a battle starts from. With the dice and the log of actions it is the whole truth about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.musg import report
from engines.musg.abducted import Civilian
from engines.musg.battle.objectives import AnyObjective
from engines.musg.catalogue import Catalogue
from engines.musg.ground.layout import Layout
from engines.musg.part import Part
from engines.musg.pulp import deathless
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.vehicle import Design, build
from engines.musg.warband import Figure, Warband

RESCUE: Final = "rescue"
"""The module of the game in which captives are brought home."""
TURN_LIMIT: Final = 10
MOST_TURNS: Final = 100
MOST_SIDES: Final = 6
MOST_FIGURES: Final = 60
MOST_CIVILIANS: Final = 20
"""So many civilians wait in the nest at most."""


class Ride(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that a warband brings: its number there, and who sits in it at first, the pilot before the others."""

    number: int
    name: str
    design: Design
    crew: tuple[int, ...] = ()


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One warband of the battle.

    ``key`` names the warband everywhere (hatred and the report refer to it), ``zone`` is the number of its deployment
    zone on the table. ``figures`` are all that might take part; ``absent`` the numbers of those who sit it out,
    ``unturned`` of those who never become anything else, such as zombies (ruling M327). ``part``: the heroes' or the
    villains' side in a battle of pulp (ruling M311). ``rides`` are its vehicles, for battles with a module that knows
    them; unset for none. ``captives`` are those whom a rescue game is about (ruling M330).
    """

    key: str
    name: str
    race: str
    figures: tuple[Figure, ...]
    zone: int
    absent: tuple[int, ...] = ()
    unturned: tuple[int, ...] = ()
    captives: tuple[Figure, ...] = ()
    part: Part | UnsetType = UNSET
    rides: tuple[Ride, ...] | UnsetType = UNSET


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Sides, table and options.

    ``rules`` hold the switches (rulings M39, M142, M148). ``turn_limit`` is the agreed last turn (ruling M53).
    ``back_to_back``: the battle follows another without rest, so that ammunition may run out (ruling M104).
    ``modules`` are the codes of extra rules in force, in order; with a neutral side among them, a warband may fight
    alone (ruling M325). ``objectives`` bring further victory points, as a scenario says. ``civilians`` are those whom
    the aliens keep: in a rescue game they wait in the nest, too (ruling M330); unset for none.
    """

    sides: tuple[Side, ...]
    table: Layout
    rules: Rules = Rules()
    turn_limit: int = TURN_LIMIT
    back_to_back: bool = False
    modules: tuple[str, ...] = ()
    objectives: tuple[AnyObjective, ...] = ()
    civilians: tuple[Civilian, ...] | UnsetType = UNSET

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that its rules bring: what all its figures are made of."""
        return self.rules.catalogue


def side_of(key: str, warband: Warband, zone: int = 0, *, rescue: bool = False) -> Side:
    """Return a warband as a side, with all who are able to come; ``rescue``: with those whom the aliens keep."""
    return Side(
        key=key,
        name=warband.name,
        race=warband.race,
        figures=tuple(f for f in warband.active if report.unable(f) is None),
        zone=zone,
        captives=warband.captives if rescue else (),
        unturned=tuple(f.id for f in warband.active if f.rank is Rank.LEADER and deathless(warband, f)),
        part=warband.part,
        rides=rides_of(warband) or UNSET,
    )


def rides_of(warband: Warband) -> tuple[Ride, ...]:
    """Return the vehicles that a warband brings, its pilots at the wheels and its gunners beside them.

    Who has no pilot who can come is driven by a henchman; the leader and extras go on foot, and zombies never drive.
    """
    able = [f for f in warband.active if report.unable(f) is None and not f.is_zombie]
    owned = [one for one in warband.garage if one.owned]
    drivers = {one.pilot for one in owned}
    free = [f for f in able if f.id not in drivers and f.rank in (Rank.HENCHMAN, Rank.LIEUTENANT)]
    ranged = warband.catalogue.ranged
    found = []
    for one in owned:
        built = one.built(warband.catalogue)
        crew = [f.id for f in able if f.id == one.pilot]
        if not crew:
            plain = [f for f in free if f.rank is Rank.HENCHMAN]
            crew = [plain[0].id] if plain else []
        free = [f for f in free if f.id not in crew]
        for gunner in [f for f in free if any(code in ranged for code in f.item_codes)] if crew else []:
            if len(crew) <= built.passengers:
                crew.append(gunner.id)
        free = [f for f in free if f.id not in crew]
        design = replace(one.design, weapons=built.weapons)
        found.append(Ride(number=one.id, name=one.name, design=design, crew=tuple(crew)))
    return tuple(found)


def manned(
    sides: tuple[Side, ...], crews: Mapping[str, Mapping[int, tuple[int, ...]]], catalogue: Catalogue
) -> tuple[Side, ...]:
    """Return the sides with those in their vehicles whom somebody chose, by warband and vehicle, the pilot first.

    Who cannot come stays away, who would be one too many goes on foot, and a zombie never sits in front (ruling M348).
    A warband that is not named keeps the crews it has.
    """
    return tuple(_manned(side, crews[side.key], catalogue) if crews.get(side.key) else side for side in sides)


def _manned(side: Side, crews: Mapping[int, tuple[int, ...]], catalogue: Catalogue) -> Side:
    if not side.rides:
        return side
    here = {figure.id: figure for figure in side.figures if figure.id not in side.absent}
    found = []
    for ride in side.rides:
        chosen = [number for number in dict.fromkeys(crews.get(ride.number, ())) if here.pop(number, None)]
        able = {figure.id for figure in side.figures if not figure.is_zombie}
        crew = sorted(chosen, key=lambda number: number not in able)
        crew = crew[: build(ride.design, catalogue).passengers + 1] if crew and crew[0] in able else []
        found.append(replace(ride, crew=tuple(crew)))
    return replace(side, rides=tuple(found))
