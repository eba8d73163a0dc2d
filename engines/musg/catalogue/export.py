"""The catalogue as plain data, for ``python -m engines musg catalogue``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engines.core.text import Text
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import Civilian, EncounterTable, ModuleRules, NonPlayer, Pulp, RegroupTeam
from engines.musg.catalogue.types import (
    Equipment,
    Force,
    InjuryResult,
    MeleeWeapon,
    Mercenary,
    Modifier,
    Profile,
    Race,
    RangedWeapon,
    Skill,
)
from engines.musg.catalogue.vehicle_types import Mishap, VehicleType
from engines.musg.ranks import Rank

type JsonEntry = dict[str, Any]


def as_json(catalogue: Catalogue) -> JsonEntry:
    """Return every table as lists of entries in printed order, each with its code and both names."""
    return {
        "game": "musg",
        "muster": _muster(catalogue),
        "profiles": [*_race_profiles(catalogue), _extra(catalogue)],
        "ranged_weapons": [_ranged(weapon) for weapon in catalogue.ranged.values()],
        "melee_weapons": [_melee(weapon) for weapon in catalogue.melee.values()],
        "equipment": [_equipment(piece) for piece in catalogue.equipment.values()],
        "skills": [_skill(skill) for skill in catalogue.skills.values()],
        "injuries": [_injury(row) for row in catalogue.injuries],
        "quack_doctor": [_injury(row) for row in catalogue.quack],
        "henchman_return": [_injury(row) for row in catalogue.henchman_return],
        "experience": _experience(catalogue),
        "victory_points": _victory_points(catalogue),
        "mercenaries": [_mercenary(mercenary) for mercenary in catalogue.mercenaries.values()],
        "damage_table": _damage(catalogue),
        "module_profiles": [_non_player(figure) for figure in catalogue.non_players.values()],
        "civilians": [_civilian(civilian) for civilian in catalogue.civilians.values()],
        "encounters": [_encounters(table) for table in catalogue.encounters.values()],
        "vehicles": [_vehicle(row) for row in catalogue.vehicles.types.values()],
        "booster_problems": [_mishap(row) for row in catalogue.vehicles.mishaps.values()],
        "vehicle_improvements": asdict(catalogue.vehicles.improvements),
        "driving": asdict(catalogue.vehicles.driving),
        "pulp": _pulp(catalogue.pulp),
        "regroup_team": _regroup_team(catalogue.regroup_team),
        "module_rules": [_module(module) for module in catalogue.modules.values()],
    }


def _named(code: str, name: Text) -> JsonEntry:
    return {"code": str(code), "name_fr": name.fr, "name_en": name.en}


def _text(key: str, text: Text) -> JsonEntry:
    return {f"{key}_fr": text.fr, f"{key}_en": text.en}


def _texts(key: str, texts: Iterable[Text]) -> JsonEntry:
    texts = tuple(texts)
    return {f"{key}_fr": [text.fr for text in texts], f"{key}_en": [text.en for text in texts]}


def _row(row: Any, *words: str, **called: str) -> JsonEntry:
    """Return these fields of a row, then those that are ``called`` otherwise here."""
    shown = {word: getattr(row, word) for word in words} | {name: getattr(row, word) for name, word in called.items()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in shown.items()}


def _profile(profile: Profile) -> JsonEntry:
    return asdict(profile) | {"shooting": _target(profile.shooting), "melee": _target(profile.melee)}


def _target(die: int | None) -> str | None:
    return None if die is None else f"{die}+"


def _force(force: Force) -> JsonEntry:
    return {"strength": force.own, "adds_bearer_strength": force.adds_bearer}


def _race_profiles(catalogue: Catalogue) -> list[JsonEntry]:
    return [
        _named(race.code, race.name)
        | {"ranks": [_named(rank, catalogue.rank_names[rank]) | _profile(row) for rank, row in race.profiles.items()]}
        for race in catalogue.races.values()
    ]


def _extra(catalogue: Catalogue) -> JsonEntry:
    name = _named(Rank.EXTRA, catalogue.rank_names[Rank.EXTRA])
    return name | {"ranks": [name | _profile(catalogue.extra)]}


def _muster(catalogue: Catalogue) -> JsonEntry:
    muster = catalogue.muster
    return {
        "points": {"total": muster.total, "heroes": muster.heroes, "henchmen": muster.henchmen},
        "figures": [
            _named(rank, catalogue.rank_names[rank]) | {"minimum": low, "maximum": muster.maximum.get(rank)}
            for rank, low in muster.minimum.items()
        ],
        "extras_per_henchman": muster.extras_per_henchman,
        "races": [_race(race) for race in catalogue.races.values()],
    }


def _race(race: Race) -> JsonEntry:
    return {
        **_named(race.code, race.name),
        "lieutenants": {"minimum": 0, "maximum": race.max_lieutenants},
        **_row(race, "enlists", "enlists_any", "leader_from", henchmen_only_elsewhere="henchmen_only"),
        **_row(race, "ignores_difficult_terrain", "neighbour_leadership", "neighbour_range", "may_look_out", "traits"),
        **_texts("notes", race.notes),
    }


def _ranged(weapon: RangedWeapon) -> JsonEntry:
    return {
        **_named(weapon.code, weapon.name),
        **_row(weapon, "short", "medium", "long"),
        **_force(weapon.force),
        **_row(weapon, "targets", "reload", "action_points", "heavy", "template", "radius", "black_powder"),
        "drawn_or_thrown": weapon.drawn,
        **_row(weapon, "limited_ammunition", "cost", "first_free_in", "traits"),
        **_texts("notes", weapon.notes),
    }


def _melee(weapon: MeleeWeapon) -> JsonEntry:
    return {
        **_named(weapon.code, weapon.name),
        **_row(weapon, "hands", "dice"),
        **_force(weapon.force),
        **_row(weapon, "cost", "first_free_in", "traits"),
        **_texts("notes", weapon.notes),
    }


def _modifiers(modifiers: Iterable[Modifier]) -> list[JsonEntry]:
    called = {"cap": "limit", "only_as_a_pair": "pair", "only_on_open_ground": "open_ground", "once": "once"}
    return [_row(modifier, "characteristic", "amount", **called) for modifier in modifiers]


def _equipment(piece: Equipment) -> JsonEntry:
    bars = {"bars_two_handed_weapon": "bars_two_handed", "bars_two_one_handed_weapons": "bars_two_one_handed"}
    return {
        **_named(piece.code, piece.name),
        "cost": piece.cost,
        **_text("effect", piece.effect),
        "modifiers": _modifiers(piece.modifiers),
        **_row(piece, "slot", "most", **bars),
        **_row(piece, "single_use", "traits"),
    }


def _skill(skill: Skill) -> JsonEntry:
    return {
        "number": skill.number,
        **_named(skill.code, skill.name),
        "prerequisites": list(skill.requires),
        **_text("effect", skill.effect),
        "modifiers": _modifiers(skill.modifiers),
        "traits": list(skill.traits),
    }


def _injury(row: InjuryResult) -> JsonEntry:
    return {
        "from": row.low,
        "to": row.high,
        **_named(row.code, row.name),
        **_text("effect", row.effect),
        "modifiers": _modifiers(row.modifiers),
        "again_in_multiple_injuries": row.again_in_multiple,
        "traits": list(row.traits),
    }


def _experience(catalogue: Catalogue) -> JsonEntry:
    return {
        "survival": catalogue.survival_experience,
        "victory": catalogue.victory_experience,
        "grey_box_every": catalogue.grey_every,
        "victory_points_for_an_unspent_point": catalogue.unspent_victory_points,
        "takedowns": [asdict(row) for row in catalogue.takedowns],
    }


def _victory_points(catalogue: Catalogue) -> list[JsonEntry]:
    return [
        _named(rank, catalogue.rank_names[rank]) | {"points": points}
        for rank, points in catalogue.victory_points.items()
    ]


def _mercenary(mercenary: Mercenary) -> JsonEntry:
    profile = _profile(mercenary.profile)
    del profile["cost"]
    return {
        **_named(mercenary.code, mercenary.name),
        "race": mercenary.race,
        "profile": profile,
        **_row(mercenary, "engagement", "fee", "ignores_difficult_terrain"),
        **_texts("rules", mercenary.rules),
        "traits": list(mercenary.traits),
    }


def _damage(catalogue: Catalogue) -> list[JsonEntry]:
    return [
        {"toughness": toughness, "by_strength": [f"{cell}+" for cell in row]}
        for toughness, row in enumerate(catalogue.damage, start=1)
    ]


def _non_player(figure: NonPlayer) -> JsonEntry:
    return {
        **_named(figure.code, figure.name),
        "profile": _profile(figure.profile),
        "attacks": figure.attacks,
        "ranged_weapon": figure.gun,
        **_texts("notes", figure.notes),
    }


def _civilian(civilian: Civilian) -> JsonEntry:
    profile = _profile(civilian.profile)
    del profile["cost"]
    return {
        **_named(civilian.code, civilian.name),
        "profile": profile,
        "ranged_weapons": [_ranged(gun) for gun in civilian.guns],
        "melee_weapons": [_melee(blade) for blade in civilian.blades],
    }


def _encounters(table: EncounterTable) -> JsonEntry:
    rows = [
        {"from": row.low, "to": row.high, "point": row.point, "arrivals": [asdict(one) for one in row.arrivals]}
        for row in table.rows
    ]
    return _named(table.code, table.name) | {"rows": rows}


def _vehicle(row: VehicleType) -> JsonEntry:
    return {
        **_named(row.code, row.name),
        **_row(row, "structure", "speed", "booster"),
        "armour": dict(row.armour),
        **_row(row, "total_armour", "armour_limit", "cost"),
        "base": _row(row, "width", "length"),
        "passengers": row.passengers,
    }


def _mishap(row: Mishap) -> JsonEntry:
    return {
        "face": row.face,
        **_named(row.code, row.name),
        **_text("effect", row.effect),
        **_row(row, "turn", advance_d6="advance"),
        "random_facing": row.random_facing,
    }


def _pulp(pulp: Pulp) -> JsonEntry:
    return {
        "points": {rank.value: points for rank, points in pulp.pools.items()},
        "setbacks": [_injury(row) for row in pulp.setbacks],
        "tribe": {"ranged_weapons": sorted(pulp.tribe_ranged), "henchman_cost_divided_by": pulp.tribe_divisor},
        "equipment": [_equipment(piece) for piece in pulp.equipment.values()],
    }


def _regroup_team(team: RegroupTeam) -> JsonEntry:
    figures = asdict(team)
    hostage = asdict(team.hostage)
    del hostage["name"]
    return figures | {"hostage": _named("hostage", team.hostage.name) | hostage}


def _module(module: ModuleRules) -> JsonEntry:
    rules = [_named(rule.code, rule.name) | _text("effect", rule.effect) for rule in module.rules.values()]
    return _named(module.code, module.name) | {"rules": rules}
