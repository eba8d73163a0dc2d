"""Buildings that can be entered: houses and towers laid out as areas, so that figures walk into them.

In the ready-made tables houses are levels, on whose roofs figures stand: nobody enters those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from engines.musg.ground.geometry import Part, inside, ring
from engines.musg.ground.layout import Form, Ground
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import RADIUS, Table

KINDS: Final = frozenset({"house", "tower"})
EVERY: Final = 0.25
"""How finely a way, and the floor of a building, is looked at, in paces."""
_HAIR: Final = 1e-6


def buildings(table: Table) -> dict[int, tuple[Part, ...]]:
    """Return the parts of each building that can be entered, by the number of its piece of terrain. Remembered."""
    found: dict[int, tuple[Part, ...]] | None = table.memory.get("buildings")
    if found is None:
        found = {}
        for index, part in table.parts:
            piece = table.pieces[index]
            if piece.form is Form.AREA and piece.kind in KINDS and piece.ground is not Ground.IMPASSABLE:
                found[index] = (*found.get(index, ()), part)
        table.memory["buildings"] = found
    return found


def within(parts: Sequence[Part], point: Point) -> bool:
    """Tell whether a point lies in a building."""
    return any(inside(part, *point) for part in parts)


def entered(table: Table, points: Sequence[Point]) -> list[int]:
    """Return the buildings that a way leads into, in order; one left and entered again stands there twice."""
    known = buildings(table)
    if not known or len(points) < 2:
        return []
    found = []
    inside_of = {index for index, parts in known.items() if within(parts, points[0])}
    for spot in _spots(points):
        now = {index for index, parts in known.items() if within(parts, spot)}
        found += sorted(now - inside_of)
        inside_of = now
    return found


def holds(parts: Sequence[Part], x: float, y: float, radius: float = RADIUS) -> bool:
    """Tell whether a base stands wholly inside a building, not on the line of its walls."""
    if any(_holds(part, x, y, radius) for part in parts):
        return True
    return len(parts) > 1 and all(within(parts, spot) for spot in ((x, y), *ring(x, y, radius)))


def _holds(part: Part, x: float, y: float, radius: float) -> bool:
    if not part.planes:
        return _between((x, y), (part.x, part.y)) <= part.radius - radius + _HAIR
    return all(nx * x + ny * y <= c - radius + _HAIR for nx, ny, c in part.planes)


def farthest(parts: Sequence[Part], point: Point) -> Point:
    """Return the place inside a building farthest from a point where a base stands; a corner if it holds none."""
    corners = [corner for part in parts for corner in part.corners]
    spots = [spot for part in parts for spot in _grid(part) if holds(parts, *spot)]
    return max(spots or corners, key=lambda spot: (round(_between(spot, point), 6), spot))


def _grid(part: Part) -> Iterator[Point]:
    """Give places all over a part, those where a base touches its walls included."""
    for x in _steps(part.left + RADIUS, part.right - RADIUS):
        for y in _steps(part.top + RADIUS, part.bottom - RADIUS):
            yield x, y


def _steps(first: float, last: float) -> list[float]:
    if last < first:
        return []
    return [*[first + number * EVERY for number in range(int((last - first) / EVERY) + 1)], last]


def _spots(points: Sequence[Point]) -> list[Point]:
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, int(_between((ax, ay), (bx, by)) / EVERY))
        found += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(1, steps + 1)]
    return found


def _between(a: Point, b: Point) -> float:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)
