"""The pad's buttons and small forms, drawn from what the scoring engine says may be entered now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.matches.scores.pad import Key, Pad
from campaigns.matches.scores.wording import Names, Text
from engines.core.score import Choice, Entry, Field, Number, Pick, Rows, State, Words

NOTHING: Final = ""
"""What a form sends for nobody or nothing."""
CHIPS_MOST: Final = 8
"""Up to this many values are chips to tap; more become a list to open."""
BUTTONS_MOST: Final = 6
"""Up to this many numbers are buttons; where there are more, one is typed."""


@dataclass(frozen=True, slots=True)
class Option:
    """A value to choose; ``seat`` gives it that player's colour."""

    value: str
    label: Text
    chosen: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A number to type for one seat."""

    name: str
    label: Text
    seat: int
    value: Any


@dataclass(frozen=True, slots=True)
class Widget:
    """A field of an entry as the page draws it.

    ``look`` is ``fixed`` (nothing to choose), ``chips`` (choose one), ``ticks`` (choose some), ``select`` (one of
    many), ``number``, ``seats`` (a number for each), ``words``, ``rows`` (several small records) or ``each`` (a record
    for each seat, which ``cells`` name). One that ``submits`` is drawn as the buttons that send the entry, and if other
    numbers may be ``typed`` beside them these stand behind a fold, as does one that is ``folded``. The browser insists
    on a choice where it is ``required``.
    """

    name: str
    label: Text
    look: str
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int | None = None
    value: Any = None
    usual: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    rows: tuple[tuple[Widget, ...], ...] = ()
    submits: bool = False
    typed: bool = False
    folded: bool = False
    required: bool = False

    @property
    def each(self) -> list[tuple[Cell, tuple[Widget, ...]]]:
        """Every seat's name with the fields of its record."""
        return list(zip(self.cells, self.rows, strict=True))


@dataclass(frozen=True, slots=True)
class EntryPanel:
    """A kind of entry that may be made now.

    ``number`` tells panels of one kind apart. A ``quick`` one needs its fields now and then only. Those ``joined`` ask
    for nothing else, so that a button of this form sends them.
    """

    kind: str
    number: int
    key: Key
    label: Text
    common: bool
    widgets: tuple[Widget, ...] = ()
    quick: bool = False
    joined: tuple[EntryPanel, ...] = ()

    @property
    def id(self) -> str:
        """What tells the panel apart from the others of the page."""
        return f"{self.kind}-{self.number}"

    @property
    def fixed(self) -> tuple[Widget, ...]:
        """The fields in which nothing is chosen."""
        return tuple(widget for widget in self.widgets if widget.look == "fixed")

    @property
    def plain(self) -> bool:
        """True when one button says it all."""
        return len(self.fixed) == len(self.widgets)

    @property
    def buttons(self) -> Widget | None:
        """The field whose values are the buttons that send the entry, if it has one."""
        return next((widget for widget in self.widgets if widget.submits), None)

    @property
    def asked(self) -> tuple[Widget, ...]:
        """The fields to fill in before that."""
        return tuple(w for w in self.widgets if not w.submits and not w.folded and w.look != "fixed")

    @property
    def more(self) -> tuple[Widget, ...]:
        """The fields behind a fold."""
        return tuple(widget for widget in self.widgets if widget.folded)


def panels(pad: Pad[Any], state: State, names: Names) -> list[EntryPanel]:
    """Return what may be entered now, in the order of the pad's keys."""
    order = list(pad.keys)
    offered = [choice for choice in pad.game.choices(state) if choice.kind not in pad.hidden_kinds]
    offered.sort(key=lambda choice: order.index(choice.kind) if choice.kind in order else len(order))
    return [panel(pad, choice, names, state, number) for number, choice in enumerate(offered)]


def panel(pad: Pad[Any], choice: Choice, names: Names, state: State, number: int = 0) -> EntryPanel:
    """Return the form of one kind of entry, to be made."""
    quick = choice.kind in pad.quick_kinds
    last = "" if quick else _last(pad, choice)
    folded = pad.folds(choice)
    widgets: list[Widget] = []
    for field in choice.fields:
        widget = _widget(pad, choice.kind, field, names, f"f.{field.name}", _default(field))
        if field.name == last:
            widget = _as_buttons(pad, field, names, widget)
        away = field.name in folded and widget.look != "fixed" and not _must_be_chosen(field)
        needed = widget.look == "chips" and not away and not quick and all(one.value for one in widget.options)
        widgets += _first_row_s_buttons(replace(widget, folded=away, required=needed), field, last)
    common = pad.is_common(choice.kind, state)
    label = _named(pad.panel_label(choice, names), [_only(pad, field, names) for field in choice.fields])
    return EntryPanel(choice.kind, number, pad.key(choice.kind), label, common, tuple(widgets), quick)


