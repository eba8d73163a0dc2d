"""What of battles is kept for reading without a network: the battle, its paper, the evening at it, its report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.urls import reverse

from campaigns.wars.models.battle import OPEN_STATES, Battle
from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind

NEXT: Final = 3
"""So many of a member's battles ahead are fetched beforehand."""


def register() -> None:
    """Say what may be kept and what is fetched beforehand."""
    keeping.keep(Kind.TABLE, "campaigns:battle", "campaigns:report", "campaigns:table_reference", "campaigns:evening")
    keeping.keep(Kind.RULES, "campaigns:scenarios", "campaigns:scenario")
    keeping.gather(next_battles)


def next_battles(member: Member) -> Iterator[str]:
    """Yield the member's next battles, the form to report each, the evening that is played at its table, and its paper.

    One query.
    """
    mine = Battle.objects.filter(sides__warband__owner=member, state__in=OPEN_STATES, campaign__closed=False)
    found = mine.select_related("campaign", "evening").order_by("date", "pk").distinct()[:NEXT]
    for battle in found:
        here = [battle.campaign.slug, battle.pk]
        yield reverse("campaigns:battle", args=here)
        yield reverse("campaigns:report", args=here)
        if getattr(battle, "evening", None) is not None:
            yield reverse("campaigns:evening", args=here)
        yield reverse("campaigns:table_reference", args=here)
