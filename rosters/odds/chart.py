"""Bars of chances, drawn as SVG: positions and sizes are attributes, colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engines.musg.attacks.odds import Chances

WIDTH: Final = 360
HEIGHT: Final = 200
TOP: Final = 18
FLOOR: Final = 172
LEFT: Final = 34
GAP: Final = 10
CROWDED: Final = 16
"""Bars narrower than this carry no number of their own: the table gives it."""


class Bar(Struct, frozen=True):
    """One bar in units of the drawing; ``kind`` is "hits" or "wounds"."""

    kind: str
    x: str
    y: str
    width: str
    height: str
    middle: str
    above: str
    label: str


class Mark(Struct, frozen=True):
    """A line across the drawing, or a number below a group of bars."""

    at: str
    text: str


class Chart(Struct, frozen=True):
    """The whole drawing."""

    bars: tuple[Bar, ...]
    lines: tuple[Mark, ...]
    groups: tuple[Mark, ...]
    box: str = f"0 0 {WIDTH} {HEIGHT}"
    floor: str = str(FLOOR)
    left: str = str(LEFT)
    right: str = str(WIDTH)
    foot: str = str(FLOOR + 18)


def chart(series: Sequence[tuple[str, Chances]]) -> Chart:
    """Draw the chances of 0, 1, 2… side by side for every series, on a scale that the highest bar fills."""
    size = max(len(chances) for _, chances in series)
    scale = _scale(max(max(chances) for _, chances in series))
    group = (WIDTH - LEFT) / size
    width = (group - GAP) / len(series)
    bars = []
    for place, (kind, chances) in enumerate(series):
        for number, chance in enumerate(chances):
            x = LEFT + number * group + GAP / 2 + place * width
            height = (FLOOR - TOP) * chance / scale
            label = f"{100 * chance:.0f}" if width >= CROWDED else ""
            bars.append(
                Bar(
                    kind,
                    _unit(x),
                    _unit(FLOOR - height),
                    _unit(width - 1),
                    _unit(height),
                    _unit(x + width / 2),
                    _unit(FLOOR - height - 4),
                    label,
                )
            )
    steps = [part * scale / 4 for part in range(1, 5)]
    return Chart(
        tuple(bars),
        tuple(Mark(_unit(FLOOR - (FLOOR - TOP) * step / scale), f"{100 * step:g}") for step in steps),
        tuple(Mark(_unit(LEFT + (number + 0.5) * group), str(number)) for number in range(size)),
    )


def _scale(highest: float) -> float:
    """Return the top of the scale: 20, 40, 60, 80 or 100 per cent."""
    return next((part / 5 for part in range(1, 5) if highest <= part / 5), 1.0)


def _unit(value: float) -> str:
    """Return a number for an attribute, whatever the reader's language."""
    return f"{value:.1f}"
