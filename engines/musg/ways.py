"""What a straight leg over the table costs, what blocks it, and the corners round which a way may turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.geometry import Part, Point, Span, clip, covered, grown, inside
from engines.musg.table import STEP, TOUCH, Climb, Form, Ground, Table

FREE: Final = -1
MARGIN: Final = 0.004
"""How far outside an obstacle the corners lie that a way turns round."""
_HAIR: Final = 1e-7
"""An end on an outline is outside, as for ``inside``: what remains of the leg there counts, however short."""
_ROUGH, _SHUT, _WALL, _LEVEL = range(4)

type Foe = tuple[float, float, float]
"""What cannot be passed: x, y and how near the mover's centre may come."""


class Leg(NamedTuple):
    """A straight leg: its cost and the share of it spent in difficult ground (paces of the allowance).

    ``height``: of the feet at its end. ``blocked``: the number of the piece in the way, ``FREE`` if none, below
    ``FREE`` for a foe. ``dear``: pieces that made it cost more than its length.
    """

    cost: float
    rough: float
    height: float
    blocked: int
    dear: tuple[int, ...]


class _Obstacle(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    kind: int
    piece: int
    true: Part
    wide: Part
    height: float
    climb: Climb


class _Top(NamedTuple):
    start: float
    end: float
    height: float
    climb: Climb
    piece: int
    stands: bool


_NO_PIECE: Final = _Top(0.0, 1.0, 0.0, Climb.CLIMB, FREE, False)


_MEMORY: Final = 40_000
"""How many legs are remembered at most, for each manner of moving."""


class Ways:
    """The ways over one table for one size of base and one manner of moving. Use ``ways_of``."""

    def __init__(self, table: Table, radius: float, ignores_difficult: bool, climb: float, scales: float) -> None:
        self.table = table
        self.radius = radius
        self._climb = climb
        self._scales = scales
        self._corners: dict[int, tuple[Point, ...]] = {}
        self._legs: dict[tuple[float, float, float, float, float], Leg] = {}
        self._clusters: dict[int, tuple[Point, ...]] = {}
        self._gates: dict[int, tuple[Point, ...]] = {}
        pieces = [index for index, _ in table.parts]
        self.hollow = frozenset(index for index in pieces if pieces.count(index) > 1)
        self._obstacles = tuple(
            obstacle
            for index, part in table.parts
            for obstacle in _obstacles(table, index, part, radius, ignores_difficult)
        )

    def leg(self, ax: float, ay: float, az: float, bx: float, by: float, *, lenient: bool = False) -> Leg:
        """Return what it takes to go straight from a point (feet at ``az``) to another.

        ``lenient``: the leg may end or pass where a base would cut into the side of a level.
        """
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        rough: list[Span] | None = None
        steep: list[_Obstacle] | None = None
        dear: list[int] = []
        for obstacle in self._obstacles:
            if obstacle[0] >= right or obstacle[2] <= left or obstacle[1] >= bottom or obstacle[3] <= top:
                continue
            kind = obstacle[4]
            if kind == _SHUT:
                if clip(obstacle[7], ax, ay, dx, dy):
                    return Leg(length, 0.0, az, obstacle[5], ())
            elif kind == _ROUGH:
                span = clip(obstacle[6], ax, ay, dx, dy)
                if span:
                    dear.append(obstacle[5])
                    rough = [*rough, span] if rough else [span]
            elif clip(obstacle[7], ax, ay, dx, dy):
                steep = [*steep, obstacle] if steep else [obstacle]
        slow = 2.0 * length * covered(rough) if rough else 0.0
        cost = length + slow / 2
        if steep is None and not az:
            return Leg(cost, slow, 0.0, FREE, tuple(dear))
        extra, height, blocked = self._heights(steep or [], ax, ay, az, dx, dy, dear, lenient)
        return Leg(cost + extra, slow, height, blocked, tuple(dear))

    def known_leg(self, key: tuple[float, float, float, float, float]) -> Leg:
        """Return ``leg(*key)``, remembered: between corners of the terrain the same legs are tried time and again."""
        found = self._legs.get(key)
        if found is None:
            if len(self._legs) >= _MEMORY:
                self._legs.clear()
            found = self._legs[key] = self.leg(*key)
        return found

    def corners(self, piece: int) -> tuple[Point, ...]:
        """Return the points where a way may turn round a piece. Remembered."""
        found = self._corners.get(piece)
        if found is None:
            wide = any(obstacle.piece == piece and obstacle.kind != _ROUGH for obstacle in self._obstacles)
            margin = MARGIN + (self.radius if wide else 0.0)
            points = (
                (round(x, 3), round(y, 3))
                for index, part in self.table.parts
                if index == piece
                for x, y in grown(part, margin).corners
            )
            found = self._corners[piece] = tuple(
                point for point in dict.fromkeys(points) if self.table.can_stand(*point, self.radius)
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
            points = dict.fromkeys(point for one in sorted(together) for point in self.corners(one))
            found = tuple(points)
            for one in together:
                self._clusters[one] = found
        return found

    def _neighbours(self, piece: int) -> set[int]:
        """Return the pieces whose surroundings, a base's radius wide, overlap those of a piece (their boxes do)."""
        solid = [obstacle for obstacle in self._obstacles if obstacle.kind != _ROUGH]
        return {
            other.piece
            for own in solid
            if own.piece == piece
            for other in solid
            if own.left < other.right and own.right > other.left and own.top < other.bottom and own.bottom > other.top
        }

    def gates(self, piece: int) -> tuple[Point, ...]:
        """Return points on the slopes and stairs that lead onto a level, and where they lead to. Remembered."""
        found = self._gates.get(piece)
        if found is None:
            found = self._gates[piece] = tuple(_gates(self.table, piece))
        return found

    def _heights(
        self,
        steep: Sequence[_Obstacle],
        ax: float,
        ay: float,
        az: float,
        dx: float,
        dy: float,
        dear: list[int],
        lenient: bool,
    ) -> tuple[float, float, int]:
        """Return what going up and down costs, the height of the feet at the end, and which piece forbids it."""
        tops: list[_Top] = []
        sides: list[_Obstacle] = []
        for obstacle in steep:
            part = obstacle.wide if obstacle.kind == _WALL else obstacle.true
            span = clip(part, ax, ay, dx, dy)
            if span:
                if span[1] > 1.0 - _HAIR and not inside(part, ax + dx, ay + dy):
                    span = (span[0], 1.0 - _HAIR)
                if span[0] < _HAIR and not inside(part, ax, ay):
                    span = (_HAIR, span[1])
                stands = obstacle.kind == _LEVEL
                tops.append(_Top(span[0], span[1], obstacle.height, obstacle.climb, obstacle.piece, stands))
            else:
                sides.append(obstacle)
        stages = _stages(tops)
        feet, cost = az, 0.0
        stood: list[tuple[float, float, float]] = []
        before = _NO_PIECE
        for number, (start, end, top) in enumerate(stages):
            rise = top.height - feet
            if rise and not (number == 0 and rise < -TOUCH and len(stages) > 1 and stages[1][2].height >= feet):
                mover = top if rise > 0 else before
                more = self._vertical(rise, mover, before if rise > 0 else top)
                if more < 0:
                    return 0.0, feet, mover.piece
                if more:
                    dear.append(mover.piece)
                    cost += more
                feet = top.height
            stood.append((start, end, feet))
            before = top
        if sides and not lenient:
            entered = {top.piece for top in tops}
            for obstacle in sides:
                if obstacle.piece in entered or obstacle.climb is Climb.FREE:
                    continue
                span = clip(obstacle.wide, ax, ay, dx, dy)
                if span and any(
                    obstacle.height - feet_there > STEP
                    for since, until, feet_there in stood
                    if since < span[1] - 1e-9 and until > span[0] + 1e-9
                ):
                    return 0.0, feet, obstacle.piece
        return cost, feet, FREE

    def _vertical(self, rise: float, piece: _Top, other: _Top) -> float:
        """Return the price of a change of height onto, off or over a piece (ruling M55); negative: it cannot be done.

        Slopes and stairs are free, and so is stepping from them onto what they lead up to (``other``), or back.
        """
        if -STEP <= rise <= STEP or piece.climb is Climb.FREE:
            return 0.0
        if piece.stands and other.stands and other.climb is Climb.FREE:
            return 0.0
        if piece.climb is Climb.NEVER or (piece.climb is Climb.GEAR and self._scales < abs(rise)):
            return -1.0
        return rise * self._climb if rise > 0 else -rise * min(1.0, self._climb)


def ways_of(table: Table, radius: float, ignores_difficult: bool, climb: float, scales: float) -> Ways:
    """Return the ways for a manner of moving; the same object for the same question."""
    key = (radius, ignores_difficult, climb, scales)
    found: Ways | None = table.memory.get(key)
    if found is None:
        found = table.memory[key] = Ways(table, radius, ignores_difficult, climb, scales)
    return found


def past_foes(foes: Sequence[Foe], ax: float, ay: float, bx: float, by: float) -> int:
    """Return ``FREE`` when a leg passes all foes, else ``FREE - 1 - n`` for the n-th, counted from 0.

    Whoever is in contact at the start may leave, but not push on.
    """
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for number, (x, y, reach) in enumerate(foes):
        cx, cy = x - ax, y - ay
        along = cx * dx + cy * dy
        if along <= 1e-9:  # behind, or beside
            continue
        near = reach * reach
        aside = cx * dy - cy * dx
        if aside * aside >= near * square and cx * cx + cy * cy > near:
            continue
        if along < square or cx * cx + cy * cy <= near or cx * cx + cy * cy - 2 * along + square < near:
            return FREE - 1 - number
    return FREE


def _stages(tops: Sequence[_Top]) -> list[tuple[float, float, _Top]]:
    """Cut a leg where the ground's height changes; on each stage the highest piece counts."""
    if not tops:
        return [(0.0, 1.0, _NO_PIECE)]
    cuts = sorted({0.0, 1.0, *[top.start for top in tops], *[top.end for top in tops]})
    stages = []
    for start, end in pairwise(cuts):
        if end - start > 1e-9:
            highest = _NO_PIECE
            for top in tops:
                if top.start < end and top.end > start and top.height > highest.height:
                    highest = top
            stages.append((start, end, highest))
    return stages


def _gates(table: Table, index: int) -> list[Point]:
    if table.pieces[index].form is not Form.LEVEL or table.pieces[index].climb is Climb.FREE:
        return []
    found: list[Point] = []
    for number, part in table.parts:
        slope = table.pieces[number]
        if slope.form is not Form.LEVEL or slope.climb is not Climb.FREE or slope.height >= table.pieces[index].height:
            continue
        x, y = (part.left + part.right) / 2, (part.top + part.bottom) / 2
        for own, level in table.parts:
            if own == index:
                near_x, near_y = max(level.left, min(x, level.right)), max(level.top, min(y, level.bottom))
                dx, dy = near_x - x, near_y - y
                size = sqrt(dx * dx + dy * dy)
                if 0 < size <= max(part.right - part.left, part.bottom - part.top) / 2 + TOUCH:
                    found += [(round(x, 3), round(y, 3))]
                    found += [(round(near_x + dx / size * 0.6, 3), round(near_y + dy / size * 0.6, 3))]
    return found


def _obstacles(table: Table, index: int, part: Part, radius: float, ignores_difficult: bool) -> list[_Obstacle]:
    piece = table.pieces[index]
    wide = grown(part, radius)

    def obstacle(kind: int, box: Part) -> _Obstacle:
        return _Obstacle(box.left, box.top, box.right, box.bottom, kind, index, part, wide, piece.height, piece.climb)

    if piece.ground is Ground.IMPASSABLE and piece.form is not Form.WALL:
        return [obstacle(_SHUT, wide)]
    if piece.form is Form.WALL:
        return [obstacle(_SHUT if piece.climb is Climb.NEVER else _WALL, wide)]
    found = [obstacle(_LEVEL, wide)] if piece.form is Form.LEVEL else []
    if piece.ground is Ground.DIFFICULT and not ignores_difficult:
        found.append(obstacle(_ROUGH, part))
    return found
