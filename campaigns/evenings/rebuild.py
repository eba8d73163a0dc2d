"""Writes the reading copies of all evenings anew from their logs; see ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningSeat
from campaigns.evenings.operations.book import close, lock_book, setup_of
from campaigns.evenings.operations.copying import write_copy
from club.rebuilding import Rebuilt
from engines.evenings import Plan

type Rows = dict[str, object]


def rebuild_evenings(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild one evening after the other, each in its own transaction."""
    for number in ClubEvening.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500):
        try:
            yield Rebuilt(f"evening {number}", _rebuild(number, dry_run=dry_run))
        except ValueError as error:  # illegal or malformed: the log does not hold
            yield Rebuilt(f"evening {number}", fault=str(error))


def _rebuild(number: int, *, dry_run: bool) -> tuple[str, ...]:
    with transaction.atomic():
        book = lock_book(ClubEvening(pk=number))
        before = _rows(book.evening)
        _write_anew(book.evening, Plan.of(setup_of(book.evening)), book.plan)
        different = tuple(f"{name} differed" for name, value in _rows(book.evening).items() if before[name] != value)
        if different and not dry_run:
            close(book, ClubEvening(pk=number), "begins", "ends", "cancelled")
        else:
            transaction.set_rollback(True)
    return different


def _write_anew(evening: ClubEvening, nothing: Plan, plan: Plan) -> None:
    EveningSeat.objects.filter(game__evening=evening).delete()
    evening.games.exclude(number__in=plan.games).update(removed=True)
    evening.attendances.update(answer="", outdated=False, there=False, position=len(plan.replies))
    evening.attendances.filter(brings="", seeks="").delete()
    write_copy(evening, nothing, plan)


def _rows(evening: ClubEvening) -> Rows:
    """Return what the copy says, in an order that does not depend on the rows' numbers."""
    columns = ("number", "title", "seats", "begins", "ends", "own_times", "spot", "because", "locked", "removed")
    seats = ("game__number", "member", "guest", "role", "state", "position", "host")
    answers = ("member", "guest", "answer", "outdated", "there")
    return {
        "times": (evening.begins, evening.ends, evening.cancelled),
        "games": list(evening.games.order_by("number").values_list(*columns)),
        "seats": sorted(EveningSeat.objects.filter(game__evening=evening).values_list(*seats), key=str),
        "answers": sorted(evening.attendances.values_list(*answers), key=str),
    }