def joined(pad: Pad[Any], found: Sequence[EntryPanel]) -> list[EntryPanel]:
    """Return the panels, with those that ask for nothing that another does not ask as buttons of that one."""
    kept = list(found)
    for part, whole in pad.joined.items():
        small = next((one for one in kept if one.kind == part), None)
        large = next((one for one in kept if one.kind == whole), None)
        if small is not None and large is not None and large.buttons is not None and _asks_no_more(small, large):
            kept[kept.index(large)] = replace(large, joined=(*large.joined, small))
            kept.remove(small)
    return kept


def _asks_no_more(small: EntryPanel, large: EntryPanel) -> bool:
    asked = {(widget.name, widget.options) for widget in large.widgets if not widget.submits}
    return all((widget.name, widget.options) in asked for widget in small.widgets)


def _only(pad: Pad[Any], field: Field, names: Names) -> Text:
    """Return the only value that is left to choose, which nobody is asked for; nothing where it goes without saying."""
    alone = isinstance(field, Pick) and len(field.values) == 1 and _must_be_chosen(field)
    return pad.value_name(field.name, field.values[0], names) if alone and isinstance(field, Pick) else ""


def _named(label: Text, only: Sequence[Text]) -> Text:
    """Return a title that says who or what it is about, where nothing else is left to choose."""
    about = ", ".join(str(one) for one in only if one)
    return _("%(about)s: %(title)s") % {"about": about, "title": label} if about else label


def _must_be_chosen(field: Field) -> bool:
    """Tell whether nothing can be left out here, so that it never stands behind a fold."""
    return isinstance(field, Pick) and not field.many and field.default is None and None not in field.values


def filled(pad: Pad[Any], state: State, names: Names, entry: Entry[Any]) -> EntryPanel:
    """Return the form of an entry that was made, with its values, as it might have been made in the state before."""
    kind = pad.kind_of(entry)
    widgets = tuple(
        _widget(pad, kind, field, names, f"f.{field.name}", getattr(entry, field.name), fix=False)
        for field in _fields(pad, state, entry)
    )
    return EntryPanel(kind, 0, pad.key(kind), pad.key(kind).label, True, widgets)


def _fields(pad: Pad[Any], state: State, entry: Entry[Any]) -> list[Field]:
    """Return the fields of all choices of the entry's kind, each with everything that any of them offers."""
    kind = pad.kind_of(entry)
    fields: dict[str, Field] = {}
    for choice in pad.game.choices(state):
        for field in choice.fields if choice.kind == kind else ():
            known = fields.get(field.name)
            fields[field.name] = _both(known, field) if known is not None else field
    return [_with_own(field, entry) for field in fields.values()]


def _both(one: Field, other: Field) -> Field:
    if isinstance(one, Pick) and isinstance(other, Pick):
        return Pick(one.name, tuple(dict.fromkeys((*one.values, *other.values))), one.many, one.default)
    if isinstance(one, Number) and isinstance(other, Number) and one.most is not None and other.most is not None:
        return Number(
            one.name, min(one.least, other.least), max(one.most, other.most), one.per_seat, one.default, seats=one.seats
        )
    return one


def _with_own(field: Field, entry: Entry[Any]) -> Field:
    """Let a field also offer the value that the entry has."""
    if isinstance(field, Pick):
        value = getattr(entry, field.name)
        missing = [one for one in (value if field.many else (value,)) if one not in field.values]
        if missing:
            return Pick(field.name, (*field.values, *dict.fromkeys(missing)), field.many, field.default)
    return field


def _last(pad: Pad[Any], choice: Choice) -> str:
    """Return the field whose values become the buttons: the pad says so, or it is the only one to choose."""
    named = pad.submits(choice.kind)
    if named:
        return named
    open_fields = [field for field in choice.fields if not (isinstance(field, Pick) and len(field.values) == 1)]
    alone = open_fields[0] if len(open_fields) == 1 else None
    return alone.name if isinstance(alone, Pick) and not alone.many and len(alone.values) <= CHIPS_MOST else ""


