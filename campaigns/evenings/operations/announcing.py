"""Evenings announced, changed, moved, called off: alone or as a series."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.evenings import news
from campaigns.evenings.minutes import minute_of, moment_of_minute
from campaigns.evenings.models.evening import ClubEvening, EveningSeries, Guests
from campaigns.evenings.operations.book import close, lock_book, now, write
from campaigns.evenings.refusals import in_words
from campaigns.evenings.rhythm import LONGEST, Rhythm, moments_on
from club.hooks.happenings import happened
from club.models import Member
from club.models.place import GameTable, Place
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Objection, Refused
from engines.evenings import Cancelled, Rescheduled, Restored, Setup, start

WHY: Final = 200


class Announcement(Struct, frozen=True, kw_only=True):
    """What is said of an evening. ``rhythm`` makes it the first of a series."""

    title: str
    begins: datetime
    ends: datetime
    place: Place | None = None
    tables: Sequence[GameTable] = ()
    notes: str = ""
    guests: str = Guests.LINK
    rhythm: Rhythm | None = None


@transaction.atomic
def announce(*, organiser: Member, said: Announcement) -> ClubEvening:
    """Announce an evening, or all evenings of a series, and return the first. Raises ``Refused`` with every reason."""
    _verify(said)
    if said.rhythm is None:
        alone = _announced(organiser, said, said.begins, said.ends)
        happened(code="evening.announced", subject=f"evening:{alone.pk}")
        return alone
    days = said.rhythm.days()
    series = EveningSeries.objects.create(
        title=said.title, repeat=said.rhythm.repeat, first=said.rhythm.first, until=said.rhythm.until
    )
    made = []
    for day in days:
        begins, ends = moments_on(day, said.begins, said.ends)
        made.append(_announced(organiser, said, begins, ends, series))
    happened(code="evening.announced", subject=f"evening:{made[0].pk}")  # the series is told once, by its first evening
    return made[0]


def _announced(
    organiser: Member, said: Announcement, begins: datetime, ends: datetime, series: EveningSeries | None = None
) -> ClubEvening:
    # An evening begins and ends at a minute, as its log counts.
    begins, ends = (moment_of_minute(minute_of(moment)) for moment in (begins, ends))
    evening = ClubEvening.objects.create(
        series=series,
        original=begins if series is not None else None,
        title=said.title,
        place=said.place,
        notes=said.notes,
        guests=said.guests,
        organiser=organiser,
        began_as=begins,
        ended_as=ends,
        begins=begins,
        ends=ends,
    )
    evening.tables.set(said.tables)
    return evening


def _verify(said: Announcement) -> None:
    problems = []
    if not in_range(said.begins):
        problems.append(Objection("out_of_range", OUT_OF_RANGE, "begins"))
    if not in_range(said.ends):
        problems.append(Objection("out_of_range", OUT_OF_RANGE, "ends"))
    if problems:
        raise Refused(problems)
    with in_words(None):
        start(Setup(minute_of(said.begins), minute_of(said.ends)))
    if said.rhythm is not None:
        if said.rhythm.until < said.rhythm.first:
            problems.append(Objection("until_before_first", _("The last day lies before the first."), "until"))
        elif said.rhythm.until - said.rhythm.first > LONGEST:
            problems.append(Objection("series_too_long", _("A series ends within two years."), "until"))
        elif not said.rhythm.days():
            sentence = _("No evening falls on this rule before that day: choose a later one.")
            problems.append(Objection("empty_series", sentence, "until"))
    if problems:
        raise Refused(problems)


@transaction.atomic
def change(*, evening: ClubEvening, said: Announcement, author: Member, version: int | None = None) -> None:
    """Change what is said of one evening; another time moves it, and whoever answered is told.

    A rhythm is not changed here: each date of a series is an evening of its own. Raises ``Refused`` or ``Stale``.
    """
    _verify(said)
    book = lock_book(evening, version)
    row = book.evening
    moved = (row.begins, row.ends) != (said.begins, said.ends)
    elsewhere = row.place_id != (said.place.pk if said.place is not None else None)
    renamed = (row.title, row.notes) != (said.title, said.notes)
    if moved:
        entry = Rescheduled(at=now(), begins=minute_of(said.begins), ends=minute_of(said.ends))
        write(book, entry, author=author)
    row.title, row.notes, row.place, row.guests = said.title, said.notes, said.place, said.guests
    row.tables.set(said.tables)
    fields = ("title", "notes", "place", "guests", "begins", "ends")
    close(book, evening, *fields, calendars=moved or elsewhere or renamed)
    if moved:
        news.moved(row, book.plan, by=author)
    elif elsewhere:
        news.elsewhere(row, book.plan, by=author)


@transaction.atomic
def cancel(*, evening: ClubEvening, author: Member, because: str = "", version: int | None = None) -> None:
    """Call an evening off; whoever comes or might come is told why."""
    book = lock_book(evening, version)
    write(book, Cancelled(at=now()), author=author)
    book.evening.cancelled_why = because.strip()[:WHY]
    close(book, evening, "cancelled", "cancelled_why", calendars=True)
    news.called_off(book.evening, book.plan, by=author)


@transaction.atomic
def restore(*, evening: ClubEvening, author: Member, version: int | None = None) -> None:
    """Let an evening take place after all; free seats go to those who wait for them."""
    book = lock_book(evening, version)
    happened = write(book, Restored(at=now()), author=author)
    book.evening.cancelled_why = ""
    close(book, evening, "cancelled", "cancelled_why", calendars=True)
    news.takes_place(book.evening, book.plan, by=author)
    news.followed(book.evening, book.plan, happened, by=author)


@transaction.atomic
def renew_link(*, evening: ClubEvening, author: Member) -> None:
    """Give the evening's door another link: the old one opens no more."""
    book = lock_book(evening)
    book.evening.link = ClubEvening._meta.get_field("link").get_default()
    close(book, evening, "link")


@transaction.atomic
def end_series(*, evening: ClubEvening, author: Member, because: str = "") -> int:
    """Call this evening and all later ones of its series off that are not yet; return how many."""
    if evening.series_id is None:
        raise Refused.because("no_series", _("This evening does not repeat."))
    later = ClubEvening.objects.filter(series=evening.series_id, begins__gte=evening.begins, cancelled=False)
    ended = 0
    for one in later.order_by("pk"):
        cancel(evening=one, author=author, because=because)
        ended += 1
    return ended
