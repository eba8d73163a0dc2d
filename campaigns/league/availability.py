"""When members cannot play: kept once by each of them, and asked by whatever proposes a day.

A day is one of the club's calendar; what begins in the evening and ends after midnight belongs to the day it begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from campaigns.league.models import Absence, NeverOn
from club.dates import date_text
from club.models import Member

REMEMBERED: Final = timedelta(days=30)
"""How long an absence that is over is kept."""

NEVER: Final[tuple[Promise, ...]] = (
    _("never on Mondays"),
    _("never on Tuesdays"),
    _("never on Wednesdays"),
    _("never on Thursdays"),
    _("never on Fridays"),
    _("never on Saturdays"),
    _("never on Sundays"),
)
"""How each day of the week is said, from Monday."""


class Stretch(Struct, frozen=True):
    """Days away, the first and the last included."""

    first: date
    last: date


class Calendar(Struct, frozen=True):
    """When one member cannot play: on these days of the week (0 is Monday), and during these stretches."""

    weekdays: frozenset[int] = frozenset()
    away: tuple[Stretch, ...] = ()

    def reason_on(self, day: date) -> str:
        """Say why the member cannot play on a day, as it goes on after a colon; empty where he can.

        Of several stretches that hold the day, the one that ends last decides.
        """
        last = max((one.last for one in self.away if one.first <= day <= one.last), default=None)
        if last is not None:
            return gettext("away until %(day)s") % {"day": date_text(last, "DATE_FORMAT")}
        return str(NEVER[day.weekday()]) if day.weekday() in self.weekdays else ""


def calendars(members: Iterable[int]) -> Mapping[int, Calendar]:
    """Return when these members (by key) cannot play; who can always is left out. Two queries."""
    wanted = set(members)
    weekdays = dict(NeverOn.objects.filter(member__in=wanted).values_list("member", "weekdays"))
    away: dict[int, list[Stretch]] = {}
    rows = Absence.objects.filter(member__in=wanted).order_by("first", "pk")
    for member, first, last in rows.values_list("member", "first", "last"):
        away.setdefault(member, []).append(Stretch(first, last))
    return {
        member: Calendar(frozenset(weekdays.get(member, ())), tuple(away.get(member, ())))
        for member in wanted
        if member in weekdays or member in away
    }


def away_on(members: Iterable[int], day: date) -> Mapping[int, str]:
    """Return which of these members (by key) cannot play on a day, and why in words. Two queries."""
    found = {member: calendar.reason_on(day) for member, calendar in calendars(members).items()}
    return {member: reason for member, reason in found.items() if reason}


def day_of(moment: datetime) -> date:
    """Return the day of the club's calendar to which a moment belongs."""
    return timezone.localdate(moment)


def sentences(names: Mapping[int, str], moments: Iterable[datetime]) -> list[str]:
    """Say of each of these moments which of these members (their names by key) cannot play then. Two queries."""
    known = calendars(names)
    return [said for moment in moments for said in said_of(names, known, moment)]


def said_of(names: Mapping[int, str], known: Mapping[int, Calendar], moment: datetime) -> Iterator[str]:
    """Say which of these members (their names by key), whose calendars are ``known``, cannot play at a moment."""
    day = day_of(moment)
    for member, name in names.items():
        reason = known[member].reason_on(day) if member in known else ""
        if reason:
            words = gettext("%(name)s cannot on %(day)s: %(reason)s.")
            yield words % {"name": name, "day": date_text(day, "DATE_FORMAT"), "reason": reason}


def forget() -> None:
    """Forget absences that have been over for long."""
    Absence.objects.filter(last__lt=timezone.localdate() - REMEMBERED).delete()


def follow_closing(member: Member) -> None:
    """Forget when who closes an account cannot play."""
    NeverOn.objects.filter(member=member).delete()
    Absence.objects.filter(member=member).delete()


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield when the member cannot play."""
    row = NeverOn.objects.filter(member=member).first()
    away = Absence.objects.filter(member=member).values("first", "last")
    yield "availability", {"never_on_weekdays": row.weekdays if row is not None else [], "away": list(away)}
