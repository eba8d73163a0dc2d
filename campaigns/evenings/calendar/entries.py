"""What stands in a calendar, whatever room it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct


class Status(StrEnum):
    """How sure a date is, in the words of iCalendar."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    CANCELLED = "CANCELLED"


class Entry(Struct, frozen=True, kw_only=True):
    """One date. ``key`` is the same for ever and in no other site's calendar.

    ``sequence`` has grown whenever time, place or state changed. ``address`` is a path of this site. ``replaces`` is
    the moment that the rule of the series ``key`` gives it.
    """

    key: str
    title: str
    begins: datetime
    ends: datetime
    made: datetime
    sequence: int = 0
    status: Status = Status.CONFIRMED
    place: str = ""
    words: str = ""
    address: str = ""
    replaces: datetime | None = None


class Series(Struct, frozen=True, kw_only=True):
    """Dates by a rule: ``first`` is the first of them, ``rule`` the parts of an RRULE.

    ``without`` are those of the rule that this reader is not shown, ``dates`` those that are not as the rule has them.
    """

    first: Entry
    rule: Mapping[str, Any]
    without: tuple[datetime, ...] = ()
    dates: tuple[Entry, ...] = ()


type Dated = Entry | Series
