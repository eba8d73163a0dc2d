"""Reads the catalogue's TOML files into the shapes of ``types``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from engines.core.text import Text
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
    Characteristic,
    Equipment,
    Force,
    InjuryResult,
    MeleeWeapon,
    Mercenary,
    Modifier,
    Muster,
    Profile,
    Race,
    RangedWeapon,
    Reload,
    Skill,
    Takedown,
    Template,
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
        ranks = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)
        return Race(
            code=code,
            name=_text(row["name"]),
            profiles=MappingProxyType({rank: profile(row[rank]) for rank in ranks}),
            max_lieutenants=row.get("max_lieutenants", lieutenants),
            enlists=tuple(row.get("enlists", ())),
            enlists_any=row.get("enlists_any", False),
            leader_from=tuple(row.get("leader_from", ())),
            henchmen_only=row.get("henchmen_only", False),
            ignores_difficult_terrain=row.get("ignores_difficult_terrain", False),
            neighbour_leadership=row.get("neighbour_leadership", 0),
            neighbour_range=row.get("neighbour_range", 0),
            may_look_out=row.get("may_look_out", True),
            notes=_texts(row),
        )

    return one_race


def ranged(code: str, row: TomlRow) -> RangedWeapon:
    """Read a row of the ranged weapons table."""
    return RangedWeapon(
        code=code,
        name=_text(row["name"]),
        short=_printed(row["short"]),
        medium=_printed(row["medium"]),
        long=_printed(row["long"]),
        force=Force(own=row["force"], adds_bearer=row.get("bearer", False)),
        targets=_printed(row["targets"]),
        reload=Reload(row["reload"]),
        heavy=row.get("heavy", False),
        template=Template(row["template"]) if "template" in row else None,
        radius=row.get("radius"),
        black_powder=row.get("black_powder", False),
        drawn=row.get("drawn", False),
        limited_ammunition=row.get("limited_ammunition", False),
        cost=row["cost"],
        first_free_in=tuple(row.get("first_free_in", ())),
        notes=_texts(row),
    )


def melee(code: str, row: TomlRow) -> MeleeWeapon:
    """Read a row of the close combat weapons table; the bearer's strength always counts (Musg, Frapper)."""
    return MeleeWeapon(
        code=code,
        name=_text(row["name"]),
        hands=row["hands"],
        dice=row["dice"],
        force=Force(own=row["force"], adds_bearer=True),
        cost=row["cost"],
        first_free_in=tuple(row.get("first_free_in", ())),
        notes=_texts(row),
    )


def equipment(code: str, row: TomlRow) -> Equipment:
    """Read a row of the equipment table."""
    return Equipment(
        code=code,
        name=_text(row["name"]),
        effect=_text(row["effect"]),
        cost=row["cost"],
        modifiers=_modifiers(row),
        slot=row.get("slot"),
        most=row.get("most"),
        bars_two_handed=row.get("bars_two_handed", False),
        bars_two_one_handed=row.get("bars_two_one_handed", False),
        single_use=row.get("single_use", False),
        traits=tuple(row.get("traits", ())),
    )


def skill(code: str, row: TomlRow) -> Skill:
    """Read an entry of the skills table."""
    return Skill(
        number=row["number"],
        code=code,
        name=_text(row["name"]),
        effect=_text(row["effect"]),
        requires=tuple(row.get("requires", ())),
        modifiers=_modifiers(row),
        traits=tuple(row.get("traits", ())),
    )


def injuries(rows: TomlRow) -> tuple[InjuryResult, ...]:
    """Read a return-of-the-fallen table."""
    return tuple(
        InjuryResult(
            code=code,
            name=_text(row["name"]),
            effect=_text(row["effect"]),
            low=row["faces"][0],
            high=row["faces"][1],
            modifiers=_modifiers(row),
            again_in_multiple=row.get("again", False),
            traits=tuple(row.get("traits", ())),
        )
        for code, row in rows.items()
    )


def takedowns(rows: Iterable[TomlRow]) -> tuple[Takedown, ...]:
    """Read the experience for putting an enemy out of action."""
    return tuple(Takedown(Rank(row["by"]), Rank(row["victim"]), row["experience"]) for row in rows)


def mercenaries(document: TomlRow, races: Mapping[str, Race]) -> Mapping[str, Mercenary]:
    """Read the mercenaries, each with the leader's profile of its race."""

    def mercenary(code: str, row: TomlRow) -> Mercenary:
        of = races[row["race"]]
        return Mercenary(
            code=code,
            name=_text(row["name"]),
            race=of.code,
            profile=replace(of.profiles[Rank.LEADER], cost=document["engagement"]),
            engagement=document["engagement"],
            fee=document["fee"],
            ignores_difficult_terrain=of.ignores_difficult_terrain,
            rules=_texts(row, "rules"),
            traits=tuple(row["traits"]),
        )

    return by_code(document["mercenaries"], mercenary)


