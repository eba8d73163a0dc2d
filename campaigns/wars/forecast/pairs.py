"""The odds between two warbands for whom no battle is scheduled, reckoned like any forecast (see ``operations``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.jobs import queue as jobs
from campaigns.jobs.parts import Simulation
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars.battles.setup import setup_between
from campaigns.wars.forecast.operations import PART, battles_of, played, summary_of, trials_of
from campaigns.wars.models.battle import Temper
from campaigns.wars.models.forecast import ForecastState, PairForecast, PairForecastPart
from campaigns.wars.resolution.operations import VERSION, seen_of
from club.models import Member
from club.operations import Refused
from engines.musg.battle.setup import Setup
from rosters.models import Warband

KIND: Final = "pair_forecast_part"
COUNT: Final = 400
"""Simulated battles: odds to some five percent, in a minute or two."""
TEMPERS: Final = (Temper.CAUTIOUS.value, Temper.CAUTIOUS.value)
"""Who decides for the two: players are asked how they are led only when there is a battle."""
FORGET_MOST: Final = 50
"""How many old forecasts one sweep forgets at most."""


@transaction.atomic
def start(*, campaign: Campaign, warbands: Sequence[Warband], member: Member | None) -> PairForecast:
    """Ask for the odds between two warbands that serve in a campaign, in the order of the seats they would have.

    Raises ``Refused`` when the campaign is over, when one of them does not serve in it or could not fight now, and when
    the odds are being reckoned or are known already.
    """
    locked = lock_running(campaign)
    one, other = _serving(locked, warbands)
    before = between(locked.pk, one.pk, other.pk)
    if before.filter(state=ForecastState.RUNNING).exists():
        raise Refused.because("odds_run", _("The odds of this pair are already being calculated."))
    setup = setup_between(locked, (one, other))
    basis = basis_of(setup)
    if before.filter(state=ForecastState.DONE, basis=basis).exists():
        raise Refused.because("odds_known", _("The odds of this pair are known, and neither warband has changed."))
    forecast = PairForecast.objects.create(
        campaign=locked,
        one=one,
        other=other,
        basis=basis,
        **trials_of(setup, count=COUNT, tempers=TEMPERS, member=member),
    )
    SIMULATION.divide(forecast, PART, asked_by=member)
    return forecast


@transaction.atomic
def cancel(*, forecast: PairForecast) -> None:
    """Call off and forget a forecast; odds known before stand. Raises ``Refused`` unless it is being reckoned."""
    SIMULATION.cancel(_only(forecast)).delete()


def try_again(*, forecast: PairForecast) -> int:
    """Let the failed parts of a forecast be tried again; return how many. Raises ``Refused`` without any."""
    return SIMULATION.try_again(_only(forecast))


def work(claim: jobs.Claim) -> None:
    """Play one part."""
    SIMULATION.work(claim)


def forget() -> int:
    """Forget forecasts that were finished long ago (``settings.KEEP_FINISHED_DAYS``); return how many."""
    before = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS)
    old = list(PairForecast.objects.filter(finished__lt=before).values_list("pk", flat=True)[:FORGET_MOST])
    PairForecast.objects.filter(pk__in=old).delete()
    return len(old)


def basis_of(setup: Setup) -> str:
    """Return the mark of what two warbands fight about: another one as soon as anything in it changes.

    The version of the engine is part of it: after a change of the rules' reading, odds are to be reckoned again.
    """
    return seen_of(setup, [*TEMPERS, VERSION])


def between(campaign: int, one: int, other: int) -> QuerySet[PairForecast]:
    """Return a campaign's forecasts between two warbands, all given by their keys, whoever has the first seat."""
    return PairForecast.objects.filter(Q(one=one, other=other) | Q(one=other, other=one), campaign=campaign)


def _serving(campaign: Campaign, warbands: Sequence[Warband]) -> tuple[Warband, Warband]:
    """Return the two as they stand now."""
    here = Warband.objects.filter(enlistment__campaign=campaign, enlistment__withdrawn=False)
    known = {warband.pk: warband for warband in here.filter(pk__in=[warband.pk for warband in warbands])}
    if len(warbands) != 2 or len(known) != 2:
        raise Refused.because("pairs_changed", _("Not all of these warbands are still in the campaign. Look again."))
    one, other = (known[warband.pk] for warband in warbands)
    return one, other


def _only(forecast: PairForecast) -> QuerySet[PairForecast]:
    return PairForecast.objects.filter(pk=forecast.pk)


def _replace(forecast: PairForecast) -> None:
    """Forget what was known between the two before."""
    before = between(forecast.campaign_id, forecast.one_id, forecast.other_id).exclude(state=ForecastState.RUNNING)
    before.exclude(pk=forecast.pk).delete()


SIMULATION: Final = Simulation(
    kind=KIND,
    part=PairForecastPart,
    run="forecast",
    play=played,
    sum_up=summary_of,
    on_done=_replace,
    over=("forecast_over", gettext_lazy("This forecast is already over.")),
    holds=battles_of,
)
