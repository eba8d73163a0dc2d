"""Writes the reading copies of all card tables anew from their logs; see ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import transaction

from campaigns.tables.models.card_table import CardSeat, CardTable, TableState, with_seats
from campaigns.tables.operations.play import COPIED, write_copy
from campaigns.tables.progress import Progress
from club.operations import for_update
from club.rebuilding import Rebuilt

COLUMNS: Final = ("state", "actor", "ending")
PLAYED: Final = (TableState.RUNNING, TableState.OVER)


def rebuild_tables(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild one table after the other, each in its own transaction; whoever looks at it sees it anew."""
    numbers = CardTable.objects.filter(state__in=PLAYED).order_by("pk").values_list("pk", flat=True)
    for number in numbers.iterator(chunk_size=500):
        try:
            yield Rebuilt(f"card table {number}", _rebuild(number, dry_run=dry_run))
        except ValueError as error:  # illegal or malformed: the log does not hold
            yield Rebuilt(f"card table {number}", fault=str(error))


@transaction.atomic
def _rebuild(number: int, *, dry_run: bool) -> tuple[str, ...]:
    progress = Progress(for_update(with_seats(CardTable.objects.all())).get(pk=number))
    table, seats = progress.table, progress.seats
    before = _copy(table, seats)
    table.state = TableState.RUNNING
    if not write_copy(table, seats, progress.game, progress.answers):
        table.ending = ""
        for seat in seats:
            seat.place, seat.heroes = None, []
    different = tuple(f"{name} differed" for name, value in _copy(table, seats).items() if before[name] != value)
    if different and not dry_run:
        table.version += 1
        table.save()
        CardSeat.objects.bulk_update(seats, COPIED)
    return different


def _copy(table: CardTable, seats: Iterable[CardSeat]) -> dict[str, Any]:
    """Return what is made from the log, in a form to compare."""
    return {
        "table": [getattr(table, column) for column in COLUMNS],
        # Since when a seat is asked is no matter of the log, only whether it is.
        "seats": [[seat.asked is not None, seat.place, seat.heroes] for seat in seats],
    }
