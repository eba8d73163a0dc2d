"""A forecast by real workers over a real broker; when one is killed with -9, nothing is lost and nothing doubled."""

from __future__ import annotations

import signal
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from campaigns.jobs.models import Job, JobState
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.forecast.operations import PART
from campaigns.wars.models.forecast import Forecast, ForecastState, PairForecast
from engines.musg.trials import playout
from tests.campaigns.jobs.workers import Site, wait_for
from tests.campaigns.wars.forecasting import quick
from tests.factories.battles import Field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
COUNT = 4 * PART


@pytest.fixture
def fight() -> Field:
    return quick()


def press_the_button(fight: Field) -> None:
    """A player asks for a forecast, by the page."""
    client = Client()
    client.force_login(fight.players[0])
    address = reverse("campaigns:forecast", args=[fight.campaign.slug, fight.battle.pk])
    assert client.post(address, {"count": COUNT, "temper_0": "bold", "temper_1": "bold"}).status_code == 302


def ask_at_the_desk(fight: Field) -> None:
    """The referee asks for the odds between the two warbands."""
    client = Client()
    client.force_login(fight.referee)
    address = reverse("campaigns:desk_step", args=[fight.campaign.slug, "odds"])
    one, other = fight.warbands
    assert client.post(address, {"pair": f"{one.pk}-{other.pk}"}).status_code == 302


def asked() -> Forecast | PairForecast:
    """The one forecast, whichever kind it is of."""
    return Forecast.objects.first() or PairForecast.objects.get()


def is_done() -> bool:
    return asked().state == ForecastState.DONE


def nothing_lost_nothing_doubled() -> None:
    """The summary is that of one process which plays all battles in a row."""
    forecast = asked()
    setup = forecasts.engine_setup(forecast)
    tally = playout.simulate(setup, tuple(forecast.tempers), battles=forecast.count, seed=int(forecast.seed, 16))
    assert forecast.summary == msgspec.json.decode(msgspec.json.encode(playout.summary(tally)))
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}


def test_two_workers_share_a_forecast(make_site: Callable[[str], Site], fight: Field) -> None:
    site = make_site("filesystem://")
    press_the_button(fight)
    site.start_worker()
    site.start_worker()
    wait_for(is_done, "the forecast")
    nothing_lost_nothing_doubled()
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}


def killed_in_the_middle(site: Site, fight: Field, ask: Callable[[Field], None] = press_the_button) -> None:
    ask(fight)
    stuck = site.start_worker("tests.campaigns.wars.stuck_forecaster")
    wait_for(site.mark.exists, "the worker to be in the middle of a part")
    site.end(stuck, signal.SIGKILL)
    forecast = asked()
    # One part was played and nothing of it written; the ones before are in.
    held = Job.objects.get(state=JobState.RUNNING)
    assert forecast.state == ForecastState.RUNNING
    assert forecast.parts.get(pk=held.subject).result is None
    done = forecast.parts.filter(result__isnull=False).count()
    assert done == Job.objects.filter(state=JobState.DONE).count()
    site.start_worker()
    wait_for(is_done, "the forecast by another worker")
    held.refresh_from_db()
    assert held.attempts == 2
    # A message that came back from the broker, or was sent twice, finds nothing to do.
    site.send_and_wait(held.pk)
    nothing_lost_nothing_doubled()


def test_a_worker_killed_in_the_middle_of_the_odds_between_two_warbands(
    make_site: Callable[[str], Site], fight: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "COUNT", 12)
    monkeypatch.setattr(pairs, "PART", 3)
    killed_in_the_middle(make_site("filesystem://"), fight, ask_at_the_desk)


@pytest.mark.redis
def test_a_worker_killed_in_the_middle_with_redis(
    make_site: Callable[[str], Site], fight: Field, redis_url: str
) -> None:
    killed_in_the_middle(make_site(redis_url), fight)
