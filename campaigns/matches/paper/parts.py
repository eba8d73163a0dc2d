"""What a score sheet is made of: facts to write, boxes to tick, rules in short, tables, tracks of numbered boxes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from campaigns.matches.scores import Pad
from campaigns.matches.scores.wording import Text


class Cell(Struct, frozen=True):
    """A cell of a table: its text (empty: to write in), how many columns it takes, how many boxes are to tick in it."""

    said: Text = ""
    span: int = 1
    boxes: int = 0

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {"said": str(self.said), "span": self.span, "boxes": self.boxes}


WRITE = Cell()
TICK = Cell(boxes=1)


class Table(Struct, frozen=True):
    """A table: the widths of its columns as shares of the page's, their heads, and the cells of each row."""

    title: Text
    widths: Sequence[float]
    heads: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {
            "kind": "table",
            "title": str(self.title),
            "widths": list(self.widths),
            "heads": [cell.as_data() for cell in self.heads],
            "rows": [[cell.as_data() for cell in row] for row in self.rows],
        }


class Track(Struct, frozen=True):
    """A row of numbered boxes for each player, ``boxes`` in all; at the ``marks`` it may end."""

    title: Text
    player: Text
    players: int
    boxes: int
    marks: Sequence[int]

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {
            "kind": "track",
            "title": str(self.title),
            "player": str(self.player),
            "players": self.players,
            "boxes": [[number, number in self.marks] for number in range(1, self.boxes + 1)],
        }


type Part = Table | Track


class Front(Struct, frozen=True):
    """What stands above the parts.

    ``facts`` are written or circled (label and what is printed behind it), ``ticks`` are ticked, ``worth`` says what
    brings how many points, ``rules`` are sentences.
    """

    facts: Sequence[tuple[Text, str]] = ()
    ticks: Sequence[Text] = ()
    worth: Sequence[tuple[Text, int]] = ()
    rules: Sequence[Text] = ()

    def as_data(self) -> dict[str, Any]:
        """As the template reads it."""
        return {
            "facts": [[str(label), value] for label, value in self.facts],
            "ticks": [str(one) for one in self.ticks],
            "worth": [[str(label), str(points)] for label, points in self.worth],
            "rules": [str(rule) for rule in self.rules],
        }


class ScoreSheet(ABC):
    """The sheet of one game: what its pad asks for, with room for as many players as may sit down."""

    pad: ClassVar[Pad[Any]]

    @property
    def code(self) -> str:
        """The game's code."""
        return self.pad.code

    @property
    def players(self) -> range:
        """The numbers of the players, from 1."""
        return range(1, self.pad.game.most + 1)

    @abstractmethod
    def front(self) -> Front:
        """Return what stands above the parts, in the active language."""

    @abstractmethod
    def parts(self) -> Sequence[Part]:
        """Return the tables and tracks, in the active language."""
