"""Where a way may turn: at the corners of what stands on the table, round foes, and on slopes that lead up."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from engines.musg.ground.corners import Node
from engines.musg.ground.geometry import Part, grown, ring, thousandths
from engines.musg.ground.layout import Climb, Form
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import TOUCH, Table

MARGIN: Final = 0.004
"""How far outside an obstacle the corners lie that a way turns round."""


@final
class Foe:
    """What cannot be passed: where it is, and how near the mover's centre may come."""

    __slots__ = ("reach", "x", "y")

    def __init__(self, x: float, y: float, reach: float) -> None:
        self.x = x
        self.y = y
        self.reach = reach


class Turns:
    """The turning points of one table for one size of base. ``solid`` are the pieces no base may overlap, grown."""

    def __init__(self, table: Table, radius: float, solid: tuple[tuple[int, Part], ...]) -> None:
        self._table = table
        self._radius = radius
        self._solid = solid
        self._corners: dict[int, tuple[Point, ...]] = {}
        self._clusters: dict[int, tuple[Point, ...]] = {}
        self._gates: dict[int, tuple[Point, ...]] = {}
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

    def outline(self, piece: int) -> tuple[Point, ...]:
        """Return where a way may turn round a piece: at its corners, and on the slopes that lead onto it."""
        return (*self.corners(piece), *self.gates(piece))

    def whole(self, piece: int) -> bool:
        """Tell whether all of these count: else only those outermost on either side (``outermost``) do.

        That is not enough for hollow pieces and those with slopes.
        """
        return piece in self._hollow or bool(self.gates(piece))

    def ring(self, foe: Foe) -> list[Point]:
        """Return the places round a foe where the mover could stand."""
        points = [(thousandths(px), thousandths(py)) for px, py in ring(foe.x, foe.y, foe.reach + MARGIN)]
        return [point for point in points if self._table.can_stand(point[0], point[1], self._radius)]

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


def outermost(corners: list[Node], ax: float, ay: float) -> list[Node]:
    """Return the corners that are outermost on either side, seen from a point; all of one or two.

    Seen from close beside a wall, the ends of the wall lie in opposite directions and are told apart only by the
    corners behind them: then all are looked at once more.
    """
    if len(corners) < 3:
        return corners
    right: Node | None = None
    up: Node | None = None
    opposite = False
    for node in corners:
        dx, dy = node.x - ax, node.y - ay
        if dx == 0.0 and dy == 0.0:
            continue
        if right is None or up is None:
            right = up = node
            continue
        turn = (right.x - ax) * dy - (right.y - ay) * dx
        if turn == 0.0:
            opposite = True
        elif turn < 0.0:
            right = node
        if (up.x - ax) * dy - (up.y - ay) * dx > 0.0:
            up = node
    if right is None or up is None:
        return []
    if opposite:
        for node in corners:
            dx, dy = node.x - ax, node.y - ay
            if (right.x - ax) * dy - (right.y - ay) * dx < 0.0:
                right = node
            if (up.x - ax) * dy - (up.y - ay) * dx > 0.0:
                up = node
    return [right, up]


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
