"""The book with packs behind it: how a catalogue is put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engines.core.text import Text
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import Civilian
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Mercenary, Race
from engines.musg.packs.kinds import KINDS
from engines.musg.packs.pack import Pack
from engines.musg.ranks import Rank

type Rows = dict[str, dict[str, Any]]


def printed_codes(shelf: str) -> Iterable[str]:
    """Return the book's codes on a shelf: no entry of a pack is called so."""
    on_shelves: Mapping[str, Iterable[str]] = {"items": {*CATALOGUE.items, *CATALOGUE.guns}}
    return on_shelves[shelf] if shelf in on_shelves else getattr(CATALOGUE, shelf)


def extended(book: Catalogue, packs: Iterable[Pack], without: Iterable[str] = ()) -> Catalogue:
    """Return a catalogue with the packs' entries behind its own. They are neither checked nor numbered twice."""
    rows: Rows = {name: dict(kind.printed(book)) for name, kind in KINDS.items()}
    of_house: dict[tuple[str, str], Text] = {}
    for pack in packs:
        for name in KINDS:
            rows[name].update((entry.code, KINDS[name].settled(entry)) for entry in pack.entries(name))
            of_house.update(((KINDS[name].shelf, entry.code), pack.name) for entry in pack.entries(name))
    _follow(book, rows)
    skills = {code: replace(skill, number=number) for number, (code, skill) in enumerate(rows["skills"].items(), 1)}
    tables: dict[str, Any] = {name: MappingProxyType(entries) for name, entries in (rows | {"skills": skills}).items()}
    own = {code: gun for code, gun in book.guns.items() if code not in book.ranged}
    return replace(
        book,
        **tables,
        house=MappingProxyType(of_house),
        left_out=frozenset(without),
        spare_guns=MappingProxyType(own),
    )


def _follow(book: Catalogue, rows: Rows) -> None:
    """Have whoever the book describes by other entries follow those that packs put in the place of its own."""
    rows["civilians"] = {code: _armed(one, rows) for code, one in rows["civilians"].items()}
    for code, one in book.mercenaries.items():
        race = rows["races"][one.race]
        if rows["mercenaries"][code] is one and race is not book.races[one.race]:
            rows["mercenaries"][code] = _of_race(one, race)


def _armed(civilian: Civilian, rows: Rows) -> Civilian:
    """Return a civilian with the tables' weapons as they are now, and with its own."""
    guns = tuple(rows["ranged"].get(gun.code, gun) for gun in civilian.guns)
    blades = tuple(rows["melee"].get(blade.code, blade) for blade in civilian.blades)
    return (
        civilian if (guns, blades) == (civilian.guns, civilian.blades) else replace(civilian, guns=guns, blades=blades)
    )


def _of_race(mercenary: Mercenary, race: Race) -> Mercenary:
    """Return a mercenary of the book with the profile of its race's leader (Musg, Mercenaires)."""
    return replace(
        mercenary,
        profile=replace(race.profiles[Rank.LEADER], cost=mercenary.engagement),
        ignores_difficult_terrain=race.ignores_difficult_terrain,
    )
