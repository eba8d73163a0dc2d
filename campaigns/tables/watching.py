"""What a card table's page is told of: another version, and that somebody counts as away, which nobody writes down."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.seating.people import Person
from campaigns.tables import absence
from campaigns.tables.access import visible_tables
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.people import person_of
from club import live
from club.models import Member
from club.streams.kinds import Key, Kind, Reader

TABLE: Final = "table"


def watch_table(request: HttpRequest, pk: int, mark: str) -> live.Told:
    """Return how a table's page with this mark (``absence.mark``) is told of another one; its reader was let in."""
    return live.Told(request, [live.Part(TABLE, (pk,), mark)], person_of(request).guest)


def _marks(keys: Collection[Key]) -> dict[Key, str]:
    tables = CardTable.objects.filter(pk__in=[key[0] for key in keys])
    rows = tables.order_by().values_list("pk", "version", "state", "moved")
    return {(pk,): absence.mark(version, state, moved) for pk, version, state, moved in rows}


def _readable(reader: Reader, key: Key) -> QuerySet[Any]:
    member = reader.user if isinstance(reader.user, Member) else None
    return visible_tables(Person(member, reader.guest)).filter(pk=key[0])


KINDS: Final = (Kind(TABLE, _marks, _readable),)
