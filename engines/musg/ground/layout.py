"""A table as data: its size, terrain and deployment zones, and what may be wrong with one that somebody drew.

``table.Table`` is a layout made ready for questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from engines.core.problems import Malformed, Problem
from engines.musg.ground.geometry import area, corners_of, crosses_itself
from engines.musg.ground.shapes import Circle, Point, Polygon, Rectangle

SIDE_MOST: Final = 200.0
PIECES_MOST: Final = 200
CORNERS_MOST: Final = 40
ZONE_GAP: Final = 20.0
"""How far apart deployment zones should be (Musg, Déploiement)."""
_OVER: Final = 0.01
"""How far a shape may reach over the table's edge, for rounding's sake, in paces."""


class Form(StrEnum):
    """How a piece of terrain is met: walked into, crossed, or stood upon."""

    AREA = "area"
    WALL = "wall"
    LEVEL = "level"


class Ground(StrEnum):
    """The three kinds of terrain (Musg, Marcher)."""

    OPEN = "open"
    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"


class Climb(StrEnum):
    """How a wall or a level is got over or onto, agreed per terrain (ruling M55).

    ``FREE``: slopes and stairs, at no extra cost, also onto the levels they are ``joined`` to. ``CLIMB``: a pace of
    height costs two of movement. ``GEAR``: only with a rope, a jump pack or the like (Musg, Équipement). ``NEVER``: not
    at all.
    """

    FREE = "free"
    CLIMB = "climb"
    GEAR = "gear"
    NEVER = "never"


class Veil(StrEnum):
    """What a piece hides of those behind it, as far up as it is high.

    ``SOLID`` hides wholly. ``SCREEN`` (fence, hedge) hides enough for cover but never wholly. ``THICKET`` (wood) hides
    enough for cover beyond 2 paces of it and wholly beyond 8. ``CLEAR`` hides nothing.
    """

    CLEAR = "clear"
    SCREEN = "screen"
    THICKET = "thicket"
    SOLID = "solid"


class Piece(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One piece of terrain. ``kind`` is a word for what it shows ("house", "wood"); ``height`` is its top, in paces.

    An ``AREA`` is walked into at the table's height; its ``ground`` counts. A ``WALL`` can be crossed as ``climb``
    says, but nobody stands on it. A ``LEVEL`` is climbed as ``climb`` says and stood upon at ``height``, on its
    ``ground``. ``joined`` is a mark of the table's maker: stairs lead onto the levels that bear the same, and onto no
    others, however near (ruling M302).
    """

    kind: str
    shape: Rectangle | Circle | Polygon
    form: Form = Form.AREA
    ground: Ground = Ground.OPEN
    height: float = 0.0
    veil: Veil = Veil.CLEAR
    climb: Climb = Climb.CLIMB
    joined: str = ""


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment zone."""

    shape: Rectangle | Circle | Polygon


class Layout(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as data: size in paces (above 0, at most 200), terrain and deployment zones, in the order of the sides.

    ``code`` and the names are free text; names may be empty.
    """

    width: float
    depth: float
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Zone, ...] = ()
    code: str = ""
    name_fr: str = ""
    name_en: str = ""


def problems(layout: Layout) -> list[Problem]:
    """Return all that is wrong with a layout; ``item`` names the piece or zone, counted from 1."""
    found: list[Problem] = []
    for side, value in (("width", layout.width), ("depth", layout.depth)):
        if not 2 <= value <= SIDE_MOST:
            found.append(Problem("table_size", None, {"item": side, "value": round(value), "most": round(SIDE_MOST)}))
    if len(layout.pieces) > PIECES_MOST:
        found.append(Problem("table_pieces", None, {"count": len(layout.pieces), "most": PIECES_MOST}))
    for number, piece in enumerate(layout.pieces, 1):
        found += _shape_problems(piece.shape, f"piece {number}", layout)
        if not 0 <= piece.height <= SIDE_MOST:
            found.append(Problem("table_height", None, {"item": f"piece {number}", "value": round(piece.height)}))
        elif piece.form is not Form.AREA and piece.height == 0:
            found.append(Problem("table_flat", None, {"item": f"piece {number}"}, "ruling M55"))
    for number, zone in enumerate(layout.zones, 1):
        found += _shape_problems(zone.shape, f"zone {number}", layout)
    return found


def encode(layout: Layout) -> bytes:
    """Return a layout as JSON."""
    return msgspec.json.encode(layout)


def decode(text: str | bytes) -> Layout:
    """Read a layout from JSON. Raises ``Malformed`` when it cannot be read; ``problems`` judges what can."""
    try:
        return msgspec.json.decode(text, type=Layout)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from error


def _shape_problems(shape: Rectangle | Circle | Polygon, item: str, layout: Layout) -> list[Problem]:
    if isinstance(shape, Polygon):
        if not 3 <= len(shape.points) <= CORNERS_MOST:
            return [Problem("table_corners", None, {"item": item, "count": len(shape.points), "most": CORNERS_MOST})]
        if abs(area(shape.points)) < 0.001 or crosses_itself(shape.points):
            return [Problem("table_outline", None, {"item": item})]
    elif min((shape.radius,) if isinstance(shape, Circle) else (shape.width, shape.depth)) < 0.05:
        return [Problem("table_thin", None, {"item": item})]
    outline = corners_of(shape) if not isinstance(shape, Circle) else _box(shape)
    if any(not (-_OVER <= x <= layout.width + _OVER and -_OVER <= y <= layout.depth + _OVER) for x, y in outline):
        return [Problem("table_outside", None, {"item": item})]
    return []


def _box(circle: Circle) -> Sequence[Point]:
    x, y, radius = circle.x, circle.y, circle.radius
    return ((x - radius, y - radius), (x + radius, y + radius))
