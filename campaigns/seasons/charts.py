"""The drawings of statistics as SVG: places and sizes are attributes, colours are the style sheet's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 360
HEIGHT: Final = 170
LEFT: Final = 40
RIGHT: Final = 350
TOP: Final = 14
FLOOR: Final = 140
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
LINES: Final = 5
"""The grid has at most this many lines."""


RADIUS: Final = 2.6
"""Of the dot that a match is."""


class Mark(Struct, frozen=True):
    """A line of the grid with its number."""

    y: str
    label: str
    text_y: str


class RatingLine(Struct, frozen=True):
    """A rating match by match, the oldest on the left: ``points`` of the line, its dots as two paths."""

    points: str
    victories: str
    others: str
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
    places = [(_unit(LEFT + 5 + number * gap), _unit(height(value))) for number, (value, _won) in enumerate(values)]
    victories, others = (
        "".join(_dot(*place) for place, (_value, won) in zip(places, values, strict=True) if won is kind)
        for kind in (True, False)
    )
    marks = tuple(
        Mark(_unit(height(value)), str(value), _unit(height(value) + 4)) for value in range(low, high + 1, step)
    )
    return RatingLine(" ".join(f"{x},{y}" for x, y in places), victories, others, marks, start, end)


def _dot(x: str, y: str) -> str:
    """Return a round dot as a piece of a path: sixty elements of their own would take as long as half a page."""
    half = f"a{RADIUS} {RADIUS} 0 1 0"
    return f"M{x} {y}m-{RADIUS} 0{half} {2 * RADIUS} 0{half}-{2 * RADIUS} 0"


def _unit(value: float) -> str:
    """Return a number for an attribute, whatever the reader's language."""
    return f"{value:.1f}"
