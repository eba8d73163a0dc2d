"""The table: its size in paces, the terrain on it, and figures as round bases that stand somewhere on it.

A figure's place is a ``Base``: ``(x, y, z, radius)`` in paces, ``z`` being how high its feet are. Places are rounded to
a thousandth of a pace. Distances run from base edge to base edge (ruling M3) and every limit is inclusive (ruling M2).

>>> distance((0.0, 0.0, 0.0, 0.5), (10.0, 0.0, 0.0, 0.5))
9.0
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Any, Final, final

from engines.musg.ground.cells import SQUARE, Cells
from engines.musg.ground.geometry import Part, depth, grown, inside, parts_of, thousandths
from engines.musg.ground.layout import Climb, Form, Ground, Layout, Piece, Veil, problems
from engines.musg.ground.rises import Rises
from engines.musg.ground.shapes import Circle

type Base = tuple[float, float, float, float]
"""Where a figure stands: x, y, height of its feet, radius of its base (all paces)."""

RADIUS: Final = 0.5
"""A 25 mm base at 25 mm to the pace (Musg, Mouvement)."""
BODY: Final = 1.25
"""How tall a figure is, in paces: 28 to 32 mm at 25 mm to the pace."""
EYES: Final = 1.1
"""How high its eyes are."""
STEP: Final = BODY / 2
"""What can be stepped over or onto for nothing: half a figure (ruling M55)."""
HIGHER: Final = 1.0
"""How much higher counts as above (ruling M102); also how far apart in height bases may still touch."""
GAP: Final = 0.002
"""What figures put in contact leave between their bases, so that rounding never makes them overlap."""
TOUCH: Final = 0.01
"""Bases no further apart than this are in contact (ruling M63)."""
_HAIR: Final = 1e-6


@final
class Blind:
    """What hides: the number of the piece, a circle round it to pass it over quickly, its height and its parts."""

    __slots__ = ("height", "kind", "parts", "piece", "radius", "x", "y")

    def __init__(
        self, piece: int, x: float, y: float, radius: float, height: float, kind: Veil, parts: tuple[Part, ...]
    ) -> None:
        self.piece = piece
        self.x, self.y, self.radius = x, y, radius
        self.height = height
        self.kind = kind
        self.parts = parts


class Table:
    """A layout made ready for questions. It never changes; ``views``, ``sights`` and ``memory`` only remember answers.

    ``veils`` are the pieces that hide something, ``blinds`` those of them that may hide somebody wholly.

    Use ``table_of(layout)`` to share one between battles. Raises ``ValueError`` when ``problems(layout)`` is not empty.
    """

    def __init__(self, layout: Layout) -> None:
        found = problems(layout)
        if found:
            raise ValueError("; ".join(f"{p.code} {p.params}" for p in found))
        self.layout = layout
        self.width = layout.width
        self.depth = layout.depth
        self.pieces = layout.pieces
        self.parts: tuple[tuple[int, Part], ...] = tuple(
            (index, part) for index, piece in enumerate(layout.pieces) for part in parts_of(piece.shape)
        )
        self.zones: tuple[tuple[Part, ...], ...] = tuple(parts_of(zone.shape) for zone in layout.zones)
        levels = [(index, part) for index, part in self.parts if layout.pieces[index].form is Form.LEVEL]
        self._levels = self._cells([(part, (layout.pieces[index].height, part)) for index, part in levels])
        self._level_squares, self._columns = self._levels.squares, self._levels.columns
        self.rises = Rises([part for _, part in levels])
        self._rough = tuple(part for index, part in self.parts if layout.pieces[index].ground is Ground.DIFFICULT)
        self.veils = tuple(_veil(index, piece) for index, piece in enumerate(layout.pieces) if _hides(piece))
        self.blinds = tuple(veil for veil in self.veils if veil.height >= EYES - _HAIR and veil.kind is not Veil.SCREEN)
        self.views: dict[int, object] = {}
        self.sights: dict[int, bool] = {}
        self.memory: dict[object, Any] = {}
        self._reach: dict[tuple[int, float], tuple[Part, ...]] = {}
        self._closed: dict[float, Cells[tuple[int, Part, Part]]] = {}
        self._usual = self._closed_for(RADIUS)

    def height_at(self, x: float, y: float) -> float:
        """Return how high the ground is: the top of the highest level there, else 0."""
        top = 0.0
        for height, part in self._levels.near(x, y):
            if height > top and inside(part, x, y):
                top = height
        return top

    def ground_at(self, x: float, y: float) -> Ground:
        """Return the kind of terrain at a point; impassable outside the table and within walls."""
        if not (0.0 <= x <= self.width and 0.0 <= y <= self.depth):
            return Ground.IMPASSABLE
        found = Ground.OPEN
        for index, part in self.parts:
            if part.left < x < part.right and part.top < y < part.bottom and inside(part, x, y):
                piece = self.pieces[index]
                if piece.form is Form.WALL or piece.ground is Ground.IMPASSABLE:
                    return Ground.IMPASSABLE
                if piece.ground is Ground.DIFFICULT:
                    found = Ground.DIFFICULT
        return found

    def is_rough(self, x: float, y: float) -> bool:
        """Tell whether a point lies in difficult terrain."""
        return any(inside(part, x, y) for part in self._rough)

    def can_stand(self, x: float, y: float, radius: float = RADIUS) -> bool:
        """Tell whether a base fits there: wholly on the table, in no wall, nothing impassable, no side of a level."""
        if not (radius <= x <= self.width - radius and radius <= y <= self.depth - radius):
            return False
        closed = self._usual if radius == RADIUS else self._closed_for(radius)
        for index, wide, true in closed.near(x, y):
            if inside(wide, x, y):
                piece = self.pieces[index]
                if piece.form is not Form.LEVEL or piece.ground is Ground.IMPASSABLE:
                    return False
                if not inside(true, x, y) and not self._beside(index, x, y):
                    return False
        return True

    def _closed_for(self, radius: float) -> Cells[tuple[int, Part, Part]]:
        """Return what a base of a radius may not stand in, or not just anywhere."""
        closed = self._closed.get(radius)
        if closed is None:
            solid = [(index, grown(part, radius), part) for index, part in self.parts if _is_closed(self.pieces[index])]
            closed = self._closed[radius] = self._cells([(entry[1], entry) for entry in solid])
        return closed

    def stuck(self, x: float, y: float, radius: float) -> float:
        """Return for how many paces at least a base that cannot stand at a point could not stand anywhere round it.

        0 where it can, or where that is not said so easily. It has been asked about (``can_stand``) before.
        """
        closed = self._closed.get(radius)
        for index, wide, true in closed.near(x, y) if closed is not None else ():
            within = depth(wide, x, y)
            if within <= 0.0:
                continue
            piece = self.pieces[index]
            if piece.form is not Form.LEVEL or piece.ground is Ground.IMPASSABLE:
                return within
            # On the side of a level, until it is off it or on top of it; another level beside it might be a step.
            within = min(within, -depth(true, x, y))
            if within > 0.0 and not self._beside(index, x, y) and not self.rises.near(x, y, within, true):
                return within
        return 0.0

    def base_at(self, x: float, y: float, radius: float = RADIUS) -> Base:
        """Return a base at a point, rounded, its feet on the ground there."""
        x, y, top = thousandths(x), thousandths(y), 0.0
        if 0.0 <= x <= self.width and 0.0 <= y <= self.depth:  # as ``Cells.near``: this is asked all the time
            near = self._level_squares[int(y / SQUARE) * self._columns + int(x / SQUARE)]
        else:
            near = self._levels.near(x, y)
        for height, part in near:
            if height > top and inside(part, x, y):
                top = height
        return x, y, top, radius

    def needs_gear(self, x: float, y: float) -> bool:
        """Tell whether the ground at a point is a level that nobody gets onto without gear, or at all."""
        above = [self.pieces[index] for index, part in self.parts if inside(part, x, y)]
        levels = [piece for piece in above if piece.form is Form.LEVEL]
        top = max(levels, key=lambda piece: piece.height, default=None)
        return top is not None and top.climb in (Climb.GEAR, Climb.NEVER) and not top.joined

    def fits(self, base: Base, others: Iterable[Base] = ()) -> bool:
        """Tell whether a base may stand where it is: the ground allows it and it overlaps nobody."""
        if not self.can_stand(base[0], base[1], base[3]):
            return False
        return not any(overlaps(base, other) for other in others)

    def hangs(self, base: Base) -> bool:
        """Tell whether a figure hangs on a rope: its feet are above the ground beneath it."""
        return base[2] > self.height_at(base[0], base[1]) + TOUCH

    def in_zone(self, base: Base, side: int, deeper: float = 0.0) -> bool:
        """Tell whether a base's centre lies in a side's deployment zone, or at most ``deeper`` paces from it."""
        x, y = base[0], base[1]
        parts = self._reach.get((side, deeper))
        if parts is None:
            margins = (deeper, TOUCH) if deeper > 0 else (TOUCH,)
            parts = self.zones[side]
            for margin in margins:
                parts = tuple(grown(part, margin) for part in parts)
            self._reach[side, deeper] = parts
        return any(inside(part, x, y) for part in parts)

    def _cells[T](self, things: Iterable[tuple[Part, T]]) -> Cells[T]:
        return Cells(self.width, self.depth, things)

    def _beside(self, index: int, x: float, y: float) -> bool:
        """Tell whether the side of a level is no hindrance: a slope, a low step, or another part of the same level."""
        piece = self.pieces[index]
        return piece.climb is Climb.FREE or piece.height - self.height_at(x, y) <= STEP


def distance(a: Base, b: Base) -> float:
    """Return the distance in paces between two bases, edge to edge (ruling M3); 0 when they touch or overlap."""
    dx, dy, dz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    flat = sqrt(dx * dx + dy * dy) - a[3] - b[3]
    if flat < 0.0:
        flat = 0.0
    return sqrt(flat * flat + dz * dz) if dz else flat


def within(a: Base, b: Base, paces: float) -> bool:
    """Tell whether two bases are at most ``paces`` apart, the limit included (ruling M2)."""
    return distance(a, b) <= paces + GAP + 1e-9


def touching(a: Base, b: Base) -> bool:
    """Tell whether two bases are in contact (ruling M63): side by side and less than a pace apart in height."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    reach = a[3] + b[3] + TOUCH
    return dx * dx + dy * dy <= reach * reach and -HIGHER <= a[2] - b[2] <= HIGHER


