"""Where calendars get their dates: each source answers for the three calendars there are.

from campaigns.evenings.calendar import sources

sources.register(Battles())
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

from django.utils import timezone

from campaigns.evenings.calendar.entries import Dated
from campaigns.league.models import Campaign
from club.access import User
from club.models import Member

KEPT: Final = timedelta(days=366)
"""How long what is past stays in calendars."""
MOST: Final = 500
"""Dates that one source gives to a calendar; the latest ones, where there are more."""


class Source(Protocol):
    """Gives dates; in each calendar only what its reader may see, in a number of queries that does not grow."""

    def of_club(self, reader: User) -> Iterable[Dated]:
        """Everything in the club that ``reader`` may see."""

    def of_campaign(self, campaign: Campaign, reader: User) -> Iterable[Dated]:
        """What is on in a campaign that ``reader`` may read."""

    def of_member(self, member: Member) -> Iterable[Dated]:
        """What a member takes part in, or may."""


_SOURCES: Final[list[Source]] = []


def register(source: Source) -> None:
    """Let calendars hold what this source gives. Another of the same kind takes its place."""
    _SOURCES[:] = [*(one for one in _SOURCES if type(one) is not type(source)), source]


def since() -> datetime:
    """Return the moment before which calendars forget."""
    return timezone.now() - KEPT


def of_club(reader: User) -> list[Dated]:
    """Return the club's dates for this reader."""
    return [dated for source in _SOURCES for dated in source.of_club(reader)]


def of_campaign(campaign: Campaign, reader: User) -> list[Dated]:
    """Return a campaign's dates."""
    return [dated for source in _SOURCES for dated in source.of_campaign(campaign, reader)]


def of_member(member: Member) -> list[Dated]:
    """Return a member's own dates."""
    return [dated for source in _SOURCES for dated in source.of_member(member)]
