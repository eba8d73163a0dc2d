"""What the face of a printed card is made of: signs with a number, a bar of cases, sentences.

Every sign is named in small letters beside it, and no colour says what a sign or a word does not say, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from campaigns.matches.cards.kinds import CardData, Kind, Text
from campaigns.matches.cards.page import slots_said


class Style(StrEnum):
    """How large signs are drawn: two by two over all of the card, or one after the other."""

    SQUARE = "square"
    ROW = "row"


class Sign(Struct, frozen=True):
    """A drawing with a number and its name; ``said`` is empty where the heading names it. ``pale``: there is none."""

    icon: str
    value: str
    said: Text = ""
    pale: bool = False

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {"icon": self.icon, "value": self.value, "said": str(self.said), "pale": self.pale}


class Signs(Struct, frozen=True):
    """Signs that stand together; ``title`` is empty for those that need none."""

    title: Text
    style: Style
    signs: Sequence[Sign]

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {"title": str(self.title), "style": self.style, "signs": [sign.as_data() for sign in self.signs]}


class Bar(Struct, frozen=True):
    """Cases from 0 to ``most`` in a row: where the marker starts, from which on it may be used, all of it in words."""

    title: Text
    start: int
    usable: int
    most: int
    legend: Sequence[Sign]

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {
            "title": str(self.title),
            "start": self.start,
            "usable": self.usable,
            "most": self.most,
            "legend": [sign.as_data() for sign in self.legend],
        }


class Line(Struct, frozen=True):
    """A sentence with its title. ``colour`` paints a zone around it, ``mark`` is a drawing before the title."""

    title: Text
    said: str = ""
    colour: str = ""
    mark: str = ""

    def as_data(self) -> list[str]:
        """As the template reads it."""
        return [str(self.title), self.said, self.colour, self.mark]


class Face(Struct, frozen=True):
    """What is drawn of a card beside its name. ``mark`` is its colour's sign, ``belongs`` names whose it is.

    ``pips`` stand for its level; ``corner`` is the sign in the corner of its band, ``picture`` a large drawing.
    """

    colour: str = ""
    mark: str = ""
    belongs: Text = ""
    pips: int = 0
    corner: Sign | None = None
    picture: str = ""
    signs: Sequence[Signs] = ()
    bar: Bar | None = None
    lines: Sequence[Line] = ()

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {
            "colour": self.colour,
            "mark": self.mark,
            "belongs": str(self.belongs),
            "pips": self.pips,
            "corner": self.corner.as_data() if self.corner is not None else None,
            "picture": self.picture,
            "signs": [one.as_data() for one in self.signs if one.signs],
            "bar": self.bar.as_data() if self.bar is not None else None,
            "lines": [line.as_data() for line in self.lines],
        }


def sentences(game: str, kind: Kind, row: CardData) -> list[Line]:
    """Return what the texts of a card say, as plain lines."""
    return [Line(slot.title, said) for slot, said in slots_said(game, kind, row)]
