"""The printed catalogue under other names: every code of an entry has another one, and so has whatever names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import msgspec

from engines.musg import journal
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.levy_types import Ladder, Rung
from engines.musg.catalogue.module_types import CIVILIAN, EncounterTable, Roles
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import AnyEntry
from engines.musg.rules import Rules
from engines.musg.warband import Setup

MARK = "other_"
"""Stands before every code. The order of the codes stays: ties between ways of striking are broken by it."""


class Coded(Protocol):
    """An entry of the catalogue."""

    @property
    def code(self) -> str: ...


def other(code: str) -> str:
    """Return what a code of the printed catalogue is called in the other one."""
    return MARK + code


def others(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(other, codes))


def printed(text: object) -> str:
    """Return how a value of the other catalogue reads when its codes are turned back into the printed ones."""
    return repr(text).replace(MARK, "").replace("OtherRules(", "Rules(")


def _table[T: Coded](rows: Mapping[str, T], **changed: Any) -> dict[str, T]:
    """Return a table under other codes; ``changed`` are fields with what makes their new value of a row."""
    return {
        other(code): replace(row, code=other(code), **{name: make(row) for name, make in changed.items()})  # type: ignore[type-var]
        for code, row in rows.items()
    }


def _rows[T: Coded](rows: Iterable[T]) -> tuple[T, ...]:
    return tuple(replace(row, code=other(row.code)) for row in rows)  # type: ignore[type-var]


def _ladders(styles: Mapping[str, Mapping[str, Ladder]]) -> dict[str, dict[str, Ladder]]:
    def rungs(row: tuple[Rung, ...]) -> tuple[Rung, ...]:
        return tuple(map(others, row))

    return {
        style: {arms: Ladder(rungs(one.core), rungs(one.more)) for arms, one in by.items()}
        for style, by in styles.items()
    }


def _encounters(table: EncounterTable) -> EncounterTable:
    def figure(code: str) -> str:
        return code if code == CIVILIAN else other(code)

    rows = tuple(
        replace(row, arrivals=tuple(replace(one, figure=figure(one.figure)) for one in row.arrivals))
        for row in table.rows
    )
    return replace(table, rows=rows)


def renamed(of: Catalogue) -> Catalogue:
    """Return the same catalogue, in which no entry is called as before."""
    ranged, melee = _table(of.ranged), _table(of.melee)
    guns = _table(of.guns)
    return replace(
        of,
        races=_table(
            of.races, enlists=lambda race: others(race.enlists), leader_from=lambda race: others(race.leader_from)
        ),
        ranged=ranged,
        melee=melee,
        equipment=_table(of.equipment),
        skills=_table(of.skills, requires=lambda skill: others(skill.requires)),
        injuries=_rows(of.injuries),
        quack=_rows(of.quack),
        henchman_return=_rows(of.henchman_return),
        mercenaries=_table(of.mercenaries, race=lambda row: other(row.race)),
        non_players=_table(of.non_players, gun=lambda row: other(row.gun) if row.gun else None),
        civilians=_table(
            of.civilians,
            guns=lambda row: tuple(guns[other(gun.code)] for gun in row.guns),
            blades=lambda row: tuple(melee[other(blade.code)] for blade in row.blades),
        ),
        encounters={code: _encounters(table) for code, table in of.encounters.items()},
        vehicles=replace(of.vehicles, types=_table(of.vehicles.types), mishaps=_table(of.vehicles.mishaps)),
        pulp=replace(
            of.pulp,
            setbacks=_rows(of.pulp.setbacks),
            tribe_ranged=frozenset(map(other, of.pulp.tribe_ranged)),
            equipment=_table(of.pulp.equipment),
        ),
        levy=replace(
            of.levy,
            heroes=_ladders(of.levy.heroes),
            henchmen=_ladders(of.levy.henchmen),
            body=others(of.levy.body),
            odds_and_ends=others(of.levy.odds_and_ends),
            names={other(race): parts for race, parts in of.levy.names.items()},
        ),
        roles=Roles(other(of.roles.nobody), other(of.roles.risen), other(of.roles.raised)),
    )


OTHER = renamed(CATALOGUE)

CODES = frozenset(
    {
        *CATALOGUE.races,
        *CATALOGUE.items,
        *CATALOGUE.guns,
        *CATALOGUE.skills,
        *CATALOGUE.mercenaries,
        *CATALOGUE.civilians,
        *CATALOGUE.non_players,
        *CATALOGUE.injuries_by_code,
        *CATALOGUE.vehicles.types,
        *CATALOGUE.vehicles.mishaps,
    }
)


class OtherRules(Rules, frozen=True, kw_only=True):
    """Rules that bring it."""

    @property
    def catalogue(self) -> Catalogue:
        return OTHER


def other_setup(setup: Setup) -> Setup:
    """Return what a warband starts from, under the other catalogue."""
    rules = OtherRules(**{name: getattr(setup.rules, name) for name in setup.rules.__struct_fields__})
    return Setup(other(setup.race), setup.name, rules)


def other_entry(entry: AnyEntry) -> AnyEntry:
    """Return an entry that says the same of the other catalogue's things."""
    return journal.decode_entry(_named(msgspec.to_builtins(entry)))


def _named(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: one if key in ("kind", "name") else _named(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_named(one) for one in value]
    return other(value) if isinstance(value, str) and value in CODES else value
