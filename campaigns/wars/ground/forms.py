"""The form of a battle's table: its size, the terrain and the deployment zones row by row, usable without a script.

Every shape is typed as the box around it: x and y of the corner nearest to the map's upper left, width and depth. A
many-cornered outline keeps its form and is moved and stretched with its box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from campaigns.wars.ground.map import kind_name, short
from club.numbers import whole_number
from club.operations import Refused
from engines.musg.battle.setup import MOST_TURNS
from engines.musg.ground.layout import CORNERS_MOST, SIDE_MOST, Climb, Form, Ground, Layout, Piece, Veil, Zone
from engines.musg.ground.ready_tables import KINDS, ready_tables
from engines.musg.ground.shapes import Circle, Polygon, Rectangle

type Shape = Rectangle | Circle | Polygon

PIECES_MOST: Final = 60
ZONES_MOST: Final = 6
RECTANGLE, ROUND, OUTLINE = "rectangle", "circle", "polygon"
SHAPES: Final = (
    (RECTANGLE, gettext_lazy("rectangle")),
    (ROUND, pgettext_lazy("shape", "round")),
    (OUTLINE, gettext_lazy("as drawn")),
)
FORMS: Final = (
    (Form.AREA.value, gettext_lazy("walked into")),
    (Form.WALL.value, gettext_lazy("crossed, nobody stands on it")),
    (Form.LEVEL.value, gettext_lazy("stood upon")),
)
GROUNDS: Final = (
    (Ground.OPEN.value, gettext_lazy("open")),
    (Ground.DIFFICULT.value, gettext_lazy("difficult")),
    (Ground.IMPASSABLE.value, gettext_lazy("impassable")),
)
CLIMBS: Final = (
    (Climb.FREE.value, gettext_lazy("slope or stairs: at no cost")),
    (Climb.CLIMB.value, gettext_lazy("climbed: twice the height")),
    (Climb.GEAR.value, gettext_lazy("only with a rope, a jump pack or the like")),
    (Climb.NEVER.value, gettext_lazy("not at all")),
)
VEILS: Final = (
    (Veil.CLEAR.value, gettext_lazy("nothing")),
    (Veil.SCREEN.value, gettext_lazy("enough for cover, as a fence does")),
    (Veil.THICKET.value, gettext_lazy("what is deep in it, as a wood does")),
    (Veil.SOLID.value, gettext_lazy("everything behind it")),
)


def _paces(label: Any, *, least: float, initial: float | None = None) -> forms.FloatField:
    widget = forms.NumberInput(attrs={"step": "any", "inputmode": "decimal"})
    return forms.FloatField(label=label, min_value=least, max_value=SIDE_MOST, initial=initial, widget=widget)


class TableForm(forms.Form):
    """The table itself."""

    width = _paces(gettext_lazy("Width, in paces"), least=2)
    depth = _paces(gettext_lazy("Depth, in paces"), least=2)
    turn_limit = forms.IntegerField(label=gettext_lazy("Last turn"), min_value=1, max_value=MOST_TURNS)
    back_to_back = forms.BooleanField(
        label=gettext_lazy("Straight after another battle"),
        help_text=gettext_lazy("Without rest in between, grenades and rockets may run out."),
        required=False,
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class BoxForm(forms.Form):
    """A shape by the box around it; ``outline`` are the corners of one that is no plain shape."""

    x = _paces(gettext_lazy("From the left"), least=0)
    y = _paces(gettext_lazy("From the top"), least=0)
    width = _paces(gettext_lazy("Width"), least=0.05)
    depth = _paces(gettext_lazy("Depth"), least=0.05)
    outline = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def clean_outline(self) -> tuple[tuple[float, float], ...]:
        """Read the corners."""
        text = self.cleaned_data["outline"]
        try:
            points = tuple((float(x), float(y)) for x, y in (corner.split() for corner in text.split(",") if corner))
        except ValueError:
            raise forms.ValidationError(_("This outline cannot be read."), code="outline") from None
        if any(not 0 <= value <= SIDE_MOST for point in points for value in point) or len(points) > CORNERS_MOST:
            raise forms.ValidationError(_("This outline cannot be read."), code="outline")
        return points

    @property
    def shape(self) -> Shape:
        """The shape that was typed; only for a form without errors."""
        said = self.cleaned_data
        kind = said.get("shape") or (OUTLINE if said["outline"] else RECTANGLE)
        x, y, width, depth = said["x"], said["y"], said["width"], said["depth"]
        if kind == ROUND:
            return Circle(round(x + width / 2, 3), round(y + width / 2, 3), round(width / 2, 3))
        if kind == OUTLINE and len(said["outline"]) > 2:
            return _stretched(said["outline"], x, y, width, depth)
        return Rectangle(x, y, width, depth)

    @property
    def position(self) -> str:
        """Where it stands and how large it is, as typed: so far to the right, so far down, width by depth."""
        point = get_format("DECIMAL_SEPARATOR")
        typed = (str(self[name].value() or "0") for name in ("x", "y", "width", "depth"))
        x, y, width, depth = (value.replace(".", point) for value in typed)
        return f"→ {x} ↓ {y} · {width} × {depth}"

    @property
    def taken_away(self) -> bool:
        """Whether the row is marked to be taken off the table."""
        return bool(self.cleaned_data.get("DELETE"))


class PieceForm(BoxForm):
    """A piece of terrain."""

    kind = forms.ChoiceField(label=gettext_lazy("What it shows"))
    shape_kind = forms.ChoiceField(label=gettext_lazy("Shape"), choices=SHAPES)
    height = _paces(gettext_lazy("Height"), least=0)
    form = forms.ChoiceField(label=gettext_lazy("How figures use it"), choices=FORMS)
    ground = forms.ChoiceField(label=gettext_lazy("Terrain"), choices=GROUNDS)
    climb = forms.ChoiceField(label=gettext_lazy("How figures climb it"), choices=CLIMBS)
    joined = forms.CharField(
        label=gettext_lazy("Mark of stairs"),
        help_text=gettext_lazy("Stairs lead at no cost to levels with the same mark, and to no others."),
        max_length=20,
        required=False,
    )
    veil = forms.ChoiceField(label=gettext_lazy("What it hides"), choices=VEILS)

    field_order = ("kind", "shape_kind", "x", "y", "width", "depth", "height", "ground")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = kinds()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Ask for a square box around what is round, and for corners of what is drawn."""
        said = super().clean() or {}
        said["shape"] = said.get("shape_kind")
        if said["shape"] == ROUND and "width" in said and said.get("depth") != said["width"]:
            self.add_error("depth", _("A round piece is as deep as it is wide."))
        if said["shape"] == OUTLINE and len(said.get("outline") or ()) < 3 and "outline" not in self.errors:
            self.add_error("shape_kind", _("Nothing is drawn for this piece: choose a rectangle, or round."))
        return said

    @property
    def piece(self) -> Piece:
        """The piece that was typed; only for a form without errors."""
        said = self.cleaned_data
        return Piece(
            kind=said["kind"],
            shape=self.shape,
            form=Form(said["form"]),
            ground=Ground(said["ground"]),
            height=said["height"],
            veil=Veil(said["veil"]),
            climb=Climb(said["climb"]),
            joined=said["joined"],
        )

    @property
    def title(self) -> str:
        """What the row is called."""
        return kind_name(str(self["kind"].value() or ""))


