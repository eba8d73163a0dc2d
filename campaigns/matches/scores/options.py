"""The variant and the house rules of a new match, as fields of a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.panels import raw
from campaigns.matches.scores.reading import Seated, Sent, read_options
from campaigns.matches.scores.widgets import Cell, Option, Widget
from campaigns.matches.scores.wording import Names
from club.operations import Refused
from engines.core.score import Number, Pick

SETUP = "setup"
"""The pad names an option's label under this kind where an entry has a field of the same name."""


def option_widgets(pad: Pad[Any], sent: Sent | None = None) -> list[Widget]:
    """Return the options of a game with their defaults, or as they were sent."""
    widgets = []
    for field in pad.game.setup_fields:
        name = f"f.{field.name}"
        label = pad.field_name(SETUP, field.name)
        if isinstance(field, Number) and field.per_seat:
            cells = tuple(
                Cell(f"{name}.{seat}", str(seat + 1), seat, _number(sent, f"{name}.{seat}", field.default))
                for seat in range(pad.game.most)
            )
            widgets.append(Widget(name, label, "seats", least=field.least, most=field.most, cells=cells))
        elif isinstance(field, Number):
            value = _number(sent, name, field.default)
            widgets.append(
                Widget(name, label, "number", least=field.least, most=field.most, value=value, usual=field.usual)
            )
        elif isinstance(field, Pick):
            widgets.append(_pick(pad, field, name, label, sent))
    return widgets


def options_of(pad: Pad[Any], sent: Sent, rows: Sequence[int]) -> dict[str, Any]:
    """Return the options sent, for those who sit on these rows. Raises ``Refused`` where an empty chair has one.

    Raises ``Malformed`` for what is no option of the game.
    """
    each = [field for field in pad.game.setup_fields if isinstance(field, Number) and field.per_seat]
    for field in each:
        for row in set(range(pad.game.most)) - set(rows):
            typed = (sent.get(f"f.{field.name}.{row}") or "").strip()
            if typed not in ("", str(field.least)):
                about = {"value": typed, "number": row + 1}
                words = gettext("There is a number (%(value)s) for player %(number)s, but nobody sits there.")
                raise Refused.because("empty_chair", words % about)
    seated = Seated(sent, rows, {field.name: field.least for field in each})
    return pad.tidy(read_options(pad, seated), len(rows))


def _pick(pad: Pad[Any], field: Pick, name: str, label: Any, sent: Sent | None) -> Widget:
    if sent is not None and name in sent:
        chosen = set(sent.getlist(name))
    elif field.many:
        default = pad.game.setup_type.__struct_defaults__[_place(pad, field.name)]
        chosen = {raw(value) for value in default}
    else:
        chosen = {raw(field.default)}
    options = tuple(
        Option(raw(value), pad.value_name(field.name, value, Names()), raw(value) in chosen) for value in field.values
    )
    return Widget(name, label, "ticks" if field.many else "chips", options)


def _place(pad: Pad[Any], name: str) -> int:
    """Return the place of a field among those with a default, counted from the end."""
    fields = pad.game.setup_type.__struct_fields__
    return int(fields.index(name)) - len(fields)


def _number(sent: Sent | None, name: str, default: Any) -> Any:
    if sent is not None and name in sent:
        return sent.get(name)
    return default
