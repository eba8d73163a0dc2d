"""The rim of a table: which sides the warbands enter by, and where others come from (Musg, Mauvaise rencontre)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from engines.musg.ground.geometry import Part, inside
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import RADIUS, Table

POINTS: Final = 3
NEAR: Final = 0.5
"""A zone no farther than this from a side of the table lies along it, in paces."""
NEARLY: Final = 0.99
EVERY: Final = 1.0
"""How close together the spots of the rim are that are weighed, in paces."""


def points_of_arrival(table: Table, zones: Sequence[int]) -> tuple[Point, ...]:
    """Return the three points by which others come: the middle of each side that no warband entered by (ruling M316).

    ``zones`` are the numbers of the deployment zones in use. A warband enters by the side its zone lies along, one in
    a corner by both. Sides in the order left, far, right, near; missing points are the spots of the rim farthest from
    all deployment zones and from the other points.
    """
    width, depth = table.width, table.depth
    middles = ((RADIUS, depth / 2), (width / 2, RADIUS), (width - RADIUS, depth / 2), (width / 2, depth - RADIUS))
    entered = {side for zone in zones for side in _entered(table, zone)}
    found = [point for side, point in enumerate(middles) if side not in entered][:POINTS]
    while len(found) < POINTS:
        found.append(
            max(_rim(table), key=lambda spot: (round(_apart(table, zones, found, spot), 6), -spot[1], -spot[0]))
        )
    return tuple(found)


def _entered(table: Table, zone: int) -> list[int]:
    """Return the sides along which most of a zone's outline lies."""
    limits = (0.0, 0.0, table.width, table.depth)
    along = []
    for side, limit in enumerate(limits):
        across, onward = side % 2, 1 - side % 2
        near = [
            corner[onward]
            for part in table.zones[zone]
            for corner in part.corners
            if abs(corner[across] - limit) <= NEAR
        ]
        along.append(max(near) - min(near) if near else 0.0)
    longest = max(along)
    return [side for side, length in enumerate(along) if length and length >= NEARLY * longest]


def _rim(table: Table) -> Iterator[Point]:
    width, depth = table.width, table.depth
    for step in range(int((width - 2 * RADIUS) / EVERY) + 1):
        x = RADIUS + step * EVERY
        yield x, RADIUS
        yield x, depth - RADIUS
    for step in range(int((depth - 2 * RADIUS) / EVERY) + 1):
        y = RADIUS + step * EVERY
        yield RADIUS, y
        yield width - RADIUS, y


def _apart(table: Table, zones: Sequence[int], points: Sequence[Point], spot: Point) -> float:
    """Return how far a spot is from the nearest of the zones and points."""
    away = [_away(part, spot) for zone in zones for part in table.zones[zone]]
    away += [_between(point, spot) for point in points]
    return min(away)


def _away(part: Part, spot: Point) -> float:
    """Return how far a point is from a convex part, 0 inside."""
    if inside(part, *spot):
        return 0.0
    corners = part.corners
    return min(_from_line(a, b, spot) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))


def _from_line(a: Point, b: Point, spot: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return _between((a[0] + share * dx, a[1] + share * dy), spot)


def _between(a: Point, b: Point) -> float:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)