def kinds() -> list[tuple[str, str]]:
    """Return what a piece may show, in the reader's language and alphabet."""
    return sorted(((code, kind_name(code)) for code in KINDS), key=lambda choice: choice[1])


class Rows(BaseFormSet):
    """Rows that can be taken off the table."""

    def add_fields(self, form: Any, index: int | None) -> None:
        """Say in this page's words what the box of every row does, and let no row be left empty."""
        super().add_fields(form, index)
        form.empty_permitted = False
        form.fields["DELETE"].label = _("Take it off the table")


PieceFormSet = formset_factory(
    PieceForm, formset=Rows, extra=0, can_delete=True, max_num=PIECES_MOST, absolute_max=PIECES_MOST
)
ZoneFormSet = formset_factory(
    BoxForm, formset=Rows, extra=0, can_delete=True, max_num=ZONES_MOST, absolute_max=ZONES_MOST
)


class GroundForm:
    """The three parts of the form together. ``version`` is that of the table stored, 0 while there is none."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        layout: Layout,
        turn_limit: int,
        back_to_back: bool = False,
        version: int,
    ) -> None:
        self._offer = layout if data is None else None
        self.version = version
        about = {
            "width": _number(layout.width),
            "depth": _number(layout.depth),
            "turn_limit": turn_limit,
            "back_to_back": back_to_back,
            "version": version,
        }
        self.table = TableForm(data, initial=about)
        self.pieces: BaseFormSet[Any] = PieceFormSet(
            data, prefix="piece", initial=[_piece_values(piece) for piece in layout.pieces]
        )
        self.zones: BaseFormSet[Any] = ZoneFormSet(
            data, prefix="zone", initial=[_box_values(zone.shape) for zone in layout.zones]
        )

    def is_valid(self) -> bool:
        """Whether every row can be read."""
        return all([self.table.is_valid(), self.pieces.is_valid(), self.zones.is_valid()])

    @property
    def layout(self) -> Layout:
        """The table that was typed, without what cannot be read."""
        self.is_valid()
        size = self.table.cleaned_data
        return Layout(
            width=size.get("width") or 40.0,
            depth=size.get("depth") or 32.0,
            pieces=tuple(form.piece for form in self._kept(self.pieces)),
            zones=tuple(Zone(form.shape) for form in self._kept(self.zones)),
        )

    @property
    def layout_on_map(self) -> Layout:
        """The table on the map: what the form was filled with, or what was typed since."""
        return self._offer or self.layout

    @property
    def piece_rows(self) -> list[int]:
        """The rows (from 0) of the pieces on the map, in the order of ``layout_on_map``."""
        return self._row_numbers(self.pieces)

    @property
    def zone_rows(self) -> list[int]:
        """The rows (from 0) of the zones on the map, in the order of ``layout_on_map``."""
        return self._row_numbers(self.zones)

    @property
    def wrong(self) -> int:
        """How many entries cannot be read."""
        rows = [*self.pieces.forms, *self.zones.forms]
        return sum(len(form.errors) for form in (self.table, *rows))

    def refuse(self, refused: Refused) -> None:
        """Show every reason beside the row it is about."""
        kept = {"piece": list(self._kept(self.pieces)), "zone": list(self._kept(self.zones))}
        for problem in refused.problems:
            what, _space, number = (problem.field or "").partition(" ")
            error = forms.ValidationError(str(problem.message), code=problem.code)
            if what in kept:
                kept[what][int(number) - 1].add_error(None, error)
            else:
                self.table.add_error(what if what in self.table.fields else None, error)

    def _row_numbers(self, rows: BaseFormSet[Any]) -> list[int]:
        forms = rows.forms if self._offer else self._kept(rows)
        return [rows.forms.index(form) for form in forms]

    @staticmethod
    def _kept(rows: BaseFormSet[Any]) -> Iterator[Any]:
        return (form for form in rows.forms if form.is_valid() and not form.taken_away)


def with_new_piece(data: QueryDict) -> QueryDict:
    """Return what was typed with one more piece, of the kind chosen in ``add_kind``, in the middle of the table."""
    kind = data.get("add_kind", "")
    return _with_row(data, "piece", _piece_values(_usual(kind)), PIECES_MOST) if kind in KINDS else data


def with_new_zone(data: QueryDict) -> QueryDict:
    """Return what was typed with one more deployment zone, in the upper left corner."""
    return _with_row(data, "zone", _box_values(Rectangle(0, 0, 10, 5)), ZONES_MOST)


def _with_row(data: QueryDict, prefix: str, values: Mapping[str, Any], most: int) -> QueryDict:
    count = whole_number(data.get(f"{prefix}-TOTAL_FORMS", "0")) or 0
    if count >= most:
        return data
    more = data.copy()
    more[f"{prefix}-TOTAL_FORMS"] = str(count + 1)
    for name, value in values.items():
        more[f"{prefix}-{count}-{name}"] = str(value)
    return more


@cache
def _usual(kind: str) -> Piece:
    """Return a piece of this kind as the ready-made tables have it, moved towards the middle of a table."""
    known = (piece for table in ready_tables().values() for piece in table.pieces if piece.kind == kind)
    piece = next(known, Piece(kind=kind, shape=Rectangle(0, 0, 4, 4), height=1.0, form=Form.WALL, veil=Veil.SOLID))
    x, y, width, depth = _box(piece.shape)
    return Piece(
        kind=kind,
        shape=_moved(piece.shape, 18 - x, 14 - y, width, depth),
        form=piece.form,
        ground=piece.ground,
        height=piece.height,
        veil=piece.veil,
        climb=piece.climb,
    )


def _moved(shape: Shape, dx: float, dy: float, width: float, depth: float) -> Shape:
    if isinstance(shape, Circle):
        return Circle(shape.x + dx, shape.y + dy, shape.radius)
    if isinstance(shape, Polygon):
        x, y, _width, _depth = _box(shape)
        return _stretched(shape.points, x + dx, y + dy, width, depth)
    return Rectangle(shape.x + dx, shape.y + dy, width, depth)


def _stretched(points: tuple[tuple[float, float], ...], x: float, y: float, width: float, depth: float) -> Polygon:
    """Return the outline moved and stretched into a box; untouched when it fills that box already."""
    old_x, old_y, old_width, old_depth = _box(Polygon(points))
    if (old_x, old_y, old_width, old_depth) == (x, y, width, depth) or not old_width or not old_depth:
        return Polygon(points)
    return Polygon(
        tuple(
            (round(x + (px - old_x) * width / old_width, 3), round(y + (py - old_y) * depth / old_depth, 3))
            for px, py in points
        )
    )


def _box(shape: Shape) -> tuple[float, float, float, float]:
    """Return the box around a shape: x, y, width, depth."""
    if isinstance(shape, Rectangle):
        found = (shape.x, shape.y, shape.width, shape.depth)
    elif isinstance(shape, Circle):
        r = shape.radius
        found = (shape.x - r, shape.y - r, 2 * r, 2 * r)
    else:
        xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
        found = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    x, y, width, depth = (round(value, 3) for value in found)
    return x, y, width, depth


def _box_values(shape: Shape) -> dict[str, Any]:
    x, y, width, depth = (_number(value) for value in _box(shape))
    corners = ",".join(f"{short(px)} {short(py)}" for px, py in shape.points) if isinstance(shape, Polygon) else ""
    return {"x": x, "y": y, "width": width, "depth": depth, "outline": corners}


def _piece_values(piece: Piece) -> dict[str, Any]:
    kind = ROUND if isinstance(piece.shape, Circle) else OUTLINE if isinstance(piece.shape, Polygon) else RECTANGLE
    return {
        **_box_values(piece.shape),
        "kind": piece.kind,
        "shape_kind": kind,
        "height": _number(piece.height),
        "form": piece.form.value,
        "ground": piece.ground.value,
        "climb": piece.climb.value,
        "joined": piece.joined,
        "veil": piece.veil.value,
    }


def _number(value: float) -> str:
    """A number as the form shows it: no decimals that say nothing."""
    return short(value)