def _as_buttons(pad: Pad[Any], field: Field, names: Names, widget: Widget) -> Widget:
    if widget.look == "chips":
        return replace(widget, submits=True)
    if not isinstance(field, Number) or field.most is None:
        return widget
    few = field.most - field.least < BUTTONS_MOST
    numbers = range(field.least, field.most + 1) if few else widget.usual
    if not numbers:
        return widget
    options = tuple(Option(str(number), str(number)) for number in numbers)
    return replace(widget, look="chips", options=options, submits=True, typed=not few)


def _first_row_s_buttons(widget: Widget, field: Field, last: str) -> list[Widget]:
    """Return the widget; of small records, with what is chosen last in the first of them as buttons behind it."""
    name = f"{widget.name}.0.{last.removeprefix(f'{field.name}.')}"
    first = next((one for one in widget.rows[0] if one.name == name), None) if widget.rows else None
    if first is None or not last.startswith(f"{field.name}."):
        return [widget]
    others = tuple(one for one in widget.rows[0] if one is not first)
    return [replace(widget, rows=(others, *widget.rows[1:])), replace(first, submits=True)]


def _widget(pad: Pad[Any], kind: str, field: Field, names: Names, name: str, value: Any, *, fix: bool = True) -> Widget:
    label = pad.field_name(kind, field.name)
    if isinstance(field, Pick):
        return _pick(pad, field, names, Widget(name, label, "chips"), value, fix=fix)
    if isinstance(field, Number):
        if field.per_seat:
            given = dict(enumerate(value)) if isinstance(value, Sequence) else {}
            asked = field.seats or range(len(names))
            cells = tuple(Cell(f"{name}.{seat}", names[seat], seat, given.get(seat)) for seat in asked)
            return Widget(name, label, "seats", least=field.least, most=field.most, cells=cells)
        usual = field.usual or pad.usual.get((kind, field.name), ())
        return Widget(name, label, "number", least=field.least, most=field.most, value=value, usual=usual)
    if isinstance(field, Rows):
        return _rows(pad, kind, field, names, Widget(name, label, "rows", least=field.least), value)
    return Widget(name, label, "words", most=field.most, value=value or "")


def _pick(pad: Pad[Any], field: Pick, names: Names, widget: Widget, value: Any, *, fix: bool) -> Widget:
    if fix and len(field.values) == 1 and not field.many:
        return replace(widget, look="fixed", value=raw(field.values[0]))
    picked = tuple(value or ()) if field.many else (value,)
    options = _options(pad, field, names, picked)
    look = "ticks" if field.many else ("chips" if len(options) <= CHIPS_MOST else "select")
    return replace(widget, look=look, options=options)


def _options(pad: Pad[Any], field: Pick, names: Names, chosen: tuple[Any, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            raw(value),
            pad.value_name(field.name, value, names),
            raw(value) in {raw(one) for one in chosen if one is not None or value is None},
            value if field.name in pad.seat_fields and isinstance(value, int) else None,
        )
        for value in field.values
    )


def _rows(pad: Pad[Any], kind: str, field: Rows, names: Names, widget: Widget, value: Any) -> Widget:
    given: list[Any] = list(value or ())
    count = len(names) if field.per_seat else pad.rows_shown(kind, field.name, field.most or len(names))
    rows = []
    for number in range(max(len(given), count)):
        record = given[number] if number < len(given) else None
        row = []
        for inner in field.fields:
            one = getattr(record, inner.name) if record is not None else _default(inner)
            drawn = _widget(pad, kind, inner, names, f"{widget.name}.{number}.{inner.name}", one, fix=False)
            row.append(replace(drawn, required=number < field.least and _must_be_chosen(inner)))
        rows.append(tuple(row))
    cells = tuple(Cell(widget.name, name, seat, None) for seat, name in enumerate(names)) if field.per_seat else ()
    return replace(widget, look="each" if field.per_seat else "rows", rows=tuple(rows), cells=cells)


def raw(value: Any) -> str:
    """Return how a form sends a value."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _default(field: Field) -> Any:
    if isinstance(field, Words | Rows):
        return None
    return field.default
