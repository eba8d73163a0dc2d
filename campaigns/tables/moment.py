"""A table and its log as both were at one moment.

They are read one after the other, and a move may fall between: a page would then show what happened under a version
from before it, and what its reader decides would be refused as late. Every change counts the table's version, so that
the last thing read says whether it still is the first one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Self

from django.http import HttpRequest
from msgspec import Struct

from campaigns.tables.access import get_table
from campaigns.tables.models.card_table import CardTable, SeatChange, TableState

TRIES: Final = 5
"""So often a table that keeps moving is read again; then the page asks for news soon enough."""


class Log(Struct, frozen=True):
    """What a table's readers are shown of what happened: decisions by seat, who took over, and what is sealed.

    ``sealed`` holds seats, codes and when they are due; ``version`` is the table's when the last of it was read.
    """

    version: int
    actions: Sequence[tuple[int | None, str]] = ()
    changes: Sequence[SeatChange] = ()
    sealed: Sequence[tuple[int | None, str, datetime | None]] = ()

    @classmethod
    def of(cls, table: CardTable) -> Self:
        """Read it. Three queries, none for a table at which nothing was dealt."""
        if table.state in (TableState.OPEN, TableState.CLOSED):
            return cls(table.version)
        actions = list(table.actions.order_by("index").values_list("seat", "code"))
        changes = list(table.changes.all())
        last = CardTable.objects.filter(pk=table.pk).order_by("sealed__seat")
        rows = list(last.values_list("version", "sealed__seat", "sealed__code", "sealed__due"))
        sealed = [(seat, code, due) for _version, seat, code, due in rows if code is not None]
        # A table that is gone has no version any more: reading it again answers as it should.
        return cls(rows[0][0] if rows else -1, actions, changes, sealed)

    def answer_of(self, seat: int | None) -> str:
        """Return what a seat has answered before the log has come to it: all of the answers that it may know."""
        return next((code for number, code, due in self.sealed if number == seat and due is None), "")

    @property
    def alarm(self) -> datetime | None:
        """When the clock acts."""
        return next((due for seat, _code, due in self.sealed if seat is None), None)


def at_one_moment(request: HttpRequest, table: CardTable) -> tuple[CardTable, Log]:
    """Return a table from a loader with its log, the table read again where somebody moved meanwhile."""
    for _again in range(TRIES):
        log = Log.of(table)
        if log.version == table.version:
            break
        table = get_table(request, table.pk)
    return table, log
