"""A table drawn as a map: terrain, deployment zones and figures, ready for ``campaigns/wars/_battle_map.html``.

The map is in paces: one unit of the drawing is one pace, x from the left edge, y from the top edge. Every figure is a
group with ``data-figure``, moved by its ``transform``, so that a script may move it without drawing anything anew
(``static/js/wars/battle_map.js``); zones, pieces of terrain and traces have ``data-zone``, ``data-piece`` and
``data-trace``. Figures keep their size on the screen, whatever part of the table is shown (``.map__token``); beneath
them lie their bases at true size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from django.utils.translation import get_language, gettext as _
from msgspec import Struct

from engines.musg.ground.layout import Form, Ground, Layout, Piece, Veil
from engines.musg.ground.ready_tables import CODES, KINDS
from engines.musg.ground.shapes import Circle, Polygon, Rectangle

LINE_EVERY: Final = 5
"""Paces between the lines of the grid."""
EFFECTS: Final = frozenset({"flash", "hit", "clash"})
"""The kinds of traces that are drawn above the figures; ``static/js/wars/battle_map.js`` knows them as well."""
TEXTURES: Final[Mapping[str, str]] = {
    "barrel": "rings",
    "barrier": "rails",
    "boulder": "rock",
    "container": "ribs",
    "crate": "planks",
    "field": "furrows",
    "gantry": "mesh",
    "hedge": "leaves",
    "hill": "slope",
    "house": "tiles",
    "machine": "mesh",
    "marsh": "reeds",
    "pit": "void",
    "pond": "water",
    "rubble": "rubble",
    "stairs": "steps",
    "tower": "masonry",
    "wall": "masonry",
    "well": "rings",
    "wood": "trees",
}
"""What each kind of terrain is filled with, so that it is told apart without its colour."""


class Area(Struct, frozen=True):
    """A piece of terrain or a zone: the outline as the data of an SVG path, classes, a name, where its mark stands.

    ``texture`` names a pattern of ``campaigns/wars/_terrain.html``, empty for none. ``row`` names the row of the form
    it is typed in ("piece-3"), empty where there is no form.
    """

    outline: str
    css: str
    title: str
    mark: str
    x: str
    y: str
    row: str = ""
    texture: str = ""


class Token(Struct, frozen=True):
    """A figure. ``side`` counts from 0; ``css`` are further classes such as "is-out", ``emblem`` the code of a race.

    ``mark`` are at most three signs that tell it from others of its side.

    ``portrait`` is the address of a picture that takes the emblem's place.
    """

    number: int
    side: int
    x: float
    y: float
    radius: float
    name: str
    mark: str = ""
    css: str = ""
    emblem: str = ""
    portrait: str = ""

    @property
    def transform(self) -> str:
        """The figure's place as an SVG transform."""
        return f"translate({short(self.x)} {short(self.y)})"

    @property
    def size(self) -> str:
        """The radius of its base in paces."""
        return short(self.radius)


class Trace(Struct, frozen=True):
    """A line that shows what just happened: the data of an SVG path, and a word for its kind ("way", "shot")."""

    kind: str
    outline: str


class BattleMap(Struct, frozen=True):
    """All that the map shows. ``name`` says what it is to those who do not see it.

    ``ground`` is the code of the ready-made table that it is, "plain" for any other.
    """

    name: str
    ground: str
    width: str
    depth: str
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    zones: tuple[Area, ...]
    pieces: tuple[Area, ...]
    figures: tuple[Token, ...]
    traces: tuple[Trace, ...] = ()

    @property
    def lines(self) -> tuple[Trace, ...]:
        """What is drawn beneath the figures."""
        return tuple(trace for trace in self.traces if trace.kind not in EFFECTS)

    @property
    def effects(self) -> tuple[Trace, ...]:
        """What is drawn above the figures."""
        return tuple(trace for trace in self.traces if trace.kind in EFFECTS)

    @property
    def view_width(self) -> str:
        """The width of the drawing: the table and half a pace around it."""
        return short(float(self.width) + 1)

    @property
    def view_depth(self) -> str:
        """The height of the drawing: the table and half a pace around it."""
        return short(float(self.depth) + 1)


