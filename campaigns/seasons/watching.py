"""What the overview of a season is told of: its matches."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Count, Max, QuerySet, Sum

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign
from club import live
from club.streams.kinds import Key, Kind, Reader

SEASON_RESULTS: Final = "season"
MATCHES: Final = {"count": Count("pk"), "versions": Sum("version"), "latest": Max("pk")}
"""Figures that change with a season's matches."""


def _marks(keys: Collection[Key]) -> dict[Key, str]:
    seasons = Campaign.objects.filter(pk__in=[pk for (pk,) in keys]).order_by()
    rows = seasons.values_list("pk", "version", Count("matches"), Sum("matches__version"), Max("matches__pk"))
    return {(pk,): live.mark(figures) for pk, *figures in rows}


def _readable(reader: Reader, key: Key) -> QuerySet[Any]:
    return visible_campaigns(reader.user).filter(pk=key[0])


KINDS: Final = (Kind(SEASON_RESULTS, _marks, _readable, seconds=1),)
