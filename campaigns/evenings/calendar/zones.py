"""A time zone as calendars carry it (VTIMEZONE): every change of its clock in some years.

``icalendar`` makes such components itself, but lets summer begin by the clock it has afterwards, an hour late: an onset
is given by the clock before it (RFC 5545, 3.6.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import groupby
from typing import Final

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard
from msgspec import Struct

_MINUTE: Final = timedelta(minutes=1)
_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WEEK: Final = 7


class Change(Struct, frozen=True):
    """A change of the clock: ``onset`` by the clock before it, the offsets before and after, what it is called then."""

    onset: datetime
    before: timedelta
    after: timedelta
    name: str
    summer: bool


@lru_cache(maxsize=16)
def changes(zone: tzinfo, first: int, last: int) -> tuple[Change, ...]:
    """Return the changes of a zone's clock in the years from ``first`` to ``last``, both included."""
    found = []
    day, end = datetime(first, 1, 1, tzinfo=UTC), datetime(last + 1, 1, 1, tzinfo=UTC)
    while day < end:
        then = day + timedelta(days=1)
        if _offset(day, zone) != _offset(then, zone):
            moment = _moment_between(day, then, zone)
            before, local = _offset(day, zone), moment.astimezone(zone)
            onset = (moment + before).replace(tzinfo=None)
            found.append(Change(onset, before, _offset(moment, zone), local.tzname() or "", bool(local.dst())))
        day = then
    return tuple(found)


def as_component(zone: tzinfo, name: str, first: int, last: int) -> Timezone:
    """Return the component of the zone called ``name``, good for the years from ``first`` to ``last``."""
    component = Timezone()
    component.add("tzid", name)
    start = datetime(first, 1, 1, tzinfo=UTC).astimezone(zone)
    offset = _offset(start, zone)
    as_it_was = Change(datetime(first, 1, 1), offset, offset, start.tzname() or "", bool(start.dst()))  # noqa: DTZ001  by that clock
    component.add_component(_observance([as_it_was]))
    for same in _alike(changes(zone, first, last)):
        component.add_component(_observance(same))
    return component


def _alike(found: tuple[Change, ...]) -> Iterator[list[Change]]:
    """Yield the changes of one kind together: to summer, and back."""

    def kind(change: Change) -> tuple[str, timedelta, timedelta]:
        return change.name, change.before, change.after

    for _kind, same in groupby(sorted(found, key=kind), key=kind):
        yield sorted(same, key=lambda change: change.onset)


def _observance(same: list[Change]) -> TimezoneStandard | TimezoneDaylight:
    first = same[0]
    component = TimezoneDaylight() if first.summer else TimezoneStandard()
    component.add("dtstart", first.onset)
    rule = _yearly(same)
    if rule is not None:
        component.add("rrule", rule)
    elif len(same) > 1:
        component.add("rdate", [change.onset for change in same[1:]])
    component.add("tzoffsetfrom", first.before)
    component.add("tzoffsetto", first.after)
    if first.name:
        component.add("tzname", first.name)
    return component


def _yearly(same: list[Change]) -> dict[str, object] | None:
    """Return the rule by which changes come every year on the same weekday of a month, if they do."""
    onsets = [change.onset for change in same]
    alike = {(one.month, one.weekday(), one.time()) for one in onsets}
    years = [one.year for one in onsets]
    if len(onsets) < 2 or len(alike) > 1 or years != list(range(years[0], years[0] + len(years))):
        return None
    nth = {-1 if (one + timedelta(days=_WEEK)).month != one.month else (one.day - 1) // _WEEK + 1 for one in onsets}
    if len(nth) > 1:
        return None
    return {"freq": "yearly", "bymonth": onsets[0].month, "byday": f"{nth.pop()}{_DAYS[onsets[0].weekday()]}"}


def _moment_between(low: datetime, high: datetime, zone: tzinfo) -> datetime:
    """Return the first minute of the new offset."""
    before = _offset(low, zone)
    while high - low > _MINUTE:
        middle = low + (high - low) // 2
        if _offset(middle, zone) == before:
            low = middle
        else:
            high = middle
    return high.replace(second=0, microsecond=0)


def _offset(moment: datetime, zone: tzinfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()
