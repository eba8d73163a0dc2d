"""What a kind of cards is: what stands on each, how many there are, where they are kept.

A card set is kept as the engine's JSON; a kind knows which of its lists its cards are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from msgspec import Struct, field

type Text = str | Promise
type CardData = Mapping[str, Any]
"""A card, or a whole set of cards, as the engine's JSON has it."""

NAME: Final = "name"
COPIES: Final = "copies"
TEXT: Final = "text"


def at(row: CardData, path: str) -> Any:
    """Return what a path leads to in a card; ``None`` where nothing is."""
    found: Any = row
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def put(row: dict[str, Any], path: str, value: Any) -> None:
    """Put something where a path leads to."""
    *outer, last = path.split(".")
    for step in outer:
        row = row.setdefault(step, {})
    row[last] = value


def field_of(path: str) -> str:
    """Return the name of a form's field for what a path leads to."""
    return path.replace(".", "__")


class Figure(Struct, frozen=True):
    """A number on a card. ``path`` leads to it in the card, with a dot where it is within something.

    ``usual`` is meant where nothing is typed; without it the number must be there, unless it is ``optional``: then the
    card goes without it.
    """

    path: str
    label: Text
    least: int
    most: int
    usual: int | None = 0
    optional: bool = False

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return field_of(self.path)

    def of(self, row: CardData) -> int:
        """Return the number on a card."""
        found = at(row, self.path)
        return found if isinstance(found, int) else (self.usual or 0)

    def initial(self, row: CardData) -> int | str:
        """Return what a form shows: nothing where nothing need be typed."""
        value = self.of(row)
        return "" if not value and (self.usual == 0 or self.optional) else value


class Choice(Struct, frozen=True):
    """A word on a card, one of several; with ``several`` any number of them. An ``optional`` one may be left out."""

    path: str
    label: Text
    options: Mapping[str, Text]
    optional: bool = False
    several: bool = False

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return field_of(self.path)

    def describe(self, row: CardData) -> str:
        """Return what was chosen, in words."""
        found = at(row, self.path)
        chosen = found if isinstance(found, list) else [found]
        return ", ".join(str(self.options[one]) for one in chosen if one in self.options)


class Flag(Struct, frozen=True):
    """Something that is so on a card or not."""

    path: str
    label: Text

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return field_of(self.path)


class Slot(Struct, frozen=True):
    """A text of a card in the language of effects. ``code`` is the language's word, ``path`` leads to its steps.

    ``with_`` is the path of the word that stands before it, without which the slot cannot be there.
    """

    code: str
    title: Text
    path: str
    with_: str = ""

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return f"slot_{self.code}"

    def steps(self, row: CardData) -> list[Any]:
        """Return the steps, as they were typed in."""
        found = at(row, self.path)
        return list(found) if isinstance(found, list | tuple) else []


class Group(Struct, frozen=True):
    """Numbers that stand together on the card; ``title`` is empty for one that needs none.

    ``drawn`` is what the card calls them, where a form says more in its ``title``.
    """

    title: Text
    figures: tuple[Figure, ...]
    drawn: Text = ""


class Kind(Struct, frozen=True):
    """One kind of cards. ``place`` is the list of the set it is kept in, ``fixed`` what all cards of the kind share.

    ``apart`` are the lists whose codes may not be the same. ``copies`` is how many there are of a card that does not
    say it. ``texted``: the words on the card are kept, in both languages where ``texted`` is "both". ``more``: an
    expansion may bring more than the box has. ``scored``: the pads need these cards.
    """

    code: str
    title: Text
    needs: int
    place: str
    groups: tuple[Group, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    flags: tuple[Flag, ...] = ()
    slots: tuple[Slot, ...] = ()
    copies: int = 1
    texted: str = ""
    more: bool = False
    scored: bool = True

    @property
    def figures(self) -> Iterator[Figure]:
        """All numbers on the card."""
        return (figure for group in self.groups for figure in group.figures)

    @property
    def copied(self) -> bool:
        """Whether a card may be there more than once."""
        return any(figure.path == COPIES for figure in self.figures)

    def rows(self, data: CardData) -> list[CardData]:
        """Return the cards of this kind in a set, in order."""
        there = data.get(self.place, ())
        return [row for row in there if all(row.get(name) == value for name, value in self.fixed.items())]

    def count(self, data: CardData) -> int:
        """Return how many cards of this kind there are, copies included."""
        return sum(self.times(row) for row in self.rows(data))

    def times(self, row: CardData) -> int:
        """Return how many there are of a card."""
        return int(row.get(COPIES, self.copies)) if self.copied else 1

    def codes(self, data: CardData) -> set[str]:
        """Return the codes that are taken, in small letters."""
        return {row["code"].strip().casefold() for name in self.apart or (self.place,) for row in data.get(name, ())}

    def words(self, row: CardData) -> str:
        """Return the words on a card as they were typed in."""
        found = row.get(TEXT)
        return str(found.get("fr", "")) if isinstance(found, Mapping) else str(found or "")

    def describe(self, row: CardData) -> list[tuple[Text, str]]:
        """Return what stands on a card beside its texts: a title, and numbers or words."""
        lines: list[tuple[Text, str]] = [(one.label, one.describe(row)) for one in self.choices if one.describe(row)]
        for group in self.groups:
            there = [(figure, figure.of(row)) for figure in group.figures if figure.path != COPIES]
            there = [(figure, value) for figure, value in there if value or not figure.optional]
            if group.title:
                words = ", ".join(f"{figure.label} {value}" for figure, value in there if value)
                if words:
                    lines.append((group.drawn or group.title, words))
            else:
                lines += [(figure.label, str(value)) for figure, value in there]
        return [*lines, *((flag.label, gettext("yes")) for flag in self.flags if at(row, flag.path))]