def non_player(code: str, row: TomlRow) -> NonPlayer:
    """Read a module profile."""
    return NonPlayer(
        code=code,
        name=_text(row["name"]),
        profile=profile(row["profile"]),
        attacks=row["attacks"],
        gun=row.get("gun"),
        notes=_texts(row),
    )


def civilians(
    document: TomlRow, guns: Mapping[str, RangedWeapon], blades: Mapping[str, MeleeWeapon]
) -> Mapping[str, Civilian]:
    """Read the civilians, who carry the tables' weapons and some of their own."""
    known = {**guns, **by_code(document["guns"], ranged)}

    def civilian(code: str, row: TomlRow) -> Civilian:
        return Civilian(
            code=code,
            name=_text(row["name"]),
            profile=profile(row["profile"]),
            guns=tuple(known[gun] for gun in row.get("guns", ())),
            blades=tuple(blades[blade] for blade in row.get("blades", ())),
        )

    return by_code(document["civilians"], civilian)


def encounters(code: str, row: TomlRow) -> EncounterTable:
    """Read a table of bad encounters; raises ``ValueError`` unless it holds every d66 result exactly once, in order."""
    rows = tuple(_encounter(line) for line in row["rows"])
    held = [face for line in rows for face in D66 if line.low <= face <= line.high]
    if held != list(D66):
        raise ValueError(f"the table of encounters {code!r} does not hold every d66 result once and in order")
    return EncounterTable(code=code, name=_text(row["name"]), rows=rows)


def _encounter(row: TomlRow) -> Encounter:
    arrivals = (Arrival(one["figure"], one.get("d3", 0), one.get("fixed", 0)) for one in row["arrivals"])
    low, high = row["faces"]
    return Encounter(low=low, high=high, point=row["point"], arrivals=tuple(arrivals))


def regroup_team(document: TomlRow) -> RegroupTeam:
    """Read the figures of the anti-terrorists' game."""
    hostage = document["hostage"]
    return RegroupTeam(**{**document, "hostage": Hostage(**{**hostage, "name": _text(hostage["name"])})})


def module(code: str, row: TomlRow) -> ModuleRules:
    """Read what a module says in short."""
    return ModuleRules(
        code=code, name=_text(row["name"]), heading=row["heading"], rules=by_code(row["rules"], _module_rule)
    )


def _module_rule(code: str, row: TomlRow) -> ModuleRule:
    return ModuleRule(code=code, name=_text(row["name"]), effect=_text(row["effect"]))


def vehicles(document: TomlRow) -> Vehicles:
    """Read the vehicles' tables."""
    return Vehicles(
        types=by_code(document["types"], _vehicle_type),
        mishaps=by_code(document["mishaps"], _mishap),
        improvements=Improvements(**document["improvements"]),
        driving=Driving(**document["driving"]),
    )


def _vehicle_type(code: str, row: TomlRow) -> VehicleType:
    width, length = row["base"]
    return VehicleType(
        code=code,
        name=_text(row["name"]),
        structure=row["structure"],
        speed=row["speed"],
        booster=row["booster"],
        armour=MappingProxyType(dict(zip(VehicleSide, row["armour"], strict=True))),
        armour_limit=row.get("armour_limit"),
        cost=row["cost"],
        width=width,
        length=length,
        passengers=row["passengers"],
    )


def _mishap(code: str, row: TomlRow) -> Mishap:
    return Mishap(
        face=row["face"],
        code=code,
        name=_text(row["name"]),
        effect=_text(row["effect"]),
        turn=row.get("turn", 0),
        advance=row.get("advance", 0),
        random_facing=row.get("random_facing", False),
    )


def muster(document: TomlRow) -> Muster:
    """Read the muster figures."""
    return Muster(
        total=document["total"],
        heroes=document["heroes"],
        henchmen=document["henchmen"],
        minimum=by_rank(document["minimum"]),
        maximum=by_rank(document["maximum"]),
        extras_per_henchman=document["extras_per_henchman"],
    )


def by_rank(row: TomlRow) -> Mapping[Rank, int]:
    """Read one number for each rank named."""
    return MappingProxyType({Rank(rank): int(number) for rank, number in row.items()})


def damage(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Read the damage table: rows by toughness, columns by strength."""
    return tuple(tuple(row) for row in rows)


def _text(row: TomlRow) -> Text:
    return Text(fr=row["fr"], en=row["en"])


def _texts(row: TomlRow, key: str = "notes") -> tuple[Text, ...]:
    return tuple(_text(text) for text in row.get(key, ()))


def _modifiers(row: TomlRow) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(**{**modifier, "characteristic": Characteristic(modifier["characteristic"])})
        for modifier in row.get("modifiers", ())
    )


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
