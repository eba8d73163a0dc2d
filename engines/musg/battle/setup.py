"""What a battle starts from. With the dice and the log of actions it is the whole truth about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import report
from engines.musg.abducted import Civilian
from engines.musg.battle.modules import MODULES, playable_alone
from engines.musg.battle.objectives import AnyObjective
from engines.musg.catalogue import CATALOGUE
from engines.musg.ground import layout as layouts
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


def from_warbands(
    warbands: Mapping[str, Warband],
    table: Layout,
    *,
    rules: Rules | None = None,
    turn_limit: int = TURN_LIMIT,
    back_to_back: bool = False,
    modules: tuple[str, ...] = (),
    civilians: Collection[Civilian] = (),
) -> Setup:
    """Return the battle of these warbands, in this order, each in the deployment zone of its place.

    Those who miss the battle or are not paid are left at home, and those for whom a module has no part; the rules are
    the first warband's unless given. ``civilians`` whom the aliens keep are there in a rescue game only.
    """
    sides = tuple(
        side_of(key, warband, number, rescue=RESCUE in modules)
        for number, (key, warband) in enumerate(warbands.items())
    )
    for code in modules:
        if code in MODULES:
            sides = MODULES[code].muster(sides)
    first = next(iter(warbands.values()), None)
    switches = rules or (first.rules if first else Rules())
    return Setup(
        sides=sides,
        table=table,
        rules=switches,
        turn_limit=turn_limit,
        back_to_back=back_to_back,
        modules=modules,
        civilians=(tuple(civilians) if RESCUE in modules else ()) or UNSET,
    )


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
    found = []
    for one in owned:
        built = one.built
        crew = [f.id for f in able if f.id == one.pilot]
        if not crew:
            plain = [f for f in free if f.rank is Rank.HENCHMAN]
            crew = [plain[0].id] if plain else []
        free = [f for f in free if f.id not in crew]
        for gunner in [f for f in free if any(code in CATALOGUE.ranged for code in f.item_codes)] if crew else []:
            if len(crew) <= built.passengers:
                crew.append(gunner.id)
        free = [f for f in free if f.id not in crew]
        design = replace(one.design, weapons=built.weapons)
        found.append(Ride(number=one.id, name=one.name, design=design, crew=tuple(crew)))
    return tuple(found)


def manned(sides: tuple[Side, ...], crews: Mapping[str, Mapping[int, tuple[int, ...]]]) -> tuple[Side, ...]:
    """Return the sides with those in their vehicles whom somebody chose, by warband and vehicle, the pilot first.

    Who cannot come stays away, who would be one too many goes on foot, and a zombie never sits in front (ruling M348).
    A warband that is not named keeps the crews it has.
    """
    return tuple(_manned(side, crews[side.key]) if crews.get(side.key) else side for side in sides)


def _manned(side: Side, crews: Mapping[int, tuple[int, ...]]) -> Side:
    if not side.rides:
        return side
    here = {figure.id: figure for figure in side.figures if figure.id not in side.absent}
    found = []
    for ride in side.rides:
        chosen = [number for number in dict.fromkeys(crews.get(ride.number, ())) if here.pop(number, None)]
        able = {figure.id for figure in side.figures if not figure.is_zombie}
        crew = sorted(chosen, key=lambda number: number not in able)
        crew = crew[: build(ride.design).passengers + 1] if crew and crew[0] in able else []
        found.append(replace(ride, crew=tuple(crew)))
    return replace(side, rides=tuple(found))


def problems(setup: Setup) -> list[Problem]:
    """Return all that is wrong with a setup."""
    found = layouts.problems(setup.table)
    found += [Problem("battle_module", None, {"module": code}) for code in setup.modules if code not in MODULES]
    if len(set(setup.modules)) < len(setup.modules):
        found.append(Problem("battle_module_twice", None, {}))
    least = 1 if playable_alone(setup.modules) else 2
    if not least <= len(setup.sides) <= MOST_SIDES:
        found.append(Problem("battle_sides", None, {"count": len(setup.sides), "least": least, "most": MOST_SIDES}))
    if not 1 <= setup.turn_limit <= MOST_TURNS:
        found.append(Problem("battle_turns", None, {"count": setup.turn_limit, "most": MOST_TURNS}, "ruling M53"))
    keys = [side.key for side in setup.sides]
    if len(set(keys)) < len(keys):
        found.append(Problem("battle_key_twice", None, {}))
    count = sum(len(side.figures) for side in setup.sides)
    if count > MOST_FIGURES:
        found.append(Problem("battle_figures", None, {"count": count, "most": MOST_FIGURES}))
    for side in setup.sides:
        if not [f for f in side.figures if f.id not in side.absent]:
            found.append(Problem("nobody_present", None, {"warband": side.key, "name": side.name}))
        for figure in side.figures:
            if figure.misses_next and figure.id not in side.absent:
                params: dict[str, int | str] = {"warband": side.key, "name": figure.name}
                found.append(Problem("misses_battle", figure.id, params, "Musg, Médecin marron"))
        if len({f.id for f in side.figures}) < len(side.figures):
            found.append(Problem("battle_figure_twice", None, {"warband": side.key}))
        if not 0 <= side.zone < len(setup.table.zones):
            found.append(Problem("battle_zone", None, {"warband": side.key, "value": side.zone}))
    found += _civilian_problems(setup.civilians or ())
    for objective in setup.objectives:
        found += objective.problems(len(setup.sides), setup.table)
    if not found:
        found += [problem for code in setup.modules for problem in MODULES[code].problems(setup)]
    return found


def _civilian_problems(civilians: Collection[Civilian]) -> Iterator[Problem]:
    if len(civilians) > MOST_CIVILIANS:
        yield Problem("battle_civilians", None, {"count": len(civilians), "most": MOST_CIVILIANS})
    if len(set(civilians)) < len(civilians):
        yield Problem("battle_civilian_twice", None, {})
    for one in civilians:
        if one.card not in CATALOGUE.civilians:
            yield Problem("no_such_civilian", None, {"item": one.card})
