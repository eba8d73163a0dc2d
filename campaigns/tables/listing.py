"""The list of tables, as one reader sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.seating.people import Person, seat_name
from campaigns.tables import rules
from campaigns.tables.access import visible_tables
from campaigns.tables.models.card_table import CardSeat, CardTable, TableState

SHOWN: Final = 90
"""Of the tables that are not finished, at most so many are shown, the newest."""


class TableLine(Struct, frozen=True):
    """One table in a list. ``waits`` for the reader's decision; ``mine``: the reader sits there."""

    table: CardTable
    title: str
    game: str
    variant: str
    players: tuple[str, ...]
    free: int
    mine: bool
    waits: bool
    to_move: tuple[str, ...]
    winners: tuple[str, ...]


class Listing(Struct, frozen=True):
    """``finished`` is still a query, read a page at a time; ``line`` makes a line of one of its rows."""

    own: tuple[TableLine, ...]
    gathering: tuple[TableLine, ...]
    played: tuple[TableLine, ...]
    finished: QuerySet[CardTable]
    person: Person

    def line(self, table: CardTable) -> TableLine:
        """Return the line of one table."""
        return line(table, self.person)


def listing(person: Person, game: str = "") -> Listing:
    """Return what the reader sees of all tables, or of those of one game: three queries, and the finished ones'."""
    visible = visible_tables(person)
    if game:
        visible = visible.filter(game=game)
    unfinished = _with_seats(visible.filter(state__in=[TableState.OPEN, TableState.RUNNING]))[:SHOWN]
    lines = [line(table, person) for table in unfinished]
    own = sorted((one for one in lines if one.mine), key=lambda one: (not one.waits, -one.table.pk))
    others = [one for one in lines if not one.mine]
    return Listing(
        tuple(own),
        tuple(one for one in others if one.table.state == TableState.OPEN),
        tuple(one for one in others if one.table.state == TableState.RUNNING),
        _with_seats(visible.filter(state=TableState.OVER)),
        person,
    )


def waiting_for(person: Person) -> Iterable[TableLine]:
    """Return the tables that wait for a person's decision: one query when there are none, else three."""
    mine = CardSeat.objects.filter(person.seats, table=OuterRef("pk"), asked__isnull=False, bot="")
    waiting = _with_seats(CardTable.objects.filter(Exists(mine), state=TableState.RUNNING))
    return [line(table, person) for table in waiting]


def gathering(person: Person) -> list[TableLine]:
    """Return the tables with a free seat that a person sees and does not sit at. At most three queries."""
    found = _with_seats(visible_tables(person).filter(state=TableState.OPEN))[:SHOWN]
    return [one for one in (line(table, person) for table in found) if one.free and not one.mine]


def ready_for(person: Person) -> Iterable[TableLine]:
    """Return the tables at which a person sits, and every seat is taken: one query when there are none, else three."""
    seats = CardSeat.objects.filter(table=OuterRef("pk"))
    full = CardTable.objects.filter(Exists(seats.filter(person.seats)), state=TableState.OPEN)
    found = (line(table, person) for table in _with_seats(full))
    return [one for one in found if not one.free]


def line(table: CardTable, person: Person) -> TableLine:
    """Return the line of a table that comes with its seats."""
    seats = list(table.seats.all())
    names = [seat_name(seat, person.member) for seat in seats if not seat.is_open]
    mine = person.seat_among(seats)
    running = table.state == TableState.RUNNING
    asked = [seat for seat in seats if running and seat.asked is not None]
    return TableLine(
        table,
        title(table, person.member),
        rules.name_of(table.game),
        rules.variant_label(table.game, table.variant),
        tuple(names),
        sum(seat.is_open for seat in seats) if table.state == TableState.OPEN else 0,
        mine is not None,
        mine in asked and not (mine is not None and mine.bot),
        tuple(seat_name(seat, person.member) for seat in asked if not seat.bot or len(asked) == 1),
        tuple(seat_name(seat, person.member) for seat in seats if seat.place == 1),
    )


def title(table: CardTable, reader: object) -> str:
    """Return what a table is called: the name it was given, or its number."""
    return table.name or _("Table %(number)s") % {"number": table.pk}


def _with_seats(tables: QuerySet[CardTable]) -> QuerySet[CardTable]:
    # What was agreed may be as long as a set of cards, and no list shows it.
    return tables.defer("options").prefetch_related("seats__member")