def battle_map(
    layout: Layout,
    *,
    sides: Sequence[str] = (),
    figures: Iterable[Token] = (),
    traces: Iterable[Trace] = (),
    name: str = "",
    piece_rows: Sequence[int] = (),
    zone_rows: Sequence[int] = (),
) -> BattleMap:
    """Return the map of a table. ``sides`` name who stands in each zone.

    ``piece_rows`` and ``zone_rows`` are the rows (from 0) of a form that the pieces and zones are typed in: each piece
    is then marked with the number of its row, counted from 1.
    """
    return BattleMap(
        name=name or _("Map of the table, %(width)s by %(depth)s paces") % size_of(layout),
        ground=layout.code if layout.code in CODES else "plain",
        width=short(layout.width),
        depth=short(layout.depth),
        columns=tuple(range(LINE_EVERY, _last(layout.width), LINE_EVERY)),
        rows=tuple(range(LINE_EVERY, _last(layout.depth), LINE_EVERY)),
        zones=tuple(
            _area(zone.shape, f"map__zone--{number}", zone_name(number, sides), zone_letter(number), _row("zone", row))
            for number, (zone, row) in enumerate(zip_longest(layout.zones, zone_rows))
        ),
        pieces=tuple(
            _area(
                piece.shape,
                _classes(piece),
                piece_name(piece),
                "" if row is None else str(row + 1),
                _row("piece", row),
                texture_of(piece),
            )
            for piece, row in zip_longest(layout.pieces, piece_rows)
        ),
        figures=tuple(figures),
        traces=tuple(traces),
    )


def size_of(layout: Layout) -> dict[str, str]:
    """Return a table's size for a sentence."""
    return {"width": short(layout.width), "depth": short(layout.depth)}


def zone_letter(number: int) -> str:
    """Return the letter of a deployment zone (counted from 0) on the map."""
    return chr(65 + number % 26)


def zone_name(number: int, sides: Sequence[str] = ()) -> str:
    """Return what a deployment zone (counted from 0) is called: by who deploys there, where that is known."""
    if number < len(sides):
        return _("Deployment zone of %(warband)s") % {"warband": sides[number]}
    return _("Deployment zone %(number)s") % {"number": number + 1}


def kind_name(kind: str) -> str:
    """Return what a piece of terrain shows, in the reader's language; its own word where it is none of ours."""
    known = KINDS.get(kind)
    return known.in_language(get_language() or "en") if known else kind


def piece_name(piece: Piece) -> str:
    """Return a piece's name, with its height where it has one."""
    values = {"kind": kind_name(piece.kind), "height": short(piece.height)}
    return _("%(kind)s, height %(height)s") % values if piece.height else values["kind"]


def short(value: float) -> str:
    """Return a number of paces as SVG and forms take it: with a point, whatever the language."""
    return f"{round(value, 3):g}"


def _last(side: float) -> int:
    return int(side) if side == int(side) else int(side) + 1


def _classes(piece: Piece) -> str:
    found = ["map__piece"]
    if piece.kind in TEXTURES:
        found.append(f"map__piece--{TEXTURES[piece.kind]}")
    if piece.form is not Form.AREA:
        found.append(f"map__piece--{piece.form.value}")
    if piece.ground is not Ground.OPEN:
        found.append(f"map__piece--{piece.ground.value}")
    if piece.veil in (Veil.THICKET, Veil.SCREEN):
        found.append(f"map__piece--{piece.veil.value}")
    return " ".join(found)


def texture_of(piece: Piece) -> str:
    """Return what a piece is filled with: by what it shows, else by what it does to those who meet it."""
    if piece.kind in TEXTURES:
        return TEXTURES[piece.kind]
    if piece.form is Form.WALL:
        return "masonry"
    if piece.form is Form.LEVEL:
        return "slope"
    if piece.ground is Ground.IMPASSABLE:
        return "void"
    if piece.veil is Veil.THICKET:
        return "trees"
    if piece.veil is Veil.SCREEN:
        return "leaves"
    return "rubble" if piece.ground is Ground.DIFFICULT else ""


def _row(prefix: str, number: int | None) -> str:
    return "" if number is None else f"{prefix}-{number}"


def _area(shape: Rectangle | Circle | Polygon, css: str, title: str, mark: str, row: str, texture: str = "") -> Area:
    x, y = _middle(shape)
    return Area(outline_of(shape), css, title, mark, short(x), short(y), row, texture)


def _middle(shape: Rectangle | Circle | Polygon) -> tuple[float, float]:
    if isinstance(shape, Rectangle):
        return shape.x + shape.width / 2, shape.y + shape.depth / 2
    if isinstance(shape, Circle):
        return shape.x, shape.y
    count = len(shape.points)
    return sum(x for x, _y in shape.points) / count, sum(y for _x, y in shape.points) / count


def outline_of(shape: Rectangle | Circle | Polygon) -> str:
    """Return a shape as the data of an SVG path."""
    if isinstance(shape, Rectangle):
        return f"M{short(shape.x)} {short(shape.y)}h{short(shape.width)}v{short(shape.depth)}h{short(-shape.width)}z"
    if isinstance(shape, Circle):
        r = short(shape.radius)
        across = short(2 * shape.radius)
        return f"M{short(shape.x - shape.radius)} {short(shape.y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in shape.points) + "z"


def thing_at(x: float, y: float) -> str:
    """Return a small chest as the data of an SVG path."""
    return f"M{short(x - 0.5)} {short(y - 0.35)}h1v0.7h-1zm0 0.25h1"
