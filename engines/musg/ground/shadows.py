"""What a single wall hides of a straight way, so that not every step of it has to be looked at (Musg, Lignes de vue).

From one point, the points that a convex piece hides are a convex set themselves. So when from everywhere on the
watcher's base a wall hides the whole bases of a figure at both ends of a straight leg, and is taller than all of them
wherever they stand, then it hides the figure all along the leg, and the watcher from the figure.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from engines.musg.ground.geometry import Part, clip
from engines.musg.ground.layout import Veil
from engines.musg.ground.table import BODY, Base, Table

SLACK: Final = 0.01
"""What is added to a base, so that rounding hides nobody who might just be seen."""


class Shade(NamedTuple):
    """A convex part of a piece that hides wholly all who stand behind it, up to its height."""

    part: Part
    height: float


def shades(table: Table) -> tuple[Shade, ...]:
    """Return all that can hide a figure wholly by itself. Remembered."""
    found: tuple[Shade, ...] | None = table.memory.get("shades")
    if found is None:
        found = table.memory["shades"] = tuple(
            Shade(part, table.pieces[index].height)
            for index, part in table.parts
            if table.pieces[index].veil is Veil.SOLID and table.pieces[index].height >= BODY
        )
    return found


def hides_leg(table: Table, watcher: Base, start: Base, end: Base, top: float) -> bool:
    """Tell whether one wall hides a figure from the watcher all along a straight leg, feet at ``top`` at most.

    False does not mean that it is seen.
    """
    x, y, z, radius = watcher
    sx, sy, _, other = start
    ex, ey = end[0], end[1]
    wide = (radius if radius > other else other) + SLACK
    need = (z if z > top else top) + BODY
    left, right = (sx, ex) if sx < ex else (ex, sx)
    low, high = (sy, ey) if sy < ey else (ey, sy)
    left, right = (left if left < x else x) - wide, (right if right > x else x) + wide
    low, high = (low if low < y else y) - wide, (high if high > y else y) + wide
    sides: tuple[tuple[float, float, float, float], ...] = ()
    for part, height in shades(table):
        if height < need or part.left > right or part.right < left or part.top > high or part.bottom < low:
            continue
        if not sides:
            sides = (*strip(x, y, start, wide), *strip(x, y, end, wide))
            if len(sides) < 4:
                return False
        for ax, ay, dx, dy in sides:
            if clip(part, ax, ay, dx, dy) is None:
                break
        else:
            return True
    return False


def strip(x: float, y: float, other: Base, wide: float) -> tuple[tuple[float, float, float, float], ...]:
    """Return the two sides of the strip between two bases, less the bases themselves; none when they are too near.

    Whatever meets both of them meets every line from one base to the other.
    """
    dx, dy = other[0] - x, other[1] - y
    size = sqrt(dx * dx + dy * dy)
    if size <= 2 * wide:
        return ()
    share = wide / size
    nx, ny = -dy * share, dx * share
    ax, ay = x + dx * share, y + dy * share
    dx, dy = dx * (1 - 2 * share), dy * (1 - 2 * share)
    return (ax + nx, ay + ny, dx, dy), (ax - nx, ay - ny, dx, dy)
