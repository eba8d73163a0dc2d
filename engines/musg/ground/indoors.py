"""Buildings that can be entered: houses and towers laid out as areas, so that figures walk into them.

In the ready-made tables houses are levels, on whose roofs figures stand: nobody enters those.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from engines.musg.ground.geometry import Part, inside
from engines.musg.ground.layout import Form, Ground
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Table

KINDS: Final = frozenset({"house", "tower"})
EVERY: Final = 0.25
"""How finely a way is looked at, in paces."""


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


def farthest(parts: Sequence[Part], point: Point) -> Point:
    """Return the place in a building farthest from a point of it."""
    corners = [corner for part in parts for corner in part.corners]
    return max(corners, key=lambda corner: (round(_between(corner, point), 6), corner))


def _spots(points: Sequence[Point]) -> list[Point]:
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, int(_between((ax, ay), (bx, by)) / EVERY))
        found += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(1, steps + 1)]
    return found


def _between(a: Point, b: Point) -> float:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)
