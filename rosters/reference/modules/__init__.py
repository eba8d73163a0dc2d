"""The modules in the rules reference: a page for each, with what it says in short and its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, override
from msgspec.structs import replace

from club.words import words
from engines.musg.catalogue.module_types import ModuleRules
from engines.musg.catalogue.printed import CATALOGUE
from rosters.reference.model import Part, Section, both
from rosters.reference.modules import invasions, pulp, regroup_team, vehicles
from rosters.reference.modules.short import in_short

ICONS: Final = {
    "pulp": "star",
    "zombies": "skull",
    "aliens": "eye-target",
    "civilians": "users",
    "regroup_team": "bomb",
    "vehicles": "jet-pack",
}
TABLES: Final[Mapping[str, Callable[[], tuple[Section, ...]]]] = {
    "pulp": pulp.sections,
    "zombies": invasions.zombies,
    "aliens": invasions.aliens,
    "civilians": invasions.civilians,
    "regroup_team": regroup_team.sections,
    "vehicles": vehicles.sections,
}


def parts() -> tuple[Part, ...]:
    """Return every module in the reader's language, in the order of the rulebook."""
    return _parts(get_language() or "en")


def part(code: str) -> Part | None:
    """Return one module, or ``None``."""
    return next((part for part in parts() if part.code == code), None)


@lru_cache(maxsize=8)
def _parts(language: str) -> tuple[Part, ...]:
    with override(language):
        return tuple(_part(module) for module in CATALOGUE.modules.values())


def _part(module: ModuleRules) -> Part:
    """A module with its sections, all of which its name finds."""
    own = (in_short(module), *TABLES[module.code]())
    sections = tuple(replace(section, haystack=section.haystack + both(module.name)) for section in own)
    return Part(module.code, words(module.name), module.heading, ICONS[module.code], sections)
