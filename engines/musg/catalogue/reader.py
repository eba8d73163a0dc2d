"""Reads the catalogue's TOML files into the shapes of ``types``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from msgspec import convert

from engines.core.text import Text
from engines.musg.catalogue.levy_types import Ladder, Levy
from engines.musg.catalogue.module_types import (
    Arrival,
    Civilian,
    Encounter,
    EncounterTable,
    Hostage,
    ModuleRule,
    ModuleRules,
    NonPlayer,
    Pulp,
    RegroupTeam,
)
from engines.musg.catalogue.types import (
    Equipment,
    Force,
    InjuryResult,
    MeleeWeapon,
    Mercenary,
    Muster,
    Profile,
    Race,
    RangedWeapon,
    Skill,
    Takedown,
)
from engines.musg.catalogue.vehicle_types import Driving, Improvements, Mishap, Vehicles, VehicleSide, VehicleType
from engines.musg.ranks import Rank

type TomlRow = Mapping[str, Any]

D66: Final = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
"""The 36 results of a d66, in order."""


def table(name: str) -> dict[str, Any]:
    """Return one TOML file of this folder, in printed order."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def by_code[T](rows: TomlRow, read_row: Callable[[str, TomlRow], T]) -> Mapping[str, T]:
    """Read each row under its code, order kept."""
    return MappingProxyType({code: read_row(code, row) for code, row in rows.items()})


def entry[T](kind: Callable[..., T], code: str, row: TomlRow, **own: Any) -> T:
    """Read a row whose words are fields of the kind; ``own`` are those that are not what the file writes.

    Raises ``KeyError`` for a word that is no field.
    """
    hints = _hints(kind)
    plain = {word: convert(value, hints[word]) for word, value in row.items() if word not in own}
    return kind(**{"code": code, **plain, **own})