def overlaps(a: Base, b: Base) -> bool:
    """Tell whether two figures would stand in each other: bases overlap, and neither stands above the other's head."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    reach = a[3] + b[3]
    return dx * dx + dy * dy < reach * reach - 1e-6 and -BODY < a[2] - b[2] < BODY


def higher(a: Base, b: Base) -> int:
    """Return 1 when ``a`` stands above ``b`` by at least a pace, -1 when below, else 0 (ruling M102)."""
    rise = a[2] - b[2]
    if rise >= HIGHER - 1e-9:
        return 1
    return -1 if rise <= -HIGHER + 1e-9 else 0


@lru_cache(maxsize=32)
def table_of(layout: Layout) -> Table:
    """Return the table of a layout; the same layout gives the same object, with what it remembers."""
    return Table(layout)


def _hides(piece: Piece) -> bool:
    return piece.veil is not Veil.CLEAR and piece.height > 0


def _veil(index: int, piece: Piece) -> Blind:
    parts = parts_of(piece.shape)
    left, top = min(part.left for part in parts), min(part.top for part in parts)
    right, bottom = max(part.right for part in parts), max(part.bottom for part in parts)
    wide, deep = (right - left) / 2, (bottom - top) / 2
    radius = wide if isinstance(piece.shape, Circle) else sqrt(wide * wide + deep * deep)
    return Blind(index, left + wide, top + deep, radius, piece.height, piece.veil, parts)


def _is_closed(piece: Piece) -> bool:
    return piece.form is not Form.AREA or piece.ground is Ground.IMPASSABLE
