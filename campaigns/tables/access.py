"""Who may see a table and do what there. The loaders are called on a view's first line.

A table that all members may look on is read by members, any table by those who sit at it and by club admins. Nobody
reads more than a spectator except from their own seat. Whoever holds the link of an open seat may take it.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from msgspec import Struct

from campaigns.seating.people import Person
from campaigns.tables.absence import mark
from campaigns.tables.models.card_table import CardSeat, CardTable, TableState, TableVisibility, with_seats
from campaigns.tables.people import person_of
from club.access import forbidden, not_found


def visible_tables(person: Person) -> QuerySet[CardTable]:
    """Return the tables a person may read."""
    if person.member is not None and person.member.is_club_admin:
        return CardTable.objects.all()
    allowed = Q(Exists(CardSeat.objects.filter(person.seats, table=OuterRef("pk"))))
    if person.member is not None:
        allowed |= Q(visibility=TableVisibility.CLUB) | Q(opener=person.member)
    return CardTable.objects.filter(allowed)


def get_table(request: HttpRequest, pk: int) -> CardTable:
    """Return a table the reader may see, with its seats and their members; else 404. Two queries."""
    table = with_seats(visible_tables(person_of(request))).filter(pk=pk).first()
    return table if table is not None else not_found()


def seat_of(request: HttpRequest, table: CardTable) -> CardSeat | None:
    """Return the reader's seat at a table from a loader."""
    return person_of(request).seat_among(table.seats.all())


def get_table_for_seated(request: HttpRequest, pk: int) -> tuple[CardTable, CardSeat]:
    """Return a table and the reader's seat at it; 404 for a stranger, 403 for a mere spectator."""
    table = get_table(request, pk)
    seat = seat_of(request, table)
    return (table, seat) if seat is not None else forbidden()


def get_table_for_opener(request: HttpRequest, pk: int) -> CardTable:
    """Return a table the reader opened; 404 for a stranger, 403 for others."""
    table = get_table(request, pk)
    member = person_of(request).member
    return table if member is not None and table.opener_id == member.pk else forbidden()


def get_seat_by_link(key: str) -> CardSeat:
    """Return the seat that a link leads to; whoever holds the link needs no other right."""
    seats = CardSeat.objects.select_related("table__opener", "table__season").prefetch_related("table__seats__member")
    seat = seats.filter(link=key).first()
    return seat if seat is not None else not_found()


class Look(Struct, frozen=True):
    """What a reader's page asks for first: its mark (``absence.mark``), and when the table moves by itself.

    Whoever only ``looks_on``, from no seat and without having opened the table, sees what all such members see.
    """

    mark: str
    due: datetime | None
    looks_on: bool


def look_at(request: HttpRequest, pk: int) -> Look:
    """Return that of a table the reader may see; else 404. One query besides the reader's."""
    person = person_of(request)
    seats = CardSeat.objects.filter(person.seats, table=OuterRef("pk"))
    table = visible_tables(person).filter(pk=pk).annotate(is_seated=Exists(seats)).defer("options").first()
    if table is None:
        not_found()
    own = table.is_seated or person.member is None or table.opener_id == person.member.pk
    # A season is told to whom may read it, and so is what became of the game in the books.
    told_apart = table.season_id is not None or table.state == TableState.OVER
    return Look(mark(table.version, table.state, table.moved), table.due, not own and not told_apart)
