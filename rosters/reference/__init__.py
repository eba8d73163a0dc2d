"""The rules reference: every table of the catalogue, laid out for reading, searching and linking."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, override

from rosters.reference import gear, modules, people, wounds
from rosters.reference.model import Section, matching

__all__ = ["matching", "sections"]


def sections() -> tuple[Section, ...]:
    """Return the whole reference in the reader's language."""
    return _sections(get_language() or "en")


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
            wounds.setbacks(),
            people.experience(),
            people.victory_points(),
            modules.non_players(),
            modules.civilians(),
        )
