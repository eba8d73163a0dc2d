"""The book with packs behind it: how a catalogue is put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engines.core.text import Text
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs.kinds import KINDS
from engines.musg.packs.pack import Pack


def printed_codes(shelf: str) -> Iterable[str]:
    """Return the book's codes on a shelf: no entry of a pack is called so."""
    on_shelves: Mapping[str, Iterable[str]] = {"items": {*CATALOGUE.items, *CATALOGUE.guns}}
    return on_shelves[shelf] if shelf in on_shelves else getattr(CATALOGUE, shelf)


def extended(book: Catalogue, packs: Iterable[Pack], without: Iterable[str] = ()) -> Catalogue:
    """Return a catalogue with the packs' entries behind its own. They are neither checked nor numbered twice."""
    rows: dict[str, dict[str, Any]] = {name: dict(kind.printed(book)) for name, kind in KINDS.items()}
    of_house: dict[tuple[str, str], Text] = {}
    for pack in packs:
        for name in KINDS:
            rows[name].update((entry.code, KINDS[name].settled(entry)) for entry in pack.entries(name))
            of_house.update(((KINDS[name].shelf, entry.code), pack.name) for entry in pack.entries(name))
    skills = {code: replace(skill, number=number) for number, (code, skill) in enumerate(rows["skills"].items(), 1)}
    tables: dict[str, Any] = {name: MappingProxyType(entries) for name, entries in (rows | {"skills": skills}).items()}
    return replace(book, **tables, house=MappingProxyType(of_house), left_out=frozenset(without))
