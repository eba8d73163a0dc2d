"""The race's emblem, for paper: the drawings that pages show from ``icons/races.svg``, each by itself."""

from __future__ import annotations

from club.paper.drawings import INK, drawing


def emblem(race: str) -> str:
    """Return the emblem of a race as an SVG of its own, black; nothing for a race without one."""
    return drawing("icons/races.svg", race).replace(INK, "black")
