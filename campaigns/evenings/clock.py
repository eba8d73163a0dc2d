"""Rounds of an evening by the clock, as the screen in the room shows them where somebody wants it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from campaigns.evenings.models.evening import ClubEvening

SHORTEST: Final = 5
LONGEST: Final = 240
"""Minutes of a round."""


class RoundClock(Struct, frozen=True):
    """The round that is being played: its number from 1, and when it ends."""

    number: int
    ends: datetime


def clock_of(evening: ClubEvening, minutes: int | None, now: datetime) -> RoundClock | None:
    """Return the round of so many minutes, counted from the evening's beginning; nothing before it or after its end.

    The last round ends with the evening. Nothing for rounds shorter than ``SHORTEST`` or longer than ``LONGEST``.
    """
    if minutes is None or not SHORTEST <= minutes <= LONGEST or not evening.begins <= now < evening.ends:
        return None
    length = timedelta(minutes=minutes)
    number = (now - evening.begins) // length + 1
    return RoundClock(number, min(evening.begins + number * length, evening.ends))
