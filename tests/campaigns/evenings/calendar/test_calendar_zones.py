"""Time zones in calendars: what another reader makes of them is what the zone's own clock says."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil import tz
from icalendar import Calendar

from campaigns.evenings.calendar.zones import as_component, changes

ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "Africa/Casablanca", "Europe/Dublin"]


def text_of(name: str, first: int = 2025, last: int = 2029) -> str:
    calendar = Calendar()
    calendar.add_component(as_component(ZoneInfo(name), name, first, last))
    return calendar.to_ical().decode()


def test_both_changes_of_the_clock_stand_there_by_the_clock_before_them() -> None:
    """Paris (RFC 5545, 3.6.5): on 2025-03-30 2:00 of winter becomes 3:00, on 2025-10-26 3:00 of summer becomes 2:00."""
    found = changes(ZoneInfo("Europe/Paris"), 2025, 2025)
    assert [(one.onset, one.before, one.after, one.name, one.summer) for one in found] == [
        (datetime(2025, 3, 30, 2), timedelta(hours=1), timedelta(hours=2), "CEST", True),  # noqa: DTZ001
        (datetime(2025, 10, 26, 3), timedelta(hours=2), timedelta(hours=1), "CET", False),  # noqa: DTZ001
    ]
    lines = text_of("Europe/Paris").split("\r\n")
    for expected in ("DTSTART:20250330T020000", "DTSTART:20251026T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"):
        assert expected in lines


@pytest.mark.parametrize("name", ZONES)
def test_another_reader_s_clock_agrees_at_every_half_hour_around_the_changes(name: str) -> None:
    zone = ZoneInfo(name)
    read = tz.tzical(io.StringIO(text_of(name).replace("\r\n", "\n"))).get(name)
    moments = [datetime(year, month, 15, 12, tzinfo=UTC) for year in range(2025, 2030) for month in range(1, 13)]
    for change in changes(zone, 2025, 2029):
        moment = (change.onset - change.before).replace(tzinfo=UTC)
        moments += [moment + timedelta(minutes=30) * step for step in range(-6, 7)]
    for moment in moments:
        local = moment.astimezone(zone)
        naive = local.replace(tzinfo=None)
        if local.fold or tz.datetime_ambiguous(naive, zone):
            continue  # calendars mean the first of two such hours; what is meant for the second is written in UTC
        assert naive.replace(tzinfo=read).utcoffset() == local.utcoffset(), (name, local)
