"""The pad's buttons and small forms, drawn from what the scoring engine says may be entered now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.widgets import JOINT, Cell, EntryPanel, Group, Option, Widget
from campaigns.matches.scores.wording import Names, Text
from club.folding import folded
from engines.core.score import Choice, Entry, Field, Number, Pick, Rows, State, Words

NOTHING: Final = ""
"""What a form sends for nobody or nothing."""
CHIPS_MOST: Final = 8
"""Up to this many values are chips to tap; more become a list to open."""
BUTTONS_MOST: Final = 6
"""Up to this many numbers are buttons; where there are more, one is typed."""


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
    folded_away = pad.folds(choice)
    widgets: list[Widget] = []
    for field in choice.fields:
        widget = _widget(pad, choice.kind, field, names, f"f.{field.name}", _default(field))
        if field.name == last:
            widget = replace(_as_buttons(pad, field, names, widget), said=field.name in pad.said_buttons)
        elif widget.look in ("select", "chips") and field.name in pad.tapped_lists:
            widget = _as_list(pad, state, widget)
        away = field.name in folded_away and widget.look != "fixed" and not _must_be_chosen(field)
        all_chosen = widget.look in ("chips", "list") and all(one.value for one in widget.options)
        widget = replace(widget, folded=away, required=all_chosen and not away and not quick)
        widgets += _first_row_s_buttons(replace(widget, when=pad.only_when.get(field.name, "")), field, last)
    common = pad.is_common(choice.kind, state)
    label = _named(pad.panel_label(choice, names), [_only(pad, field, names) for field in choice.fields])
    shown = tuple(_together(pad, choice, state, names, widgets))
    return EntryPanel(choice, number, pad.key(choice.kind), label, common, shown, quick)


def _as_list(pad: Pad[Any], state: State, widget: Widget) -> Widget:
    """Return a field with many values as a list to tap, in the order of the reader's alphabet."""
    options = [replace(one, tags=" ".join(pad.tags(state, one.value))) for one in widget.options]
    return replace(widget, look="list", options=tuple(sorted(options, key=lambda one: folded(str(one.label)))))


def _together(pad: Pad[Any], choice: Choice, state: State, names: Names, widgets: Sequence[Widget]) -> Iterator[Widget]:
    """Yield the widgets, those of two fields that one tap chooses as one: what goes together, by the first of them."""
    pair = [widget for widget in widgets if widget.name.removeprefix("f.") in pad.together.get(choice.kind, ())]
    if len(pair) != 2 or any(widget.look not in ("chips", "fixed") for widget in pair):
        yield from widgets
        return
    first, second = (_all_options(pad, choice, names, widget) for widget in pair)
    groups = []
    for head in first:
        tails = [tail for tail in second if pad.goes_together(state, choice.kind, (head.value, tail.value))]
        options = tuple(replace(one, value=f"{head.value}{JOINT}{one.value}") for one in tails)
        if options:
            groups.append(Group(head.label, head.seat, options))
    one, other = pair
    label = pad.field_name(choice.kind, "+".join(pad.together[choice.kind]))
    both = Widget(f"{one.name}{JOINT}{other.name}", label, "groups", groups=tuple(groups), required=True)
    for widget in widgets:
        if widget is one:
            yield both
        elif widget is not other:
            yield widget


def _all_options(pad: Pad[Any], choice: Choice, names: Names, widget: Widget) -> tuple[Option, ...]:
    """Return the values of a field, also where only one is left."""
    field = next(one for one in choice.fields if f"f.{one.name}" == widget.name)
    return widget.options or (_options(pad, field, names, ()) if isinstance(field, Pick) else ())


def joined(pad: Pad[Any], found: Sequence[EntryPanel], state: State, names: Names) -> list[EntryPanel]:
    """Return the panels, with those that ask for nothing that another does not ask as buttons of that one.

    The form then offers whatever one or the other takes; which of its buttons holds is for the engine to say.
    """
    kept = list(found)
    for part, whole in pad.joined.items():
        small = next((one for one in kept if one.kind == part), None)
        large = next((one for one in kept if one.kind == whole), None)
        if small is not None and large is not None and _asks_no_more(small.choice, large.choice):
            others = {field.name: field for field in small.choice.fields}
            fields = tuple(_both(field, others.get(field.name, field)) for field in large.choice.fields)
            merged = panel(pad, Choice(large.kind, fields), names, state, large.number)
            button = replace(small, label=pad.panel_label(small.choice, names))
            kept[kept.index(large)] = replace(merged, joined=(*large.joined, button))
            kept.remove(small)
    return kept


def _asks_no_more(small: Choice, large: Choice) -> bool:
    return {field.name for field in small.fields} <= {field.name for field in large.fields}


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
    return EntryPanel(Choice(kind), 0, pad.key(kind), pad.key(kind).label, True, widgets)


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
    named = pad.submits(choice)
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
            when=pad.only_when.get(f"{field.name}.{raw(value)}", ""),
            short=pad.short_names.get((field.name, value), ""),
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
