"""On which days a series of evenings falls, and at which moments it begins and ends on them.

A rule counts in days of the club's calendar; clocks that change do not move an evening's hour (RFC 5545): an hour that
a spring night leaves out counts on from the one before, of an hour that comes twice the first is meant.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.moments import read_moment

LONGEST: Final = timedelta(days=2 * 366)
"""How far a series may reach."""
LAST: Final = -1


class Repeat(models.TextChoices):
    """How often a series falls on the weekday of its first day."""

    WEEKLY = "weekly", _("every week")
    FORTNIGHTLY = "fortnightly", _("every two weeks")
    FIRST = "first", _("once a month, the first such weekday")
    SECOND = "second", _("once a month, the second such weekday")
    THIRD = "third", _("once a month, the third such weekday")
    FOURTH = "fourth", _("once a month, the fourth such weekday")
    LAST = "last", _("once a month, the last such weekday")


_NTH: Final = {Repeat.FIRST: 1, Repeat.SECOND: 2, Repeat.THIRD: 3, Repeat.FOURTH: 4, Repeat.LAST: LAST}


class Rhythm(Struct, frozen=True):
    """A rule: from the ``first`` day on, ``until`` the last on which an evening may fall."""

    repeat: Repeat
    first: date
    until: date

    def days(self) -> list[date]:
        """Return the days, in order; none where the rule yields none."""
        from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday  # only whoever announces a series needs it

        start, end = (datetime.combine(day, time()) for day in (self.first, self.until))
        if self.repeat in _NTH:
            rule = rrule(MONTHLY, start, byweekday=weekday(self.first.weekday(), _NTH[self.repeat]), until=end)
        else:
            rule = rrule(WEEKLY, start, interval=self._weeks, until=end)
        return [found.date() for found in rule]

    @property
    def _weeks(self) -> int:
        return 2 if self.repeat == Repeat.FORTNIGHTLY else 1

    @property
    def rule(self) -> dict[str, Any]:
        """Return it as calendars write it (RFC 5545): the parts of an RRULE."""
        on = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[self.first.weekday()]
        if self.repeat in _NTH:
            return {"freq": "monthly", "byday": f"{_NTH[self.repeat]}{on}"}
        return {"freq": "weekly", "interval": self._weeks, "byday": on}


def moments_on(day: date, begins: datetime, ends: datetime) -> tuple[datetime, datetime]:
    """Return when an evening of a series begins and ends on a day, as its first one (``begins``, ``ends``) does.

    The times of day are those of the club's clock; an end after midnight stays so many days later. In UTC.
    """
    first, last = timezone.localtime(begins), timezone.localtime(ends)
    start = read_moment(datetime.combine(day, first.time()).isoformat())
    end = read_moment(datetime.combine(day + (last.date() - first.date()), last.time()).isoformat())
    return start, max(end, start + timedelta(minutes=1))


_WORDS: Final = {
    Repeat.WEEKLY: _("every %(weekday)s"),
    Repeat.FORTNIGHTLY: _("every other %(weekday)s"),
    Repeat.FIRST: _("on the first %(weekday)s of each month"),
    Repeat.SECOND: _("on the second %(weekday)s of each month"),
    Repeat.THIRD: _("on the third %(weekday)s of each month"),
    Repeat.FOURTH: _("on the fourth %(weekday)s of each month"),
    Repeat.LAST: _("on the last %(weekday)s of each month"),
}


def in_words(repeat: str, first: date) -> str:
    """Say how a series repeats: "every Thursday", "on the first Saturday of each month"."""
    return str(_WORDS[Repeat(repeat)]) % {"weekday": date_format(first, "l")}
