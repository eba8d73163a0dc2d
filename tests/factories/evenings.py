"""Evenings of the club, made by the operations that the site makes them with."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.operations.announcing import Announcement, announce
from campaigns.evenings.operations.offering import Offer, offer_game
from club.models import Member

LONG = timedelta(hours=5)


def in_days(days: int, hour: int = 19) -> datetime:
    """Return an hour of the club's clock so many days from today."""
    day = timezone.localtime() + timedelta(days=days)
    return day.replace(hour=hour, minute=0, second=0, microsecond=0)


def announcement(**said: Any) -> Announcement:
    """Return what is said of an evening in ten days, from seven o'clock to midnight or as long as it ``lasts``."""
    begins = said.pop("begins", in_days(10))
    ends = begins + said.pop("lasts", LONG)
    return Announcement(**{"title": "Club night", "begins": begins, "ends": ends, **said})


def an_evening(organiser: Member, **said: Any) -> ClubEvening:
    """Announce an evening."""
    return announce(organiser=organiser, said=announcement(**said))


def a_game(evening: ClubEvening, host: Member, seats: int = 4, **offer: Any) -> EveningGame:
    """Offer a game at which nobody sits yet."""
    role = offer.pop("role", None)
    said = Offer(**{"kind": "other", "title": "Carcassonne", "seats": seats, **offer})
    return offer_game(evening=evening, offer=said, host=host, role=role)
