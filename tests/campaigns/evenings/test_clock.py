"""Rounds by the clock: sixty minutes from seven o'clock on, the last one until the evening ends."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from campaigns.evenings.clock import RoundClock, clock_of
from campaigns.evenings.models.evening import ClubEvening

EVENING = ClubEvening(begins=datetime(2027, 5, 6, 19, tzinfo=UTC), ends=datetime(2027, 5, 6, 21, 30, tzinfo=UTC))


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2027, 5, 6, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "clock"),
    [
        (at(18, 59), None),
        (at(19), RoundClock(1, at(20))),
        (at(19, 59), RoundClock(1, at(20))),
        (at(20), RoundClock(2, at(21))),
        (at(21, 15), RoundClock(3, at(21, 30))),
        (at(21, 30), None),
    ],
)
def test_rounds_of_an_hour(now: datetime, clock: RoundClock | None) -> None:
    assert clock_of(EVENING, 60, now) == clock


@pytest.mark.parametrize("minutes", [None, 0, 4, 241])
def test_no_clock_for_rounds_that_nobody_plays(minutes: int | None) -> None:
    assert clock_of(EVENING, minutes, at(20)) is None
