"""Where a way may turn: at the corners of what stands on the table, round foes, and on slopes that lead up."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.ground.geometry import Part, grown, ring, thousandths
from engines.musg.ground.layout import Climb, Form
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import TOUCH, Table

type Foe = tuple[float, float, float]
"""What cannot be passed: x, y and how near the mover's centre may come."""

MARGIN: Final = 0.004
"""How far outside an obstacle the corners lie that a way turns round."""
_MEMORY: Final = 40_000
"""How many answers are remembered at most of each kind."""


class Turns:
    """The turning points of one table for one size of base. ``solid`` are the pieces no base may overlap, grown."""

    def __init__(self, table: Table, radius: float, solid: tuple[tuple[int, Part], ...]) -> None:
        self._table = table
        self._radius = radius
        self._solid = solid
        self._corners: dict[int, tuple[Point, ...]] = {}
        self._clusters: dict[int, tuple[Point, ...]] = {}
        self._gates: dict[int, tuple[Point, ...]] = {}
        self._rings: dict[Foe, tuple[Point, ...]] = {}
        pieces = [index for index, _ in table.parts]
        self._hollow = frozenset(index for index in pieces if pieces.count(index) > 1)

    def corners(self, piece: int) -> tuple[Point, ...]:
        """Return the points where a way may turn round a piece. Remembered."""
        found = self._corners.get(piece)
        if found is None:
            margin = MARGIN + (self._radius if any(piece == solid for solid, _ in self._solid) else 0.0)
            points = [
                (thousandths(x), thousandths(y))
                for index, part in self._table.parts
                if index == piece
                for x, y in grown(part, margin).corners
            ]
            found = self._corners[piece] = tuple(
                point for point in dict.fromkeys(points) if self._table.can_stand(point[0], point[1], self._radius)
            )
        return found

    def cluster(self, piece: int) -> tuple[Point, ...]:
        """Return the corners of a piece and of all that stands so close that nobody passes between. Remembered."""
        found = self._clusters.get(piece)
        if found is None:
            together = {piece}
            pending = [piece]
            while pending:
                one = pending.pop()
                for near in self._neighbours(one) - together:
                    together.add(near)
                    pending.append(near)
            points = dict.fromkeys([point for one in sorted(together) for point in self.corners(one)])
            found = tuple(points)
            for one in together:
                self._clusters[one] = found
        return found

    def around(self, piece: int) -> tuple[Point, ...]:
        """Return all points where a way may turn round a piece and what stands close to it, or lead onto it."""
        return (*self.cluster(piece), *self.gates(piece))

    def outline(self, piece: int, x: float, y: float) -> tuple[Point, ...]:
        """Return where a way from a point may turn round a piece: on its outermost corners.

        Where that is not enough, for hollow pieces and those with slopes: all of its corners, and the slopes.
        """
        corners, gates = self.corners(piece), self.gates(piece)
        return (*corners, *gates) if gates or piece in self._hollow else outermost(corners, x, y)

    def ring(self, foe: Foe) -> tuple[Point, ...]:
        """Return the places round a foe where the mover could stand. Remembered."""
        found = self._rings.get(foe)
        if found is None:
            if len(self._rings) >= _MEMORY:
                self._rings.clear()
            x, y, reach = foe
            points = [(thousandths(px), thousandths(py)) for px, py in ring(x, y, reach + MARGIN)]
            found = tuple(point for point in points if self._table.can_stand(point[0], point[1], self._radius))
            self._rings[foe] = found
        return found

    def gates(self, piece: int) -> tuple[Point, ...]:
        """Return points on the slopes and stairs that lead onto a level, and where they lead to. Remembered."""
        found = self._gates.get(piece)
        if found is None:
            found = self._gates[piece] = tuple(_gates(self._table, piece))
        return found

    def _neighbours(self, piece: int) -> set[int]:
        """Return the pieces whose surroundings, a base's radius wide, overlap those of a piece (their boxes do)."""
        return {
            other
            for solid, own in self._solid
            if solid == piece
            for other, box in self._solid
            if own.left < box.right and own.right > box.left and own.top < box.bottom and own.bottom > box.top
        }


def outermost(corners: tuple[Point, ...], ax: float, ay: float) -> tuple[Point, ...]:
    """Return the corners that are outermost on either side, seen from a point; all of one or two.

    Seen from close beside a wall, the ends of the wall lie in opposite directions and are told apart only by the
    corners behind them: then all are looked at once more.
    """
    if len(corners) < 3:
        return corners
    right = up = None
    opposite = False
    for point in corners:
        dx, dy = point[0] - ax, point[1] - ay
        if dx == 0.0 == dy:
            continue
        if right is None or up is None:
            right = up = point
            continue
        turn = (right[0] - ax) * dy - (right[1] - ay) * dx
        opposite |= turn == 0.0
        if turn < 0:
            right = point
        if (up[0] - ax) * dy - (up[1] - ay) * dx > 0:
            up = point
    if right is None or up is None:
        return ()
    for point in corners if opposite else ():
        dx, dy = point[0] - ax, point[1] - ay
        if (right[0] - ax) * dy - (right[1] - ay) * dx < 0:
            right = point
        if (up[0] - ax) * dy - (up[1] - ay) * dx > 0:
            up = point
    return right, up


def _gates(table: Table, index: int) -> list[Point]:
    level_piece = table.pieces[index]
    if level_piece.form is not Form.LEVEL or level_piece.climb is Climb.FREE or not level_piece.joined:
        return []
    found: list[Point] = []
    for number, part in table.parts:
        slope = table.pieces[number]
        if slope.form is not Form.LEVEL or slope.climb is not Climb.FREE or slope.joined != level_piece.joined:
            continue
        if slope.height >= level_piece.height:
            continue
        x, y = (part.left + part.right) / 2, (part.top + part.bottom) / 2
        for own, level in table.parts:
            if own == index:
                near_x, near_y = max(level.left, min(x, level.right)), max(level.top, min(y, level.bottom))
                dx, dy = near_x - x, near_y - y
                size = sqrt(dx * dx + dy * dy)
                if 0 < size <= max(part.right - part.left, part.bottom - part.top) / 2 + TOUCH:
                    found += [(thousandths(x), thousandths(y))]
                    found += [(thousandths(near_x + dx / size * 0.6), thousandths(near_y + dy / size * 0.6))]
    return found
