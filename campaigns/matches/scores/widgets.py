"""What the page of a score pad draws: a kind of entry with its fields, as buttons, chips, lists and numbers to type."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from campaigns.matches.scores.pad import Key
from campaigns.matches.scores.wording import Text
from engines.core.score import Choice

JOINT: Final = "+"
"""Stands between the names, and between the values, of fields that one control sends together."""

SHORT: Final = 2
"""A record of so many fields at most is drawn in one line."""


class Option(Struct, frozen=True):
    """A value to choose; ``seat`` gives it that player's colour, and ``short`` is what is drawn where room is short.

    ``tags`` say what else a value asks for: what is drawn ``when`` a tag is there is drawn for such values alone.
    """

    value: str
    label: Text
    chosen: bool = False
    seat: int | None = None
    tags: str = ""
    when: str = ""
    short: Text = ""


class Group(Struct, frozen=True):
    """Values of two fields that are chosen by one tap: those that go with one value of the first, which heads them."""

    label: Text
    seat: int | None
    options: tuple[Option, ...]


class Cell(Struct, frozen=True):
    """A number to type for one seat."""

    name: str
    label: Text
    seat: int
    value: Any


class Widget(Struct, frozen=True):
    """A field of an entry as the page draws it.

    ``look`` is ``fixed`` (nothing to choose), ``chips`` (choose one), ``list`` (one of many, by one tap), ``groups``
    (one of the values of two fields), ``ticks`` (choose some), ``select`` (one of many), ``number``, ``seats`` (a
    number for each), ``words``, ``rows`` (several small records) or ``each`` (a record for each seat, which ``cells``
    name). One that ``submits`` is drawn as the buttons that send the entry, which are ``said`` above them if that is
    not plain, and if other numbers may be ``typed`` beside them these stand behind a fold, as does one that is
    ``folded``. The browser insists on a choice where it is ``required``. One with ``when`` is drawn for values with
    that tag alone.
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
    groups: tuple[Group, ...] = ()
    submits: bool = False
    said: bool = False
    typed: bool = False
    folded: bool = False
    required: bool = False
    when: str = ""

    @property
    def short(self) -> bool:
        """Whether the record of each seat is so short that all of them stand open."""
        return all(len(row) <= SHORT for row in self.rows)

    @property
    def each(self) -> list[tuple[Cell, tuple[Widget, ...]]]:
        """Every seat's name with the fields of its record."""
        return list(zip(self.cells, self.rows, strict=True))


class EntryPanel(Struct, frozen=True):
    """A kind of entry that may be made now.

    ``number`` tells panels of one kind apart, ``choice`` is what the engine offers. A ``quick`` one needs its fields
    now and then only. Those ``joined`` ask for nothing else, so that a button of this form sends them.
    """

    choice: Choice
    number: int
    key: Key
    label: Text
    common: bool
    widgets: tuple[Widget, ...] = ()
    quick: bool = False
    joined: tuple[EntryPanel, ...] = ()

    @property
    def kind(self) -> str:
        """The engine's word for it."""
        return self.choice.kind

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
