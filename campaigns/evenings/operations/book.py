"""Setup and log of an evening: read, replayed, written on. Every change of an evening goes through here."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from msgspec import Struct

from campaigns.evenings.minutes import minute_of
from campaigns.evenings.models.evening import ClubEvening, PlanEntry
from campaigns.evenings.operations.copying import write_copy
from campaigns.evenings.refusals import in_words
from club.models import Member
from club.operations import Stale, bring_up_to_date, for_update
from engines.evenings import AnyEntry, Happened, Plan, Setup, apply, encode, read_entry, start


class Book(Struct):
    """An evening locked in this transaction, and the plan its log comes to. ``happened``: what the last entry did."""

    evening: ClubEvening
    plan: Plan
    length: int
    happened: Happened = Happened()


def setup_of(evening: ClubEvening) -> Setup:
    """Return what the evening began with."""
    return Setup(minute_of(evening.began_as), minute_of(evening.ended_as))


def log_of(evening: ClubEvening) -> list[AnyEntry]:
    """Return the evening's log. One query."""
    rows = PlanEntry.objects.filter(evening=evening).order_by("number")
    return [read_entry(data) for data in rows.values_list("data", flat=True)]


def plan_of(evening: ClubEvening) -> Plan:
    """Return the plan that an evening's log comes to. One query."""
    return _replayed(evening, log_of(evening))


def _replayed(evening: ClubEvening, log: Iterable[AnyEntry]) -> Plan:
    plan = start(setup_of(evening))
    for entry in log:
        plan, _happened = apply(plan, entry)
    return plan


def lock_book(evening: ClubEvening, version: int | None = None) -> Book:
    """Lock an evening and replay it. Raises ``Stale`` for another ``version``. Two queries."""
    locked = for_update(ClubEvening.objects.all()).get(pk=evening.pk)
    if version is not None and locked.version != version:
        raise Stale
    log = log_of(locked)
    return Book(locked, _replayed(locked, log), len(log))


def write(book: Book, entry: AnyEntry, *, author: Member | None) -> Happened:
    """Write an entry into the log and its consequences into the reading copy. Raises ``Refused`` in words."""
    with in_words(author):
        plan, book.happened = apply(book.plan, entry)
    book.length += 1
    PlanEntry.objects.create(evening=book.evening, number=book.length, data=encode(entry), author=author)
    before, book.plan = book.plan, plan
    write_copy(book.evening, before, plan)
    return book.happened


def close(book: Book, shown: ClubEvening, *fields: str, calendars: bool = False) -> None:
    """Store the evening's own row with another version, and let the caller's object show it.

    ``calendars``: those who keep the evening in a calendar must hear of it.
    """
    book.evening.version += 1
    book.evening.sequence += calendars
    book.evening.save(update_fields=["version", "sequence", "changed", *fields])
    bring_up_to_date(shown, book.evening)


def now() -> int:
    """Return the present minute."""
    return minute_of(timezone.now())
