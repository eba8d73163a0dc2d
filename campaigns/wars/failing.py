"""Work of the site on battles, aftermaths and odds that failed for good, until somebody lets it be tried again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, Manager, OuterRef, Q, Subquery

from campaigns.jobs.models import Job, JobState
from campaigns.wars.aftermath.operations import KIND as AFTERMATH
from campaigns.wars.forecast.operations import KIND as FORECAST
from campaigns.wars.forecast.pairs import KIND as PAIR_FORECAST
from campaigns.wars.models.forecast import ForecastPart, ForecastState, PairForecastPart
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.resolution.operations import KIND as RESOLUTION


class Failure(NamedTuple):
    """Work of a ``campaign`` that failed for good.

    It was on a battle, an aftermath being one ``warband``'s, or on the odds of a ``pair``.
    """

    kind: str
    campaign: int
    battle: int | None
    warband: int | None
    pair: int | None
    since: datetime | None
    error: str


def failures_in(campaigns: Collection[int]) -> list[Failure]:
    """Return the failed work on which no later job works; of a forecast's parts, one for all. One query."""
    recoveries = Recovery.objects.filter(side__battle__campaign__in=campaigns, state=RecoveryState.ROLLING)
    resolutions = Resolution.objects.filter(battle__campaign__in=campaigns, state=ResolutionState.WAITING)
    running = {"forecast__state": ForecastState.RUNNING}
    parts = ForecastPart.objects.filter(forecast__battle__campaign__in=campaigns, **running)
    pairs = PairForecastPart.objects.filter(forecast__campaign__in=campaigns, **running)
    about = (
        Q(kind=AFTERMATH, subject__in=recoveries.values("pk"))
        | Q(kind=RESOLUTION, subject__in=resolutions.values("pk"))
        | Q(kind=FORECAST, subject__in=parts.values("pk"))
        | Q(kind=PAIR_FORECAST, subject__in=pairs.values("pk"))
    )
    later = Job.objects.filter(kind=OuterRef("kind"), subject=OuterRef("subject"), pk__gt=OuterRef("pk"))
    rows = (
        Job.objects.filter(about, ~Exists(later), state=JobState.FAILED)
        .order_by("pk")
        .annotate(
            aftermath_in=_asked(Recovery.objects, "side__battle__campaign"),
            aftermath_of=_asked(Recovery.objects, "side__battle"),
            warband=_asked(Recovery.objects, "side__warband"),
            resolution_in=_asked(Resolution.objects, "battle__campaign"),
            resolution_of=_asked(Resolution.objects, "battle"),
            forecast_in=_asked(ForecastPart.objects, "forecast__battle__campaign"),
            forecast_of=_asked(ForecastPart.objects, "forecast__battle"),
            pair_in=_asked(PairForecastPart.objects, "forecast__campaign"),
            pair=_asked(PairForecastPart.objects, "forecast"),
        )
    )
    found: dict[tuple[str, int | None, int | None, int | None], Failure] = {}
    for row in rows.values("kind", "finished", "error", *{name for names in _ABOUT.values() for name in names if name}):
        kind: str = row["kind"]
        campaign, battle, warband, pair = (row[name] if name else None for name in _ABOUT[kind])
        found.setdefault(
            (kind, battle, warband, pair),
            Failure(kind, int(campaign or 0), battle, warband, pair, row["finished"], row["error"]),
        )
    return list(found.values())


_ABOUT: Final = {
    AFTERMATH: ("aftermath_in", "aftermath_of", "warband", ""),
    RESOLUTION: ("resolution_in", "resolution_of", "", ""),
    FORECAST: ("forecast_in", "forecast_of", "", ""),
    PAIR_FORECAST: ("pair_in", "", "", "pair"),
}
"""By kind of work: which of the figures asked for are its campaign, its battle, its warband and its pair."""


def _asked(rows: Manager[Any], what: str) -> Subquery:
    return Subquery(rows.filter(pk=OuterRef("subject")).values(what))
