"""The drawings of statistics as SVG: places and sizes are attributes, colours are the style sheet's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 360
HEIGHT: Final = 170
LEFT: Final = 40
RIGHT: Final = 350
TOP: Final = 14
FLOOR: Final = 140
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
LINES: Final = 5
"""The grid has at most this many lines."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One match on the line of a rating."""

    x: str
    y: str
    won: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the grid with its number."""

    y: str
    label: str
    text_y: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A rating match by match, the oldest on the left."""

    points: str
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    start: str
    end: str
    box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: str = str(LEFT)
    right: str = str(RIGHT)
    foot: str = str(FLOOR + 20)
    axis: str = str(LEFT - 6)


def line(values: Sequence[tuple[int, bool]], start: str, end: str) -> RatingLine | None:
    """Draw ratings with whether the match was won; ``start`` and ``end`` are dates in words. None for a single one."""
    if len(values) < 2:
        return None
    numbers = [value for value, _won in values]
    step = next((one for one in STEPS if max(numbers) // one - min(numbers) // one + 2 <= LINES), STEPS[-1])
    low, high = min(numbers) // step * step, (max(numbers) // step + 1) * step

    def height(value: int) -> float:
        return FLOOR - (FLOOR - TOP) * (value - low) / (high - low)

    gap = (RIGHT - LEFT - 10) / (len(values) - 1)
    dots = tuple(
        Dot(_unit(LEFT + 5 + place * gap), _unit(height(value)), won) for place, (value, won) in enumerate(values)
    )
    marks = tuple(
        Mark(_unit(height(value)), str(value), _unit(height(value) + 4)) for value in range(low, high + 1, step)
    )
    return RatingLine(" ".join(f"{dot.x},{dot.y}" for dot in dots), dots, marks, start, end)


def _unit(value: float) -> str:
    """Return a number for an attribute, whatever the reader's language."""
    return f"{value:.1f}"
