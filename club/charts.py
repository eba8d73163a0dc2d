"""The charts of a forecast, drawn as SVG: positions and sizes are attributes, colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 360
ROW: Final = 50
BAR: Final = 12
BELOW: Final = 7
"""How far below its bar a margin is drawn, where it stands out on any colour."""
EDGE: Final = 4
"""Space at either end of a horizontal bar, so that its whiskers stay visible."""
HEIGHT: Final = 150
TOP: Final = 18
FLOOR: Final = 122
COLUMNS: Final = 14
"""With more values than this, several share a column."""
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class OddsBar(Struct, frozen=True):
    """One row of the chart of the odds: a share and the limits of its margin."""

    label: str
    value: str
    kind: str
    text_y: str
    y: str
    middle: str
    width: str
    low: str
    high: str


class OddsChart(Struct, frozen=True):
    """Shares as horizontal bars one below the other, with whiskers for their margins."""

    rows: tuple[OddsBar, ...]
    box: str
    start: str = str(EDGE)
    end: str = str(WIDTH - EDGE)
    track: str = str(WIDTH - 2 * EDGE)
    thick: str = str(BAR)


class Column(Struct, frozen=True):
    """One column of a histogram."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    above: str
    label: str
    value: str


class Histogram(Struct, frozen=True):
    """Shares of the battles by number, as columns on a common floor."""

    title: str
    columns: tuple[Column, ...]
    box: str = f"0 0 {WIDTH} {HEIGHT}"
    floor: str = str(FLOOR)
    foot: str = str(FLOOR + 18)
    right: str = str(WIDTH)


def odds_chart(rows: Sequence[tuple[str, str, str, float, float, float]]) -> OddsChart:
    """Draw rows of label, value in words, kind ("side" or "draw"), share and its limits (0 to 1)."""
    drawn = []
    for place, (label, value, kind, share, low, high) in enumerate(rows):
        y = place * ROW + 20
        drawn.append(
            OddsBar(
                label,
                value,
                kind,
                _unit(place * ROW + 14),
                _unit(y),
                _unit(y + BAR + BELOW),
                _unit(share * (WIDTH - 2 * EDGE)),
                _unit(EDGE + low * (WIDTH - 2 * EDGE)),
                _unit(EDGE + high * (WIDTH - 2 * EDGE)),
            )
        )
    return OddsChart(tuple(drawn), f"0 0 {WIDTH} {max(1, len(drawn)) * ROW}")


def step_for(*tables: Mapping[int, int]) -> int:
    """Return how many numbers share a column, so that all tables fit into ``COLUMNS``."""
    numbers = [number for table in tables for number in table]
    if not numbers:
        return 1
    low, high = min(numbers), max(numbers)
    return next((step for step in STEPS if high // step - low // step < COLUMNS), STEPS[-1])


def binned(counts: Mapping[int, int], step: int, low: int, high: int) -> list[tuple[str, int]]:
    """Return the label and count of every column, from the one ``low`` falls into to that of ``high``."""
    found = []
    for start in range(low // step * step, high + 1, step):
        label = str(start) if step == 1 else f"{start}\N{EN DASH}{start + step - 1}"
        found.append((label, sum(count for number, count in counts.items() if start <= number < start + step)))
    return found


def histogram(title: str, columns: Sequence[tuple[str, int]], battles: int, highest: int) -> Histogram:
    """Draw counts out of ``battles`` as columns; ``highest`` is the count that fills the drawing."""
    group = WIDTH / max(1, len(columns))
    gap = min(8.0, group / 5)
    drawn = []
    for place, (label, count) in enumerate(columns):
        height = (FLOOR - TOP) * count / max(1, highest)
        x = place * group + gap / 2
        percent = 100 * count / max(1, battles)
        drawn.append(
            Column(
                _unit(x),
                _unit(FLOOR - height),
                _unit(group - gap),
                _unit(height),
                _unit(x + (group - gap) / 2),
                _unit(FLOOR - height - 4),
                label,
                f"{percent:.0f}" if percent >= 0.5 else "",
            )
        )
    return Histogram(title, tuple(drawn))


def _unit(value: float) -> str:
    """Return a number for an attribute, whatever the reader's language."""
    return f"{value:.1f}"
