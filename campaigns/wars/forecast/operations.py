"""The forecast of a battle: many simulated battles in parts, see ``parts``."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.jobs import queue as jobs
from campaigns.jobs.parts import SECONDS, SEED_BITS, Simulation
from campaigns.league.news import tell
from campaigns.wars.battles.operations import lock_battle
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.models.battle import Battle, BattleState, Temper
from campaigns.wars.models.forecast import Forecast, ForecastPart, ForecastState, PairForecastPart, Trials
from campaigns.wars.resolution.operations import VERSION
from club.models import Member
from club.operations import Refused
from engines.musg.battle.opening import prepared
from engines.musg.battle.setup import Setup
from engines.musg.trials import playout
from engines.musg.trials.playout import Tally

KIND: Final = "forecast_part"
LEAST: Final = 50
MOST: Final = 5_000
USUAL: Final = 1_000
PART: Final = 25
"""Battles in a part as a forecast is first cut."""


@transaction.atomic
def start(*, battle: Battle, count: int, tempers: Sequence[str], member: Member | None) -> Forecast:
    """Ask for a forecast of ``count`` battles (``LEAST`` to ``MOST``); ``tempers`` name who decides for each side.

    Raises ``Refused`` when the battle is no longer ahead, cannot be fought as it stands, or is being forecast already.
    """
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_ahead", _("Only a battle that is still ahead can be forecast."))
    if locked.forecasts.filter(state=ForecastState.RUNNING).exists():
        raise Refused.because("forecast_runs", _("A forecast of this battle is already in progress."))
    if not LEAST <= count <= MOST:
        words = _("Between %(least)s and %(most)s battles can be simulated.") % {"least": LEAST, "most": MOST}
        raise Refused.because("forecast_count", words, "count")
    setup = setup_of(locked)
    if len(tempers) != len(setup.sides) or not set(tempers) <= set(Temper.values):
        raise Refused.because("forecast_tempers", _("Choose a style for each side."))
    forecast = Forecast.objects.create(battle=locked, **trials_of(setup, count=count, tempers=tempers, member=member))
    SIMULATION.divide(forecast, PART, asked_by=member)
    return forecast


def trials_of(setup: Setup, *, count: int, tempers: Sequence[str], member: Member | None) -> dict[str, Any]:
    """Return what is stored of any forecast that begins now, by the fields of ``Trials``; its seed is drawn here."""
    return {
        "count": count,
        "setup": msgspec.to_builtins(setup, str_keys=True),
        "tempers": list(tempers),
        "seed": f"{secrets.randbits(SEED_BITS):x}",
        "engine": VERSION,
        "asked_by": member,
    }


def cancel(*, battle: Battle) -> Forecast:
    """Call the running forecast of a battle off; what is in is kept. Raises ``Refused`` when none is running."""
    return SIMULATION.cancel(battle.forecasts.all())


def try_again(*, battle: Battle) -> int:
    """Let the failed parts of the running forecast be tried again; return how many. Raises ``Refused`` without any."""
    return SIMULATION.try_again(battle.forecasts.all())


def work(claim: jobs.Claim) -> None:
    """Play one part."""
    SIMULATION.work(claim)


def played(part: ForecastPart | PairForecastPart, claim: jobs.Claim) -> Tally:
    """Return what the part's battles come to, or as many as ``SECONDS`` are enough for, one at least.

    It says every few seconds how far they are. Raises ``jobs.Lost``.
    """
    forecast: Trials = part.forecast
    return playout.simulate(
        engine_setup(forecast),
        tuple(forecast.tempers),
        battles=part.count,
        seed=int(forecast.seed, 16),
        first=part.first,
        progress=claim.pulse(part.count, SECONDS),
    )


def battles_of(tally: Tally) -> int:
    """Return of how many battles a part's counts are."""
    return tally.battles


def engine_setup(forecast: Trials) -> Setup:
    """Return the setup that a forecast's battles start from."""
    return msgspec.convert(forecast.setup, Setup, str_keys=True)


def summed(forecast: Trials, results: Iterable[Any]) -> Tally:
    """Return the counts of all these results of parts together."""
    total = playout.blank(prepared(engine_setup(forecast)))
    for result in results:
        total.merge(msgspec.convert(result, Tally, str_keys=True))
    return total


def summary_of(forecast: Trials, results: Iterable[Any]) -> playout.Summary:
    """Return what these results of parts say together."""
    return playout.summary(summed(forecast, results))


def _tell(forecast: Forecast) -> None:
    """Tell whoever asked for the forecast that it is there: it may have taken minutes."""
    if forecast.asked_by_id is not None:
        tell(
            campaign=forecast.battle.campaign,
            to=[forecast.asked_by_id],
            code="forecast",
            params={"title": forecast.battle.title},
            address=reverse("campaigns:forecast", args=[forecast.battle.campaign.slug, forecast.battle_id]),
        )


SIMULATION: Final = Simulation(
    kind=KIND,
    part=ForecastPart,
    run="forecast",
    play=played,
    sum_up=summary_of,
    on_done=_tell,
    holds=battles_of,
    over=("forecast_over", gettext_lazy("This forecast is already over.")),
)