@cache
def _hints(kind: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _without(row: TomlRow, *words: str) -> TomlRow:
    return {word: value for word, value in row.items() if word not in words}


def profile(cells: Iterable[int | bool]) -> Profile:
    """Read one profile row; ``false`` stands for a value that is not printed."""
    movement, leadership, shooting, melee, strength, toughness, hit_points, cost = cells
    return Profile(
        movement=int(movement),
        leadership=_printed(leadership),
        shooting=_printed(shooting),
        melee=int(melee),
        strength=int(strength),
        toughness=int(toughness),
        hit_points=int(hit_points),
        cost=int(cost),
    )


def rank_names(row: TomlRow) -> Mapping[Rank, Text]:
    """Read what the profile tables call each rank."""
    return MappingProxyType({Rank(rank): _text(name) for rank, name in row.items()})


def race(lieutenants: int) -> Callable[[str, TomlRow], Race]:
    """Return the reader of races, given the lieutenants an ordinary race may have."""

    def one_race(code: str, row: TomlRow) -> Race:
        ranks = {rank: profile(row[rank]) for rank in (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)}
        words = {"max_lieutenants": lieutenants, **_without(row, *ranks)}
        return entry(Race, code, words, profiles=MappingProxyType(ranks))

    return one_race


def ranged(code: str, row: TomlRow) -> RangedWeapon:
    """Read a row of the ranged weapons table."""
    ranges = {word: _printed(row[word]) for word in ("short", "medium", "long", "targets")}
    force = Force(own=row["force"], adds_bearer=row.get("bearer", False))
    return entry(RangedWeapon, code, _without(row, "bearer"), force=force, **ranges)


def melee(code: str, row: TomlRow) -> MeleeWeapon:
    """Read a row of the close combat weapons table; the bearer's strength always counts (Musg, Frapper)."""
    return entry(MeleeWeapon, code, row, force=Force(own=row["force"], adds_bearer=True))


equipment = partial(entry, Equipment)
"""Reads a row of the equipment table."""

skill = partial(entry, Skill)
"""Reads an entry of the skills table."""


def injuries(rows: TomlRow) -> tuple[InjuryResult, ...]:
    """Read a return-of-the-fallen table."""
    return tuple(
        entry(
            InjuryResult,
            code,
            _without(row, "faces", "again"),
            low=row["faces"][0],
            high=row["faces"][1],
            again_in_multiple=row.get("again", False),
        )
        for code, row in rows.items()
    )


def takedowns(rows: Iterable[TomlRow]) -> tuple[Takedown, ...]:
    """Read the experience for putting an enemy out of action."""
    return tuple(Takedown(Rank(row["by"]), Rank(row["victim"]), row["experience"]) for row in rows)


def mercenaries(document: TomlRow, races: Mapping[str, Race]) -> Mapping[str, Mercenary]:
    """Read the mercenaries, each with the leader's profile of its race."""
    costs = {"engagement": document["engagement"], "fee": document["fee"]}

    def mercenary(code: str, row: TomlRow) -> Mercenary:
        of = races[row["race"]]
        leader = replace(of.profiles[Rank.LEADER], cost=document["engagement"])
        terrain = of.ignores_difficult_terrain
        return entry(Mercenary, code, {**costs, **row}, profile=leader, ignores_difficult_terrain=terrain)

    return by_code(document["mercenaries"], mercenary)


def non_player(code: str, row: TomlRow) -> NonPlayer:
    """Read a module profile."""
    return entry(NonPlayer, code, row, profile=profile(row["profile"]))


def civilians(
    document: TomlRow, guns: Mapping[str, RangedWeapon], blades: Mapping[str, MeleeWeapon]
) -> Mapping[str, Civilian]:
    """Read the civilians, who carry the tables' weapons and some of their own."""
    known = {**guns, **by_code(document["guns"], ranged)}

    def civilian(code: str, row: TomlRow) -> Civilian:
        carried = tuple(known[gun] for gun in row.get("guns", ()))
        wielded = tuple(blades[blade] for blade in row.get("blades", ()))
        return entry(Civilian, code, row, profile=profile(row["profile"]), guns=carried, blades=wielded)

    return by_code(document["civilians"], civilian)


def levy(document: TomlRow) -> Levy:
    """Read how drawn warbands are armed; codes joined by ``|`` are as good as each other."""

    def by_style(rows: TomlRow) -> Mapping[str, Mapping[str, Ladder]]:
        return by_code(rows, lambda _, arms: by_code(arms, _ladder))

    return Levy(
        heroes=by_style(document["heroes"]),
        henchmen=by_style(document["henchmen"]),
        body=tuple(document["body"]),
        odds_and_ends=tuple(document["odds_and_ends"]),
        names=by_code(document["names"], lambda _, row: (tuple(row["beginnings"]), tuple(row["endings"]))),
    )


def _ladder(_: str, row: TomlRow) -> Ladder:
    core, more = (tuple(tuple(rung.split("|")) for rung in row[word]) for word in ("core", "more"))
    return Ladder(core, more)


def encounters(code: str, row: TomlRow) -> EncounterTable:
    """Read a table of bad encounters; raises ``ValueError`` unless it holds every d66 result exactly once, in order."""
    rows = tuple(_encounter(line) for line in row["rows"])
    held = [face for line in rows for face in D66 if line.low <= face <= line.high]
    if held != list(D66):
        raise ValueError(f"the table of encounters {code!r} does not hold every d66 result once and in order")
    return EncounterTable(code=code, name=_text(row["name"]), rows=rows)


def _encounter(row: TomlRow) -> Encounter:
    low, high = row["faces"]
    return Encounter(low=low, high=high, point=row["point"], arrivals=tuple(Arrival(**one) for one in row["arrivals"]))


def regroup_team(document: TomlRow) -> RegroupTeam:
    """Read the figures of the anti-terrorists' game."""
    hostage = document["hostage"]
    return RegroupTeam(**{**document, "hostage": Hostage(**{**hostage, "name": _text(hostage["name"])})})


def module(code: str, row: TomlRow) -> ModuleRules:
    """Read what a module says in short."""
    return entry(ModuleRules, code, row, rules=by_code(row["rules"], partial(entry, ModuleRule)))


def vehicles(document: TomlRow) -> Vehicles:
    """Read the vehicles' tables."""
    return Vehicles(
        types=by_code(document["types"], _vehicle_type),
        mishaps=by_code(document["mishaps"], partial(entry, Mishap)),
        improvements=Improvements(**document["improvements"]),
        driving=Driving(**document["driving"]),
    )


def _vehicle_type(code: str, row: TomlRow) -> VehicleType:
    width, length = row["base"]
    armour = MappingProxyType(dict(zip(VehicleSide, row["armour"], strict=True)))
    return entry(VehicleType, code, _without(row, "base"), width=width, length=length, armour=armour)


def muster(document: TomlRow) -> Muster:
    """Read the muster figures."""
    limits = {word: by_rank(document[word]) for word in ("minimum", "maximum")}
    words = ("total", "heroes", "henchmen", "extras_per_henchman")
    return Muster(**{word: document[word] for word in words} | limits)


def by_rank(row: TomlRow) -> Mapping[Rank, int]:
    """Read one number for each rank named."""
    return MappingProxyType({Rank(rank): int(number) for rank, number in row.items()})


def damage(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Read the damage table: rows by toughness, columns by strength."""
    return tuple(tuple(row) for row in rows)


def _text(row: TomlRow) -> Text:
    return Text(fr=row["fr"], en=row["en"])


def _printed(cell: int | bool) -> int | None:
    return None if cell is False else int(cell)


def pulp(document: TomlRow) -> Pulp:
    """Read what a pulp campaign adds."""
    return Pulp(
        pools=by_rank(document["pools"]),
        setbacks=injuries(document["setbacks"]),
        tribe_ranged=frozenset(document["tribe"]["ranged"]),
        tribe_divisor=document["tribe"]["henchman_divisor"],
        equipment=by_code(document["equipment"], equipment),
    )
