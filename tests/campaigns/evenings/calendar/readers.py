"""Two readers of calendars that have nothing to do with each other, and what they make of one."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import icalendar
import recurring_ical_events
import vobject

type Read = dict[datetime, tuple[str, str]]
"""When something begins, in UTC: what it is called and its status."""


def by_rule(text: bytes, first: date, last: date) -> Read:
    """What ``recurring-ical-events`` finds between two days, each date once."""
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(first, last)
    found = {event.start.astimezone(UTC): (str(event["summary"]), str(event["status"])) for event in events}
    assert len(found) == len(events), "no date stands there twice"
    return found


def taking_place(text: bytes, first: date, last: date) -> list[datetime]:
    """When something that is not called off begins, as ``recurring-ical-events`` has it."""
    return sorted(when for when, (_name, status) in by_rule(text, first, last).items() if status != "CANCELLED")


def by_vobject(text: bytes) -> list[datetime]:
    """The same from ``vobject``: its rule sets, less what replaces a date, and what replaces it."""
    calendar = vobject.readOne(text.decode())
    found: set[datetime] = set()
    replaced: set[tuple[str, datetime]] = set()
    events = list(getattr(calendar, "vevent_list", []))
    for event in events:
        if hasattr(event, "recurrence_id"):
            replaced.add((event.uid.value, event.recurrence_id.value.astimezone(UTC)))
    for event in events:
        rules: Any = None if hasattr(event, "recurrence_id") else event.getrruleset(addRDate=True)
        if rules is not None:
            dates = {one.astimezone(UTC) for one in rules}
            found |= {one for one in dates if (event.uid.value, one) not in replaced}
        elif event.status.value != "CANCELLED":
            found.add(event.dtstart.value.astimezone(UTC))
    return sorted(found)


def events(text: bytes) -> list[icalendar.Event]:
    """Every event as it stands there."""
    return list(icalendar.Calendar.from_ical(text).walk("VEVENT"))


def event(text: bytes) -> icalendar.Event:
    """The only one."""
    (only,) = events(text)
    return only
