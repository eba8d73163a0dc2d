"""Calendars as text: dates by the club's clock, with the zone that tells both changes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from campaigns.evenings.calendar.entries import Dated, Entry, Series, Status
from campaigns.evenings.calendar.zones import as_component
from club.moments import is_repeated

PRODUCT: Final = "-//Arriere-Ban//Calendar//EN"
DOMAIN: Final = "arriere-ban"
"""Behind the key of a date, as calendars like it; the site's own name may change, the date stays the same."""
ASK_AGAIN: Final = timedelta(hours=1)
"""How often calendars are asked to look; many look less often."""


def calendar_text(dated: Iterable[Dated], *, site: str, name: str = "") -> bytes:
    """Return a calendar. ``site`` is what the paths of dates stand behind; without a ``name`` it is no feed."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    if name:
        calendar.add("name", name)
        calendar.add("x-wr-calname", name)
        calendar.add("refresh-interval", ASK_AGAIN)
        calendar.add("x-published-ttl", "PT1H")
    events = [event for one in dated for event in _events_of(one, site)]
    zone = timezone.get_current_timezone()
    if not _is_utc():
        years = [moment.year for event in events for moment in (event.start, event.end)] or [timezone.now().year]
        # A year more on either side: a rule may lead beyond its first date.
        calendar.add_component(as_component(zone, timezone.get_current_timezone_name(), min(years) - 1, max(years) + 3))
    for event in events:
        calendar.add_component(event)
    return calendar.to_ical()


def _events_of(dated: Dated, site: str) -> Sequence[Event]:
    if isinstance(dated, Entry):
        return [_event(dated, site)]
    return [_rule_of(dated, site), *(_event(one, site) for one in dated.dates)]


def _rule_of(series: Series, site: str) -> Event:
    event = _event(series.first, site)
    event.add("rrule", dict(series.rule))
    if series.without:
        event.add("exdate", [_by_the_clock(moment) for moment in series.without])
    return event


def _event(entry: Entry, site: str) -> Event:
    event = Event()
    event.add("uid", f"{entry.key}@{DOMAIN}")
    event.add("dtstamp", entry.made.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", entry.sequence)
    off = entry.status is Status.CANCELLED
    event.add("summary", _("Called off: %(title)s") % {"title": entry.title} if off else entry.title)
    event.add("dtstart", _by_the_clock(entry.begins))
    event.add("dtend", _by_the_clock(entry.ends))
    if entry.replaces is not None:
        event.add("recurrence-id", _by_the_clock(entry.replaces))
    event.add("status", entry.status.value)
    for name, value in (("location", entry.place), ("description", entry.words)):
        if value:
            event.add(name, value)
    if entry.address:
        event.add("url", f"{site}{entry.address}")
    if off:
        event.add("transp", "TRANSPARENT")
    return event


def _by_the_clock(moment: datetime) -> datetime:
    """Return a moment by the club's clock; in UTC where that says an hour for the second time (RFC 5545, 3.3.5)."""
    if _is_utc():
        return moment.astimezone(UTC)
    if moment.tzinfo is not timezone.get_current_timezone():
        moment = timezone.localtime(moment)
    second = moment.fold == 1 and is_repeated(moment)
    return moment.astimezone(UTC) if second else moment


def _is_utc() -> bool:
    zone: Any = timezone.get_current_timezone()
    return zone is UTC or getattr(zone, "key", "") in ("UTC", "Etc/UTC")
