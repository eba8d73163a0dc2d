"""What a straight leg over the table costs, and what blocks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final, final

from engines.musg.ground.corners import Corner, Known, Leg, Link, Node
from engines.musg.ground.geometry import Part, Span, clip, covered, grown, inside
from engines.musg.ground.layout import Climb, Form, Ground
from engines.musg.ground.table import STEP, TOUCH, Table
from engines.musg.ground.turns import Foe, Turns

FREE: Final = -1
ANY_OBSTACLE: Final = 1e3
"""Higher than anything on a table."""
_HAIR: Final = 1e-7
"""An end on an outline is outside, as for ``inside``: what remains of the leg there counts, however short."""
_GRAZE: Final = 4 * _HAIR
"""A share of a leg so long that what an end on an outline takes from it does not matter."""
_ROUGH: Final = 0
_SHUT: Final = 1
_WALL: Final = 2
_LEVEL: Final = 3


@final
@dataclass(eq=False, slots=True)
class _Obstacle:
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
    joined: str


type _Boxed = tuple[float, float, float, float, int, Part, _Obstacle]
"""An obstacle after its left, right, top and bottom, its kind, and the part of it that a leg must meet to matter."""


@final
class _Top:
    __slots__ = ("climb", "end", "height", "joined", "piece", "stands", "start")

    def __init__(
        self, start: float, end: float, height: float, climb: Climb, piece: int, stands: bool, joined: str
    ) -> None:
        self.start = start
        self.end = end
        self.height = height
        self.climb = climb
        self.piece = piece
        self.stands = stands
        self.joined = joined


_NO_PIECE: Final = _Top(0.0, 1.0, 0.0, Climb.CLIMB, FREE, False, "")


_BLOCK: Final = 4.0
"""The side of the squares of a table for which the obstacles nearby are listed, in paces."""
_ACROSS: Final = 256
"""More squares than any leg comes near, on the largest table or off it."""


class Ways:
    """The ways over one table for one size of base and one manner of moving. Use ``ways_of``."""

    def __init__(
        self, table: Table, radius: float, ignores_difficult: bool, climb: float, scales: float, most: float
    ) -> None:
        self._climb = climb
        self._scales = scales
        self._known = Known()
        self._obstacles = tuple(
            obstacle
            for index, part in table.parts
            for obstacle in _obstacles(table, index, part, radius, ignores_difficult, most)
        )
        self._blocks: dict[int, tuple[_Boxed, ...]] = {}
        solid = tuple([(one.piece, one.wide) for one in self._obstacles if one.kind != _ROUGH])
        self.turns = Turns(table, radius, solid)

    def leg(self, ax: float, ay: float, az: float, bx: float, by: float, *, lenient: bool = False) -> Leg:
        """Return what it takes to go straight from a point (feet at ``az``) to another.

        ``lenient``: the leg may end or pass where a base would cut into the side of a level.
        """
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        rough: list[Span] | None = None
        steep: list[tuple[_Obstacle, Span]] = []
        dear: list[int] = []
        first, last, above, below = int(left / _BLOCK), int(right / _BLOCK), int(top / _BLOCK), int(bottom / _BLOCK)
        block = ((first * _ACROSS + last) * _ACROSS + above) * _ACROSS + below
        near = self._blocks.get(block)
        if near is None:
            near = self._blocks[block] = self._within(first, last, above, below)
        for box_left, box_right, box_top, box_bottom, kind, part, obstacle in near:
            if box_left >= right or box_right <= left or box_top >= bottom or box_bottom <= top:
                continue
            span = clip(part, ax, ay, dx, dy)
            if span is None:
                continue
            if kind == _SHUT:
                return Leg(length, 0.0, az, obstacle.piece, ())
            if kind == _ROUGH:
                dear.append(obstacle.piece)
                rough = [*rough, span] if rough else [span]
            else:
                steep.append((obstacle, span))
        slow = 2.0 * length * covered(rough) if rough else 0.0
        cost = length + slow / 2
        if not az:
            if not steep:
                return Leg(cost, slow, 0.0, FREE, tuple(dear))
            alone = self._alone(steep[0][0], steep[0][1], ax, ay, dx, dy, dear, lenient) if len(steep) == 1 else None
            if alone:
                return Leg(cost + alone[0], slow, alone[1], alone[2], tuple(dear))
        extra, height, blocked = self._heights(steep, ax, ay, az, dx, dy, dear, lenient)
        return Leg(cost + extra, slow, height, blocked, tuple(dear))

    def known(self) -> Known:
        """Return what is remembered of these ways: the same corners of the terrain come up ever again."""
        if self._known.full():
            self._known = Known()
        return self._known

    def leg_of(self, corner: Corner, link: Link) -> Leg:
        """Return the leg from a corner straight to a point, remembered there."""
        found = link.leg
        if found is None:
            node = link.node
            found = link.leg = self.leg(corner.x, corner.y, corner.z, node.x, node.y)
        return found

    def outline(self, known: Known, piece: int) -> list[Node]:
        """Return the points where a way may turn round a piece."""
        found = known.outlines.get(piece)
        if found is None:
            found = known.outlines[piece] = [known.node(x, y) for x, y in self.turns.outline(piece)]
        return found

    def ring(self, known: Known, foe: Foe) -> list[Node]:
        """Return the points round a foe where the mover could stand."""
        key = (foe.x, foe.y, foe.reach)
        found = known.rings.get(key)
        if found is None:
            found = known.rings[key] = [known.node(x, y) for x, y in self.turns.ring(foe)]
        return found

    def _within(self, left: int, right: int, top: int, bottom: int) -> tuple[_Boxed, ...]:
        """Return the obstacles that reach into a part of the table, given by its outermost squares."""
        return tuple(
            (one.left, one.right, one.top, one.bottom, one.kind, one.true if one.kind == _ROUGH else one.wide, one)
            for one in self._obstacles
            if one.left < (right + 1) * _BLOCK
            and one.right > left * _BLOCK
            and one.top < (bottom + 1) * _BLOCK
            and one.bottom > top * _BLOCK
        )

    def _alone(
        self, obstacle: _Obstacle, met: Span, ax: float, ay: float, dx: float, dy: float, dear: list[int], lenient: bool
    ) -> tuple[float, float, int] | None:
        """Return what ``_heights`` does where a leg that begins on the table itself meets one obstacle only.

        Most legs do. ``met``: its share where a base does so. ``None`` when it is barely touched.
        """
        height, climb, wall = obstacle.height, obstacle.climb, obstacle.kind == _WALL
        part = obstacle.wide if wall else obstacle.true
        low = height <= STEP or climb is Climb.FREE
        span = met if wall else clip(part, ax, ay, dx, dy)
        if span is None:
            return 0.0, 0.0, FREE if lenient or low else obstacle.piece
        start, end = span
        if end - start < _GRAZE:
            return None
        if end > 1.0 - _HAIR and not inside(part, ax + dx, ay + dy):
            end = 1.0 - _HAIR
        ends = 1.0 - end <= 1e-9
        if low:
            return 0.0, height if ends else 0.0, FREE
        if climb is Climb.NEVER or (climb is Climb.GEAR and self._scales < height):
            return 0.0, 0.0, obstacle.piece
        dear.append(obstacle.piece)
        if ends:
            return height * self._climb, height, FREE
        return height * self._climb + height * min(1.0, self._climb), 0.0, FREE

    def _heights(
        self,
        steep: Sequence[tuple[_Obstacle, Span]],
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
        sides: list[tuple[_Obstacle, Span]] = []
        for obstacle, met in steep:
            wall = obstacle.kind == _WALL
            part = obstacle.wide if wall else obstacle.true
            span: Span | None = met if wall else clip(part, ax, ay, dx, dy)
            if span:
                if span[1] > 1.0 - _HAIR and not inside(part, ax + dx, ay + dy):
                    span = (span[0], 1.0 - _HAIR)
                if span[0] < _HAIR and not inside(part, ax, ay):
                    span = (_HAIR, span[1])
                stands = obstacle.kind == _LEVEL
                tops.append(
                    _Top(span[0], span[1], obstacle.height, obstacle.climb, obstacle.piece, stands, obstacle.joined)
                )
            else:
                sides.append((obstacle, met))
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
            for obstacle, met in sides:
                if obstacle.piece in entered or obstacle.climb is Climb.FREE:
                    continue
                if any(
                    obstacle.height - feet_there > STEP
                    for since, until, feet_there in stood
                    if since < met[1] - 1e-9 and until > met[0] + 1e-9
                ):
                    return 0.0, feet, obstacle.piece
        return cost, feet, FREE

    def _vertical(self, rise: float, piece: _Top, other: _Top) -> float:
        """Return the price of a change of height onto, off or over a piece (ruling M55); negative: it cannot be done.

        Slopes and stairs are free, and so is stepping from them onto the levels they are joined to (``other``), or
        back (ruling M302).
        """
        if -STEP <= rise <= STEP or piece.climb is Climb.FREE:
            return 0.0
        if piece.joined and piece.joined == other.joined and other.climb is Climb.FREE:
            return 0.0
        if piece.climb is Climb.NEVER or (piece.climb is Climb.GEAR and self._scales < abs(rise)):
            return -1.0
        return rise * self._climb if rise > 0 else -rise * min(1.0, self._climb)


def ways_of(
    table: Table, radius: float, ignores_difficult: bool, climb: float, scales: float, most: float = ANY_OBSTACLE
) -> Ways:
    """Return the ways for a manner of moving; the same object for the same question."""
    key = (radius, ignores_difficult, climb, scales, most)
    found: Ways | None = table.memory.get(key)
    if found is None:
        found = table.memory[key] = Ways(table, radius, ignores_difficult, climb, scales, most)
    return found


def past_foes(foes: list[Foe], ax: float, ay: float, bx: float, by: float) -> int:
    """Return ``FREE`` when a leg passes all foes, else ``FREE - 1 - n`` for the n-th, counted from 0.

    Whoever is in contact at the start may leave, but not push on.
    """
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    number = -1
    for foe in foes:
        number += 1
        cx, cy = foe.x - ax, foe.y - ay
        along = cx * dx + cy * dy
        if along <= 1e-9:  # behind, or beside
            continue
        near = foe.reach * foe.reach
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
    if len(tops) == 1 and tops[0].start < tops[0].end:
        top = tops[0]
        alone = ((0.0, top.start, _NO_PIECE), (top.start, top.end, top), (top.end, 1.0, _NO_PIECE))
        return [stage for stage in alone if stage[1] - stage[0] > 1e-9]
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


def _obstacles(
    table: Table, index: int, part: Part, radius: float, ignores_difficult: bool, most: float
) -> list[_Obstacle]:
    piece = table.pieces[index]
    wide = grown(part, radius)
    climb = Climb.NEVER if piece.height > most and piece.climb is not Climb.FREE else piece.climb

    def obstacle(kind: int, box: Part) -> _Obstacle:
        joined = piece.joined if kind == _LEVEL else ""
        return _Obstacle(box.left, box.top, box.right, box.bottom, kind, index, part, wide, piece.height, climb, joined)

    if piece.ground is Ground.IMPASSABLE and piece.form is not Form.WALL:
        return [obstacle(_SHUT, wide)]
    if piece.form is Form.WALL:
        return [obstacle(_SHUT if climb is Climb.NEVER else _WALL, wide)]
    found = [obstacle(_LEVEL, wide)] if piece.form is Form.LEVEL else []
    if piece.ground is Ground.DIFFICULT and not ignores_difficult:
        found.append(obstacle(_ROUGH, part))
    return found
