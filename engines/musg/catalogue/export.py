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


def _profile(profile: Profile) -> JsonEntry:
    return {
        "movement": profile.movement,
        "leadership": profile.leadership,
        "shooting": _target(profile.shooting),
        "melee": _target(profile.melee),
        "strength": profile.strength,
        "toughness": profile.toughness,
        "hit_points": profile.hit_points,
        "cost": profile.cost,
    }


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
        "enlists": list(race.enlists),
        "enlists_any": race.enlists_any,
        "leader_from": list(race.leader_from),
        "henchmen_only_elsewhere": race.henchmen_only,
        "ignores_difficult_terrain": race.ignores_difficult_terrain,
        "neighbour_leadership": race.neighbour_leadership,
        "neighbour_range": race.neighbour_range,
        "may_look_out": race.may_look_out,
        **_texts("notes", race.notes),
    }


def _ranged(weapon: RangedWeapon) -> JsonEntry:
    return {
        **_named(weapon.code, weapon.name),
        "short": weapon.short,
        "medium": weapon.medium,
        "long": weapon.long,
        **_force(weapon.force),
        "targets": weapon.targets,
        "reload": weapon.reload.value,
        "action_points": weapon.action_points,
        "heavy": weapon.heavy,
        "template": weapon.template.value if weapon.template else None,
        "radius": weapon.radius,
        "black_powder": weapon.black_powder,
        "drawn_or_thrown": weapon.drawn,
        "limited_ammunition": weapon.limited_ammunition,
        "cost": weapon.cost,
        "first_free_in": list(weapon.first_free_in),
        **_texts("notes", weapon.notes),
    }


def _melee(weapon: MeleeWeapon) -> JsonEntry:
    return {
        **_named(weapon.code, weapon.name),
        "hands": weapon.hands,
        "dice": weapon.dice,
        **_force(weapon.force),
        "cost": weapon.cost,
        "first_free_in": list(weapon.first_free_in),
        **_texts("notes", weapon.notes),
    }


def _modifiers(modifiers: Iterable[Modifier]) -> list[JsonEntry]:
    return [
        {
            "characteristic": modifier.characteristic.value,
            "amount": modifier.amount,
            "cap": modifier.limit,
            "only_as_a_pair": modifier.pair,
            "only_on_open_ground": modifier.open_ground,
            "once": modifier.once,
        }
        for modifier in modifiers
    ]


def _equipment(piece: Equipment) -> JsonEntry:
    return {
        **_named(piece.code, piece.name),
        "cost": piece.cost,
        **_text("effect", piece.effect),
        "modifiers": _modifiers(piece.modifiers),
        "slot": piece.slot,
        "most": piece.most,
        "bars_two_handed_weapon": piece.bars_two_handed,
        "bars_two_one_handed_weapons": piece.bars_two_one_handed,
        "single_use": piece.single_use,
        "traits": list(piece.traits),
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
        "takedowns": [
            {"by": row.by.value, "victim": row.victim.value, "experience": row.experience}
            for row in catalogue.takedowns
        ],
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
        "engagement": mercenary.engagement,
        "fee": mercenary.fee,
        "ignores_difficult_terrain": mercenary.ignores_difficult_terrain,
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
    return {
        **_named(table.code, table.name),
        "rows": [
            {
                "from": row.low,
                "to": row.high,
                "point": row.point,
                "arrivals": [{"figure": one.figure, "d3": one.d3, "fixed": one.fixed} for one in row.arrivals],
            }
            for row in table.rows
        ],
    }


def _vehicle(row: VehicleType) -> JsonEntry:
    return {
        **_named(row.code, row.name),
        "structure": row.structure,
        "speed": row.speed,
        "booster": row.booster,
        "armour": {side.value: points for side, points in row.armour.items()},
        "total_armour": row.total_armour,
        "armour_limit": row.armour_limit,
        "cost": row.cost,
        "base": {"width": row.width, "length": row.length},
        "passengers": row.passengers,
    }


def _mishap(row: Mishap) -> JsonEntry:
    return {
        "face": row.face,
        **_named(row.code, row.name),
        **_text("effect", row.effect),
        "turn": row.turn,
        "advance_d6": row.advance,
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
