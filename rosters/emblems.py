"""The race's emblem: one of the drawings in ``icons/races.svg``, by its code on pages, by itself on paper."""

from __future__ import annotations

from typing import Final

from club.paper.drawings import INK, drawing

DRAWN: Final = frozenset(
    {
        *("generic", "human", "orc", "elf", "dwarf", "ratfolk", "goblin", "snakefolk"),
        *("alien_melee", "alien_shooting", "alien_technorganic"),
        *("zombie", "invader_melee", "invader_shooting"),
    }
)
"""The races of the rulebook and whom its modules bring."""
PLAIN: Final = "generic"


def emblem_code(race: str) -> str:
    """Return which drawing a race bears: its own, or the plain shield where nobody drew one, as for a pack's races.

    Nothing for nobody's race.
    """
    return race if race in DRAWN or not race else PLAIN


def emblem(race: str) -> str:
    """Return the emblem of a race as an SVG of its own, black."""
    return drawing("icons/races.svg", emblem_code(race)).replace(INK, "black")
