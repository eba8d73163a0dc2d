"""What is drawn of a game's figures, and how it is printed: rows with bars, records and who holds them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from msgspec import Struct

from campaigns.league.games import Game
from campaigns.matches.models.player import Player
from campaigns.seasons.statistics import Named, Score
from club.dates import date_text
from club.figures import counted, rounded

LEADING: Final = 12
"""So many players of a game are shown at once, the others when somebody asks for them."""


class PrintedRow(NamedTuple):
    """A row of a table with a bar in words. A table is drawn from these: looking up each figure takes longer."""

    label: str
    address: str
    bar: str
    mark: str
    played: str
    won: str
    rate: str
    expected: str
    first: str
    second: str
    third: str
    further: str
    points: str


class BarRow(Struct, frozen=True):
    """A row of a table with a bar: ``mark`` is where the bar would end if chance alone decided.

    ``address`` is the page of whom it is about, if it is about somebody.
    """

    label: str
    score: Score
    bar: str
    mark: str
    address: str = ""

    @property
    def printed(self) -> PrintedRow:
        """What is printed of it, in the reader's language."""
        score = self.score
        return PrintedRow(
            self.label,
            self.address,
            SafeString(self.bar),
            SafeString(self.mark),
            counted(score.played),
            counted(score.won),
            rounded(score.rate),
            rounded(score.expected),
            counted(score.first),
            counted(score.second),
            counted(score.third),
            counted(score.further),
            rounded(score.mean_points, 1),
        )


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
    def printed(self) -> list[PrintedRow]:
        """What is printed of its first rows."""
        return [row.printed for row in self.rows[:LEADING]]

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

    @property
    def printed(self) -> tuple[str, str, str, str, str]:
        """Name, page, match, and when that was: as machines read it and in the reader's language."""
        if self.at is None:
            return self.name, self.address, self.match, "", ""
        local = localtime(self.at)
        return (
            self.name,
            self.address,
            self.match,
            SafeString(local.isoformat(timespec="seconds")),
            date_text(local, "SHORT_DATE_FORMAT"),
        )


class Record(Struct, frozen=True):
    """A record of the club: what it is, and all who hold it, who reached it first before the others."""

    title: str
    value: str
    holders: tuple[Holder, ...]

    @property
    def printed(self) -> list[tuple[str, str, str, str, str]]:
        """What is printed of its holders."""
        return [holder.printed for holder in self.holders]


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

    @property
    def printed(self) -> list[PrintedRow]:
        """What is printed of the players."""
        return [row.printed for row in self.players]
