"""Tables drawn by dice: plenty of terrain (Musg, Déploiement), the same for every side.

The table is cut into squares of eight paces. Dice say what stands in each square of one half; the other half is the
same, turned half round, so that nobody is favoured. The same dice draw the same table.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.core.dice import Dice
from engines.musg.ground.layout import SIDE_MOST, ZONE_GAP, Climb, Form, Ground, Layout, Piece, Veil, Zone
from engines.musg.ground.shapes import Circle, Polygon, Rectangle

SQUARE: Final = 8.0
ZONE_DEPTH: Final = 5.0
SIDES_MOST: Final = 4
_REASON: Final = "table"

type Shape = Rectangle | Circle | Polygon


def draw_table(dice: Dice, *, width: float = 40.0, depth: float = 32.0, sides: int = 2) -> Layout:
    """Draw a table of a size in paces for two to four sides.

    Two sides deploy along the long edges, ``ZONE_DEPTH`` deep; three or four in the corners. Raises ``ValueError``
    when the zones would stand less than 20 paces apart, when a side is over 200, or for another number of sides.
    """
    if not 2 <= sides <= SIDES_MOST:
        raise ValueError(f"{sides} sides: a table is drawn for 2 to {SIDES_MOST}")
    zones = _zones(width, depth, sides)
    columns, rows = int(width // SQUARE), int(depth // SQUARE)
    left, top = (width - columns * SQUARE) / 2, (depth - rows * SQUARE) / 2
    pieces: list[Piece] = []
    for number in range((columns * rows + 1) // 2):
        if number == columns * rows - 1 - number:
            pieces += _middle(dice, width / 2, depth / 2)
            continue
        x, y = left + number % columns * SQUARE, top + number // columns * SQUARE
        drawn = _square(dice, x, y)
        if drawn is not None:
            pieces += [drawn, replace(drawn, shape=_turned(drawn.shape, width, depth))]
    return Layout(
        width=width,
        depth=depth,
        pieces=tuple(pieces),
        zones=zones,
        name_fr="Table tirée aux dés",
        name_en="Drawn table",
    )


def _zones(width: float, depth: float, sides: int) -> tuple[Zone, ...]:
    band = ZONE_DEPTH
    if sides == 2:
        short, long = min(width, depth), max(width, depth)
        if short < ZONE_GAP + 2 * band or long > SIDE_MOST:
            raise ValueError(
                f"{width:g} by {depth:g} paces: two zones need a table at least {ZONE_GAP + 2 * band:g} deep"
            )
        if depth <= width:
            shapes = [Rectangle(0, 0, width, band), Rectangle(0, depth - band, width, band)]
        else:
            shapes = [Rectangle(0, 0, band, depth), Rectangle(width - band, 0, band, depth)]
    else:
        corner = 2 * band
        if min(width, depth) < ZONE_GAP + 2 * corner or max(width, depth) > SIDE_MOST:
            raise ValueError(f"{width:g} by {depth:g} paces: {sides} zones need {ZONE_GAP + 2 * corner:g} each way")
        right, far = width - corner, depth - corner
        places = ((0.0, 0.0), (right, far), (right, 0.0), (0.0, far))[:sides]
        shapes = [Rectangle(x, y, corner, corner) for x, y in places]
    return tuple(Zone(shape) for shape in shapes)


def _square(dice: Dice, x: float, y: float) -> Piece | None:
    """Draw one square: what stands there, and where in it. A sixth of the squares stay empty."""
    what = dice.d6(_REASON)
    if what == 6:
        return None
    which = dice.d6(_REASON)
    dx, dy = (dice.d6(_REASON) - 1) * 0.3, (dice.d6(_REASON) - 1) * 0.3
    px, py = round(x + 1 + dx, 3), round(y + 1 + dy, 3)
    if what == 1:
        return _wood(px, py, which)
    if what == 2:
        return _building(px, py, which)
    if what == 3:
        return _barrier(px, py, which)
    return _rise(px, py, which) if what == 4 else _scatter(px, py, which)


def _middle(dice: Dice, x: float, y: float) -> list[Piece]:
    """Draw the square that is its own other half: a hill or a boulder in the very middle, or nothing."""
    which = dice.d6(_REASON)
    if which <= 2:
        return [_rise(x - 2.4, y - 2.4, 1)]
    return [_scatter(x - 2, y - 2, 1)] if which <= 4 else []


def _wood(x: float, y: float, which: int) -> Piece:
    if which <= 4:
        points = ((x, y + 1), (x + 2, y), (x + 4.5, y + 1), (x + 4, y + 4), (x + 1, y + 4.5))
        return Piece(kind="wood", shape=_polygon(points), ground=Ground.DIFFICULT, height=3.0, veil=Veil.THICKET)
    return Piece(kind="field" if which == 5 else "marsh", shape=Rectangle(x, y, 4.5, 4), ground=Ground.DIFFICULT)


def _building(x: float, y: float, which: int) -> Piece:
    shape = Rectangle(x, y, 4.5, 3.5) if which <= 3 else Rectangle(x, y, 3.5, 4.5)
    climb = Climb.CLIMB if which in (1, 6) else Climb.GEAR
    height = 2.0 if which in (1, 6) else 3.0
    kind = "container" if which in (1, 6) else "house"
    return Piece(kind=kind, shape=shape, form=Form.LEVEL, height=height, veil=Veil.SOLID, climb=climb)


def _barrier(x: float, y: float, which: int) -> Piece:
    shape = Rectangle(x, y + 2, 4.5, 0.4) if which % 2 else Rectangle(x + 2, y, 0.4, 4.5)
    if which <= 2:
        return Piece(kind="wall", shape=shape, form=Form.WALL, height=0.75, veil=Veil.SOLID)
    if which <= 4:
        return Piece(kind="barrier", shape=shape, form=Form.WALL, height=0.8, veil=Veil.SCREEN)
    if which == 5:
        return Piece(kind="hedge", shape=shape, form=Form.WALL, height=1.0, veil=Veil.SCREEN)
    return Piece(kind="wall", shape=shape, form=Form.WALL, height=2.0, veil=Veil.SOLID)


def _rise(x: float, y: float, which: int) -> Piece:
    if which <= 3:
        shape = Circle(x + 2.4, y + 2.4, 2.4)
        return Piece(kind="hill", shape=shape, form=Form.LEVEL, height=1.0, veil=Veil.SOLID, climb=Climb.FREE)
    crate = Rectangle(x + 1, y + 1, 1.5, 1.5)
    return Piece(kind="crate", shape=crate, form=Form.LEVEL, height=1.0, veil=Veil.SOLID)


def _scatter(x: float, y: float, which: int) -> Piece:
    if which <= 3:
        rock = Circle(x + 2, y + 2, 0.8)
        return Piece(kind="boulder", shape=rock, ground=Ground.IMPASSABLE, height=1.5, veil=Veil.SOLID)
    if which <= 5:
        return Piece(kind="rubble", shape=Circle(x + 2.2, y + 2.2, 2.2), ground=Ground.DIFFICULT)
    return Piece(kind="pond", shape=Circle(x + 2.2, y + 2.2, 2.0), ground=Ground.IMPASSABLE)


def _polygon(points: tuple[tuple[float, float], ...]) -> Polygon:
    return Polygon(tuple((round(x, 3), round(y, 3)) for x, y in points))


def _turned(shape: Shape, width: float, depth: float) -> Shape:
    """Turn a shape half round the table's middle."""
    if isinstance(shape, Circle):
        return Circle(round(width - shape.x, 3), round(depth - shape.y, 3), shape.radius)
    if isinstance(shape, Rectangle):
        x, y = width - shape.x - shape.width, depth - shape.y - shape.depth
        return Rectangle(round(x, 3), round(y, 3), shape.width, shape.depth)
    return _polygon(tuple((width - x, depth - y) for x, y in shape.points))
