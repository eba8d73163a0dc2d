"""Guests lose their names some time after a game, where the club wants that."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from campaigns.seating.models import Seat
from campaigns.seating.people import COOKIE_AGE, key_of
from club.models import ClubSettings
from club.operations import for_update

SWEEP_MOST: Final = 500


@transaction.atomic
def forget_guests[S: Seat](seats: QuerySet[S], *, game: str, ended: Q) -> int:
    """Take names and keys from guests' seats whose game is over for longer than the club keeps names; return how many.

    ``game`` is what the game is called from its seat, and ``ended`` which seats' games are over. A game that nobody
    ends waits until its guests' browsers have lost the way back as well. Neither the log nor the proof of a game knows
    names. A key that nobody has takes the place of the guest's, so that nobody finds out by it who else was one person;
    the seat stays a person's.
    """
    before = ClubSettings.load().guests_forgotten_before()
    if before is None:
        return 0
    named = seats.exclude(guest="").annotate(last=Coalesce(f"{game}__finished", f"{game}__moved", f"{game}__created"))
    old = named.filter(ended & Q(last__lt=before) | ~ended & Q(last__lt=before - timedelta(seconds=COOKIE_AGE)))
    numbers = list(old.order_by("pk").values_list("pk", flat=True)[:SWEEP_MOST])
    found = list(for_update(seats.filter(pk__in=numbers)).order_by("pk"))
    for seat in found:
        seat.guest, seat.guest_key = "", key_of(secrets.token_urlsafe(32))
    seats.bulk_update(found, ["guest", "guest_key"])
    return len(found)
