"""Guests who have not played for long lose their names, where the club wants that; their results stay."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from club.models import ClubSettings
from club.operations import for_update

SWEEP_MOST: Final = 500


@transaction.atomic
def forget_guests() -> int:
    """Take the names of guests whose last match is longer ago than the club keeps them; return how many.

    Nothing else changes: a match's log, standings and ratings know players by number. Who sits down under such a name
    again is a new guest. A name that led to a member is that member's to keep.
    """
    before = ClubSettings.load().guests_forgotten_before()
    if before is None:
        return 0
    lately = MatchSeat.objects.filter(player=OuterRef("pk"), date__gte=before)
    named = Player.objects.filter(member__isnull=True, merged_into__isnull=True, created__lt=before).exclude(name="")
    quiet = named.exclude(Exists(lately)).order_by("pk").values_list("pk", flat=True)[:SWEEP_MOST]
    # Somebody may be about to seat or to merge one of them: locked as those lock, then looked at once more.
    numbers = [player.pk for player in for_update(Player.objects.filter(pk__in=list(quiet))).order_by("pk")]
    GuestClaim.objects.filter(guest__in=numbers).delete()
    return named.filter(pk__in=numbers).exclude(Exists(lately)).update(name="", name_key="", added_by=None)
