"""Rectangular bases with a facing, such as those of vehicles (Musg, Do you need a ride?; rulings M343, M344).

A facing is a whole number of degrees to the left of straight down the map (towards greater y, which maps count from
the top), so that turning is exact and every platform comes to the same place. ``ahead`` of a base is where its front
points, ``right`` its right hand as the map shows it.

>>> car = Oblong(10.0, 10.0, 0, 2.0, 4.0)
>>> car.gap_to(10.0, 14.5, 0.5), car.moved(3.0).y, car.turned(90).gap_to(10.0, 14.5, 0.5)
(2.0, 13.0, 3.0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from math import sqrt
from typing import Final

from msgspec import Struct

from engines.musg.ground.shapes import Point, Polygon

_EXACT: Final = 1e-9
_COSINE: Final = 0.9998476951563913
_SINE: Final = 0.01745240643728351
"""Of one degree."""
_AT_ONCE: Final = 1e-6
"""What two edges that are struck at the same moment may differ by."""


class Quarter(StrEnum):
    """The four parts into which the lines through the corners of a base cut the table, and its edges (ruling M343)."""

    FRONT = "front"
    REAR = "rear"
    RIGHT = "right"
    LEFT = "left"


def _directions() -> tuple[Point, ...]:
    """Return the unit vector of every whole degree; the right angles are exact."""
    found: list[Point] = [(0.0, 1.0)]
    for _ in range(44):
        x, y = found[-1]
        found.append((x * _COSINE + y * _SINE, y * _COSINE - x * _SINE))
    half = sqrt(0.5)
    found.append((half, half))
    found += [(y, x) for x, y in found[44::-1]]
    while len(found) < 360:
        x, y = found[len(found) - 90]
        found.append((y, -x))
    return tuple(found)


DIRECTIONS: Final = _directions()
"""Which way each facing points, by degrees."""


class Oblong(Struct, frozen=True):
    """A rectangular base: its middle, its facing in degrees (0 to 359), and its sides in paces."""

    x: float
    y: float
    facing: int
    width: float
    length: float

    @property
    def ahead(self) -> Point:
        """The direction of its front."""
        return DIRECTIONS[self.facing]

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners: front right, rear right, rear left, front left."""
        return corners(self)

    def local(self, x: float, y: float) -> Point:
        """Return how far a point lies ahead of its middle and to its right."""
        ax, ay = DIRECTIONS[self.facing]
        dx, dy = x - self.x, y - self.y
        return dx * ax + dy * ay, dy * ax - dx * ay

    def point(self, ahead: float, right: float) -> Point:
        """Return the point so far ahead of its middle and to its right."""
        ax, ay = DIRECTIONS[self.facing]
        return self.x + ax * ahead - ay * right, self.y + ay * ahead + ax * right

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a point lies within; one on an edge does not."""
        ahead, right = self.local(x, y)
        return abs(ahead) < self.length / 2 - _EXACT and abs(right) < self.width / 2 - _EXACT

    def gap_to(self, x: float, y: float, radius: float = 0.0) -> float:
        """Return the paces from its edge to a round base (ruling M3), 0 where they touch or overlap."""
        ahead, right = self.local(x, y)
        far, wide = max(0.0, abs(ahead) - self.length / 2), max(0.0, abs(right) - self.width / 2)
        return max(0.0, sqrt(far * far + wide * wide) - radius)

    def nearest(self, x: float, y: float) -> Point:
        """Return the point of its ground nearest to another: on its edge, or that point itself where it lies within."""
        ahead, right = self.local(x, y)
        half, wide = self.length / 2, self.width / 2
        return self.point(max(-half, min(half, ahead)), max(-wide, min(wide, right)))

    def gap(self, other: Oblong) -> float:
        """Return the paces between two bases, 0 where they touch or overlap."""
        if self.overlaps(other):
            return 0.0
        mine = min(other.gap_to(x, y) for x, y in self.corners)
        return min(mine, min(self.gap_to(x, y) for x, y in other.corners))

    def overlaps(self, other: Oblong) -> bool:
        """Tell whether two bases overlap; touching is not overlapping."""
        return not (_apart(self, other) or _apart(other, self))

    def crosses(self, outline: tuple[Point, ...]) -> bool:
        """Tell whether it overlaps a convex outline; touching is not overlapping."""
        places = [self.local(x, y) for x, y in outline]
        if _beyond(self, places):
            return False
        mine = [self.local(x, y) for x, y in self.corners]
        middle = sum(ahead for ahead, _ in places) / len(places), sum(right for _, right in places) / len(places)
        for (ax, ay), (bx, by) in zip(places, (*places[1:], places[0]), strict=True):
            dx, dy = bx - ax, by - ay
            size = sqrt(dx * dx + dy * dy)
            inner = dx * (middle[1] - ay) - dy * (middle[0] - ax)
            if size and max((dx * (y - ay) - dy * (x - ax)) * inner for x, y in mine) <= 1e-6 * size * abs(inner):
                return False
        return True

    def covers(self, x: float, y: float, radius: float) -> bool:
        """Tell whether a round base overlaps it; one that touches it does not."""
        ahead, right = self.local(x, y)
        far, wide = max(0.0, abs(ahead) - self.length / 2), max(0.0, abs(right) - self.width / 2)
        return far * far + wide * wide < radius * radius - 1e-6 or self.contains(x, y)

    def moved(self, paces: float) -> Oblong:
        """Return it after a straight drive; backwards for a negative number. Places are rounded to a thousandth."""
        x, y = self.point(paces, 0.0)
        return Oblong(round(x, 3), round(y, 3), self.facing, self.width, self.length)

    def turned(self, degrees: int) -> Oblong:
        """Return it turned about its middle (Musg, Les virages), to the right for a positive number."""
        return Oblong(self.x, self.y, (self.facing - degrees) % 360, self.width, self.length)

    def swept(self, paces: float) -> Oblong:
        """Return all the ground that a straight drive rolls over, as a longer base."""
        x, y = self.point(paces / 2, 0.0)
        return Oblong(x, y, self.facing, self.width, self.length + abs(paces))

    def turning(self, degrees: int, pitch: int = 1) -> Iterator[Oblong]:
        """Give the places of a turn every so many degrees, the last one included."""
        step = pitch if degrees > 0 else -pitch
        for turn in range(step, degrees, step):
            yield self.turned(turn)
        if degrees:
            yield self.turned(degrees)

    def quarters(self, x: float, y: float) -> tuple[Quarter, ...]:
        """Return the quarter in which a point lies, two when it lies on the line between them (ruling M343)."""
        ahead, right = self.local(x, y)
        along, across = abs(ahead) * self.width, abs(right) * self.length
        found = []
        if along >= across - _EXACT:
            found.append(Quarter.FRONT if ahead > 0 else Quarter.REAR)
        if across >= along - _EXACT:
            found.append(Quarter.RIGHT if right > 0 else Quarter.LEFT)
        return tuple(found)

    def meets_round(self, x: float, y: float, radius: float, paces: float) -> float | None:
        """Return after how many paces of a straight drive it touches a round base, ``None`` if it does not.

        What stands beside it or behind is not met. ``paces`` below 0: it backs.
        """
        ahead, right = self.local(x, y)
        if paces < 0:
            ahead = -ahead
        beside = abs(right) - self.width / 2
        if beside >= radius - _EXACT:
            return None
        reach = radius if beside <= 0 else sqrt(radius * radius - beside * beside)
        until = ahead - reach - self.length / 2
        behind = ahead + reach + self.length / 2 <= _EXACT or ahead < 0
        return None if behind or until > abs(paces) + _EXACT else max(0.0, until)

    def meets(self, outline: tuple[Point, ...], paces: float) -> tuple[float, tuple[int, ...]] | None:
        """Return after how many paces of a straight drive it touches a convex outline, and which edges it strikes.

        Edge n runs from corner n to the next one. ``None`` when nothing is in its way. ``paces`` below 0: it backs.
        """
        sign = -1.0 if paces < 0 else 1.0
        half, wide = self.length / 2, self.width / 2
        corners = []
        for x, y in outline:
            ahead, right = self.local(x, y)
            corners.append((ahead * sign, right))
        if max(ahead for ahead, _ in corners) <= half + _EXACT:
            return None
        middle = sum(ahead for ahead, _ in corners) / len(corners), sum(right for _, right in corners) / len(corners)
        struck: list[tuple[float, int]] = []
        for number, (ahead, right) in enumerate(corners):
            after, beyond = corners[(number + 1) % len(corners)]
            low, high = max(min(right, beyond), -wide), min(max(right, beyond), wide)
            if high - low <= _EXACT:
                continue  # it lies along the way, or beside it
            slope = (after - ahead) / (beyond - right)
            if ahead + slope * (middle[1] - right) < middle[0]:  # it faces the one who comes
                struck += [(ahead + slope * (side - right) - half, number) for side in (low, high)]
        if not struck:
            return None
        first = min(until for until, _ in struck)
        if first > abs(paces) + _EXACT:
            return None
        return max(0.0, first), tuple(dict.fromkeys(n for until, n in struck if until <= first + _AT_ONCE))

    def outline(self) -> Polygon:
        """Return its shape on the table."""
        return Polygon(tuple((round(x, 4), round(y, 4)) for x, y in self.corners))


EDGES: Final = (Quarter.RIGHT, Quarter.REAR, Quarter.LEFT, Quarter.FRONT)
"""Which edge each number of ``Oblong.meets`` is, for the corners of another such base."""


@cache
def _halves(width: float, length: float) -> tuple[Point, ...]:
    return ((length / 2, width / 2), (-length / 2, width / 2), (-length / 2, -width / 2), (length / 2, -width / 2))


def corners(base: Oblong) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a base: front right, rear right, rear left, front left."""
    a, b, c, d = [base.point(ahead, right) for ahead, right in _halves(base.width, base.length)]
    return a, b, c, d


def _apart(one: Oblong, other: Oblong) -> bool:
    """Tell whether an edge of the first lies between the two."""
    return _beyond(one, [one.local(x, y) for x, y in other.corners])


def _beyond(base: Oblong, places: Sequence[Point]) -> bool:
    """Tell whether points, as the base sees them, all lie beyond one of its edges."""
    half, wide = base.length / 2 - 1e-6, base.width / 2 - 1e-6
    return (
        min(ahead for ahead, _ in places) >= half
        or max(ahead for ahead, _ in places) <= -half
        or min(right for _, right in places) >= wide
        or max(right for _, right in places) <= -wide
    )
