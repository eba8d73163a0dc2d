"""Sentences for the dice of an aftermath: what a roll is for, the table it is read on, the row it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec import Struct

from club.words import words
from engines.core.dice import Roll
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import InjuryResult
from rosters.wording import roll_sentence

_TABLES: Final[Mapping[str, Callable[[Catalogue], tuple[InjuryResult, ...]]]] = {
    "injury": attrgetter("injuries"),
    "multiple_injury": attrgetter("injuries"),
    "quack": attrgetter("quack"),
    "return": attrgetter("henchman_return"),
    "setback": attrgetter("pulp.setbacks"),
    "wreck": attrgetter("henchman_return"),
}
"""Where a catalogue has the table on which a roll is read."""
_TITLES: Final = {
    "injury": gettext_lazy("Return of the fallen: leaders and lieutenants (d66)"),
    "multiple_injury": gettext_lazy("Return of the fallen: leaders and lieutenants (d66)"),
    "quack": gettext_lazy("The quack doctor (d6)"),
    "return": gettext_lazy("Return of the fallen: henchmen and extras (d6)"),
    "setback": gettext_lazy("Pulp: the setback of the next battle (d66)"),
    "wreck": gettext_lazy("Wrecks, as henchmen (d6)"),
}
_ROWS: Final[Mapping[tuple[str, str], tuple[str | Promise, str | Promise]]] = {
    ("wreck", "gone"): (
        pgettext_lazy("a wreck", "Lost"),
        gettext_lazy("The vehicle is gone, with its weapons and improvements (M345)."),
    ),
    ("wreck", "back"): (gettext_lazy("Brought home"), gettext_lazy("Whole again at the next battle (M345).")),
}
"""What a row is called and does, where another roll reads the same table otherwise."""
DEAD: Final = "dead"
REROLLED: Final = "reroll"
_SOME_AGAIN: Final = frozenset({"multiple_injury", "setback"})


class TableRow(Struct, frozen=True):
    """One row of a return table as it is read: the faces ("11–15"), its name, what it does."""

    code: str
    faces: str
    name: str
    effect: str
    rolled_again: bool = False


class Table(Struct, frozen=True):
    """The table a roll is read on. A roll that only counts something has no rows."""

    title: str
    rows: tuple[TableRow, ...]


class Receipt(Struct, frozen=True):
    """One roll as shown: what for, the drawn dice, the row found, and whether that row only asked for another roll."""

    purpose: str
    faces: tuple[int, ...]
    value: int
    row: TableRow | None
    counted: bool


def table_for(reason: str, catalogue: Catalogue, *, deathless: bool = False) -> Table:
    """Return the table on which a roll made for ``reason`` is read; ``deathless`` for somebody who never dies.

    ``catalogue`` is that of the warband, here and below.
    """
    rows = tuple(
        _row(row, reason, rolled_again=_is_rolled_again(row, reason, deathless=deathless))
        for row in _rows(reason, catalogue)
    )
    return Table(str(_TITLES.get(reason, "")), rows)


def receipt(roll: Roll, name: str, catalogue: Catalogue, *, deathless: bool = False) -> Receipt:
    """Return how a roll made about the figure of that name is shown; ``deathless`` as for its table."""
    found = row_found(roll, catalogue)
    again = found is not None and _is_rolled_again(found, roll.reason, deathless=deathless)
    return Receipt(
        roll_sentence(roll.reason, name),
        roll.faces,
        roll.value,
        _row(found, roll.reason, rolled_again=again) if found is not None else None,
        not again,
    )


def _is_rolled_again(row: InjuryResult, reason: str, *, deathless: bool) -> bool:
    """Tell whether a row only asks for another roll (rulings M252, M253, M166, M310)."""
    if row.code == REROLLED or (deathless and row.code == DEAD):
        return True
    return row.again_in_multiple and reason in _SOME_AGAIN


def row_found(roll: Roll, catalogue: Catalogue) -> InjuryResult | None:
    """Return the row a roll found, or ``None`` if it was not made on a table."""
    return next((row for row in _rows(roll.reason, catalogue) if row.low <= roll.value <= row.high), None)


def _rows(reason: str, catalogue: Catalogue) -> tuple[InjuryResult, ...]:
    table = _TABLES.get(reason)
    return table(catalogue) if table is not None else ()


def die_labels(asked: str) -> Sequence[str]:
    """Return what each die of a roll is called; the first of a d66 gives the tens."""
    if asked == "d66":
        return (_("First die: tens"), _("Second die: units"))
    if asked == "2d6":
        return (_("First die"), _("Second die"))
    return (_("The die"),)


def _row(row: InjuryResult, reason: str, *, rolled_again: bool) -> TableRow:
    faces = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
    name, effect = _ROWS.get((reason, row.code)) or (words(row.name), words(row.effect))
    return TableRow(row.code, faces, str(name), str(effect), rolled_again)
