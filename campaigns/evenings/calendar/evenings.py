"""The club's evenings in calendars: alone, or a series by its rule with the dates that are not as the rule has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import groupby
from typing import Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.evenings.access import visible_evenings
from campaigns.evenings.calendar import sources
from campaigns.evenings.calendar.entries import Dated, Entry, Series, Status
from campaigns.evenings.models.evening import ClubEvening, EveningSeries
from campaigns.evenings.models.plan import EveningSeat, SeatState
from campaigns.evenings.rhythm import Repeat, Rhythm
from campaigns.league.models import Campaign
from club.access import User
from club.models import Member
from club.moments import is_missing

MOST: Final = 2000
"""A series has up to a hundred evenings, and all of them are needed to say which are as its rule has them."""


class Evenings:
    """The evenings that a reader may see. Two queries for each calendar, and one for a member's seats."""

    def of_club(self, reader: User) -> Iterable[Dated]:
        """All of them."""
        return _dated(visible_evenings(reader), {})

    def of_campaign(self, campaign: Campaign, reader: User) -> Iterable[Dated]:
        """None: a campaign's battles say themselves where they are fought."""
        return ()

    def of_member(self, member: Member) -> Iterable[Dated]:
        """All of them, with what the member plays there and where."""
        return _dated(visible_evenings(member), _seats_of(member))


def entry_of(evening: ClubEvening) -> Entry:
    """Return an evening's entry, as one by itself; its place is read with it."""
    return _entry(evening, evening.key, {})


def _seats_of(member: Member) -> dict[int, str]:
    """Return what the member plays at each evening, in words."""
    seats = EveningSeat.objects.filter(
        member=member, state=SeatState.SEATED, game__removed=False, game__evening__ends__gte=sources.since()
    )
    said: dict[int, list[str]] = {}
    for seat in seats.select_related("game__spot").order_by("game__begins", "game__number"):
        spot = seat.game.spot
        words = _("%(game)s at %(table)s") % {"game": seat.game.title, "table": spot.name} if spot else seat.game.title
        said.setdefault(seat.game.evening_id, []).append(words)
    return {evening: "\n".join(words) for evening, words in said.items()}


def _dated(visible: QuerySet[ClubEvening], seats: Mapping[int, str]) -> Iterator[Dated]:
    late = Q(series=None, ends__gte=sources.since()) | Q(series__until__gte=sources.since().date())
    some = visible.filter(late).select_related("series", "place").order_by("-begins", "-pk")[:MOST]
    rows = sorted(some, key=lambda row: (row.series_id or 0, row.begins, row.pk))
    for series, group in groupby(rows, key=lambda row: row.series):
        evenings = list(group)
        if series is None:
            yield from (_entry(row, row.key, seats) for row in evenings)
        else:
            yield _series(series, evenings, seats)


def _series(series: EveningSeries, evenings: Sequence[ClubEvening], seats: Mapping[int, str]) -> Series:
    """Return a series by its rule. What no longer is, or not for this reader, is left out of it."""
    clock, length = _as_announced(evenings)
    nominal = {
        day: datetime.combine(day, clock, timezone.get_current_timezone())
        for day in Rhythm(Repeat(series.repeat), series.first, series.until).days()
    }
    shown = {timezone.localtime(row.original).date(): row for row in evenings if row.original is not None}
    plain = next((row for row in evenings if row.sequence == 0), evenings[0])
    begins = next(iter(nominal.values()))
    first = Entry(
        key=series.key,
        title=series.title,
        begins=begins,
        ends=begins + length,
        made=series.created,
        place=plain.place.located if plain.place is not None else "",
        words=plain.notes,
        address=reverse("evenings:list"),
    )
    dates = []
    for day, row in shown.items():
        moment = nominal.get(day)
        if moment is not None and not _is_regular(row, moment, length, seats):
            dates.append(_entry(row, series.key, seats, replaces=moment))
    without = tuple(moment for day, moment in nominal.items() if day not in shown)
    rule = {**Rhythm(Repeat(series.repeat), series.first, series.until).rule, "count": len(nominal)}
    return Series(first=first, rule=rule, without=without, dates=tuple(dates))


def _as_announced(evenings: Sequence[ClubEvening]) -> tuple[time, timedelta]:
    """Return at which time of day a series was announced, and for how long: what nearly all its evenings say."""
    clocks = Counter(timezone.localtime(row.original or row.began_as).time() for row in evenings)
    lengths = Counter(row.ended_as - row.began_as for row in evenings)
    return clocks.most_common(1)[0][0], lengths.most_common(1)[0][0]


def _is_regular(row: ClubEvening, moment: datetime, length: timedelta, seats: Mapping[int, str]) -> bool:
    """Tell whether the rule says all there is to say of an evening.

    Once it was changed it is a date of its own for ever, so that its sequence never falls; and so is one whose hour
    there is not on that day, or which a change of the clock makes longer or shorter: calendars differ about these.
    """
    begins = moment.astimezone(UTC)
    as_ruled = (row.begins, row.ends) == (begins, begins + length) and not is_missing(moment.replace(tzinfo=None))
    return row.sequence == 0 and as_ruled and row.pk not in seats


def _entry(row: ClubEvening, key: str, seats: Mapping[int, str], replaces: datetime | None = None) -> Entry:
    words = (seats.get(row.pk, ""), row.cancelled_why if row.cancelled else "", row.notes)
    return Entry(
        key=key,
        title=row.title,
        begins=row.begins,
        ends=row.ends,
        made=row.created,
        sequence=row.sequence,
        status=Status.CANCELLED if row.cancelled else Status.CONFIRMED,
        place=row.place.located if row.place is not None else "",
        words="\n\n".join(filter(None, words)),
        address=row.get_absolute_url(),
        replaces=replaces,
    )
