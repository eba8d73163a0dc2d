"""The battles of a campaign, as its pages list them."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleSide


def battles_of(shown: Campaign, *states: str) -> QuerySet[Battle]:
    """Return the campaign's battles in these states with round and sides, the nearest date first."""
    sides = BattleSide.objects.select_related("warband").defer("warband__state", "warband__setup")
    found = shown.battles.filter(state__in=states).select_related("round", "winner")
    return (
        found.defer("winner__state", "winner__setup").prefetch_related(Prefetch("sides", sides)).order_by("date", "pk")
    )
