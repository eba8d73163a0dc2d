"""The rules reference: every table of the catalogue, laid out for reading, searching and linking."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, override

from rosters.reference import gear, people, wounds
from rosters.reference.model import Part, Section, matching
from rosters.reference.modules import part, parts

__all__ = ["Part", "matching", "part", "parts", "sections", "sections_with"]


def sections() -> tuple[Section, ...]:
    """Return the reference in the reader's language, without the modules."""
    return _sections(get_language() or "en")


def sections_with(query: str) -> tuple[Section, ...]:
    """Return the sections with the rows that a search finds, the modules' last; all but the modules' for no words."""
    if not query.split():
        return sections()
    modules = (section for one in parts() for section in one.sections)
    return matching((*sections(), *modules), query)


@lru_cache(maxsize=8)
def _sections(language: str) -> tuple[Section, ...]:
    with override(language):
        return (
            people.races(),
            people.mercenaries(),
            gear.ranged(),
            gear.melee(),
            gear.equipment(),
            wounds.damage(),
            people.skills(),
            wounds.injuries(),
            wounds.quack(),
            wounds.henchmen(),
            people.experience(),
            people.victory_points(),
        )
