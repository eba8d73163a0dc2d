"""What is drawn of a game's figures, and how it is printed: rows with bars, records and who holds them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from msgspec import Struct

from campaigns.league.games import Game
from campaigns.matches.models.player import Player
from campaigns.seasons.statistics import Named, Score

LEADING: Final = 12
"""So many players of a game are shown at once, the others when somebody asks for them."""


class BarRow(Struct, frozen=True):
    """A row of a table with a bar: ``mark`` is where the bar would end if chance alone decided.

    ``address`` is the page of whom it is about, if it is about somebody.
    """

    label: str
    score: Score
    bar: str
    mark: str
    address: str = ""


def rows_of(named: Sequence[Named]) -> tuple[BarRow, ...]:
    """Return rows whose bars are shares of victories."""
    return tuple(
        BarRow(one.label, one.score, f"{one.score.rate:.1f}", f"{one.score.expected:.1f}", page_of(one.player))
        for one in named
    )


def page_of(player: Player | None) -> str:
    """Return the page about a player; nothing where a row is about nobody."""
    return player.get_absolute_url() if player is not None else ""


class Rates(Struct, frozen=True):
    """How often each of some things won: ``what`` they are, ``unit`` what is counted. ``name`` tells drawings apart."""

    name: str
    heading: str | Promise
    title: str | Promise
    what: str | Promise
    unit: str | Promise
    rows: tuple[BarRow, ...]

    @property
    def leading(self) -> tuple[BarRow, ...]:
        """Its first rows."""
        return self.rows[:LEADING]

    @property
    def table(self) -> str:
        """What the part with their figures is called."""
        return f"{self.name}-table"


class Holder(Struct, frozen=True):
    """Who holds a record, with the page of it, or the match it was made in and when that was, or both."""

    name: str = ""
    address: str = ""
    match: str = ""
    at: datetime | None = None


class Record(Struct, frozen=True):
    """A record of the club: what it is, and all who hold it, who reached it first before the others."""

    title: str
    value: str
    holders: tuple[Holder, ...]


class Figures(Struct, frozen=True):
    """A game's figures as they are drawn.

    ``query`` asks for the same matches on other pages; ``scored``: the game has points. ``players`` are ``everybody``
    so many, or the first of them.
    """

    game: Game
    query: str
    scored: bool
    matches: Score
    players: tuple[BarRow, ...]
    everybody: int
    rates: tuple[Rates, ...]
    records: tuple[Record, ...]
