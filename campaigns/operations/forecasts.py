"""A forecast: many simulated battles in parts, each worked off by whichever worker is free.

Battle number n of a forecast's seed is always the same battle, so that a part played twice says the same twice. Its
result is written by whoever holds the job's claim, once; whoever writes the last one also writes the summary.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import jobs
from campaigns.battle_setup import setup_of
from campaigns.models import Battle, Forecast, ForecastPart, Job
from campaigns.models.battle import BattleState, Temper
from campaigns.models.forecast import ForecastState
from campaigns.models.job import JobState
from campaigns.operations.resolution import VERSION
from campaigns.operations.schedule import lock_battle
from club.models import Member
from club.operations import Refused
from engines.musg import playout
from engines.musg.battle.prepare import prepared
from engines.musg.battle.setup import Setup
from engines.musg.playout import Tally

KIND: Final = "forecast_part"
LEAST: Final = 50
MOST: Final = 5_000
USUAL: Final = 1_000
PART: Final = 25
"""Battles in a part: some seconds of work, so that a dead worker costs little and many workers share evenly."""
SEED_BITS: Final = 48
BEAT: Final = 2.0
"""Seconds between two signs of life of a worker."""


@transaction.atomic
def start(*, battle: Battle, count: int, tempers: Sequence[str], member: Member | None) -> Forecast:
    """Ask for a forecast of ``count`` battles (``LEAST`` to ``MOST``); ``tempers`` name who decides for each side.

    Raises ``Refused`` when the battle is no longer ahead, cannot be fought as it stands, or is being forecast already.
    """
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_ahead", _("Only a battle that is still ahead can be forecast."))
    if locked.forecasts.filter(state=ForecastState.RUNNING).exists():
        raise Refused.because("forecast_runs", _("A forecast of this battle is being reckoned already."))
    if not LEAST <= count <= MOST:
        words = _("Between %(least)s and %(most)s battles can be simulated.") % {"least": LEAST, "most": MOST}
        raise Refused.because("forecast_count", words, "count")
    setup = setup_of(locked)
    if len(tempers) != len(setup.sides) or not set(tempers) <= set(Temper.values):
        raise Refused.because("forecast_tempers", _("Choose a temper for each side."))
    forecast = Forecast.objects.create(
        battle=locked,
        count=count,
        setup=msgspec.to_builtins(setup, str_keys=True),
        tempers=list(tempers),
        seed=f"{secrets.randbits(SEED_BITS):x}",
        engine=VERSION,
        asked_by=member,
    )
    parts = ForecastPart.objects.bulk_create(
        ForecastPart(forecast=forecast, first=first, count=min(PART, count - first)) for first in range(0, count, PART)
    )
    jobs.enqueue_all(kind=KIND, subjects=[part.pk for part in parts], asked_by=member)
    return forecast


@transaction.atomic
def cancel(*, forecast: Forecast) -> Forecast:
    """Call a forecast off: parts that are in are summed up, workers at the others find their claim lost."""
    locked = Forecast.objects.select_for_update().get(pk=forecast.pk)
    if locked.state != ForecastState.RUNNING:
        raise Refused.because("forecast_over", _("This forecast is over already."))
    jobs.stop(kind=KIND, subjects=locked.parts.values_list("pk", flat=True))
    _close(locked, ForecastState.CANCELLED)
    return locked


@transaction.atomic
def try_again(*, forecast: Forecast) -> int:
    """Let the parts that failed be tried again; return how many those are."""
    locked = Forecast.objects.select_for_update().get(pk=forecast.pk)
    parts = locked.parts.filter(result__isnull=True).values("pk")
    latest: dict[int, Job] = {
        job.subject: job for job in Job.objects.filter(kind=KIND, subject__in=parts).order_by("pk")
    }
    failed = [job for job in latest.values() if job.state == JobState.FAILED]
    if locked.state != ForecastState.RUNNING or not failed:
        raise Refused.because("nothing_to_try", _("There is nothing to try again."))
    for job in failed:
        jobs.retry(job)
    return len(failed)


@jobs.handles(KIND)
def work(claim: jobs.Claim) -> None:
    """Play one part. Whoever lost the claim meanwhile leaves no trace."""
    part = ForecastPart.objects.select_related("forecast").get(pk=claim.subject)
    tally = None
    if part.forecast.state == ForecastState.RUNNING and part.result is None:
        tally = played(part, claim)
    with transaction.atomic():
        forecast = Forecast.objects.select_for_update().get(pk=part.forecast_id)
        claim.finish()
        empty = forecast.parts.filter(result__isnull=True)
        if tally is None or forecast.state != ForecastState.RUNNING:
            return
        empty.filter(pk=part.pk).update(result=msgspec.to_builtins(tally, str_keys=True))
        if not empty.exists():
            _close(forecast, ForecastState.DONE)


def played(part: ForecastPart, claim: jobs.Claim) -> Tally:
    """Return what the part's battles come to, saying every few seconds how far they are. Raises ``jobs.Lost``."""
    beat = time.monotonic()
    claim.heartbeat(progress=0, total=part.count)

    def say(done: int) -> bool:
        nonlocal beat
        if time.monotonic() - beat >= BEAT:
            beat = time.monotonic()
            claim.heartbeat(progress=done, total=part.count)
        return True

    forecast = part.forecast
    return playout.simulate(
        engine_setup(forecast),
        tuple(forecast.tempers),
        battles=part.count,
        seed=int(forecast.seed, 16),
        first=part.first,
        progress=say,
    )


def engine_setup(forecast: Forecast) -> Setup:
    """Return the setup that a forecast's battles start from."""
    return msgspec.convert(forecast.setup, Setup, str_keys=True)


def summed(forecast: Forecast, results: Iterable[Any]) -> Tally:
    """Return the counts of all these results of parts together."""
    total = playout.blank(prepared(engine_setup(forecast)))
    for result in results:
        total.merge(msgspec.convert(result, Tally, str_keys=True))
    return total


def _close(forecast: Forecast, state: ForecastState) -> None:
    """Write the summary of the parts that are in. The forecast's row is locked and running."""
    results = forecast.parts.filter(result__isnull=False).values_list("result", flat=True)
    total = summed(forecast, results)
    forecast.summary = msgspec.to_builtins(playout.summary(total), str_keys=True) if total.battles else {}
    forecast.state, forecast.finished = state.value, timezone.now()
    forecast.save(update_fields=["summary", "state", "finished"])
