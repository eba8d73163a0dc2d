"""Forecasts: parts worked off by anybody, counted once, summed up once; called off; read beside what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.test import TestCase
from django.utils import timezone
from msgspec.structs import replace

from campaigns import tasks
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.wars.forecast import operations as forecasts, page as forecast_page
from campaigns.wars.forecast.operations import KIND, LEAST, MOST, PART, SIMULATION
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import Forecast, ForecastPart, ForecastState
from club.operations import Refused
from engines.musg.report import Down, Report, Who
from engines.musg.trials import playout
from tests.campaigns.clock import Clock
from tests.campaigns.wars.forecasting import address, asked, open_jobs, quick, text, work_off
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, another_battle, field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No part is cut short, however busy the machine; what a slow one leaves has a test of its own."""
    monkeypatch.setattr(forecasts, "SECONDS", 600.0)


@pytest.fixture
def fight(clock: Clock) -> Field:
    return quick()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The jobs for which a message was sent to the broker."""
    messages: list[int] = []
    monkeypatch.setattr(tasks.work, "apply_async", lambda arguments, **_options: messages.append(arguments[0]))
    yield messages


def silent(job: int) -> None:
    """As if the worker had said nothing for longer than its lease."""
    Job.objects.filter(pk=job).update(lease=timezone.now() - timedelta(seconds=1))


def whole(forecast: Forecast) -> dict[str, Any]:
    """The summary as one single process would make it, from the first battle to the last."""
    setup = forecasts.engine_setup(forecast)
    tally = playout.simulate(setup, tuple(forecast.tempers), battles=forecast.count, seed=int(forecast.seed, 16))
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(playout.summary(tally)))
    return plain


# The parts


def test_a_forecast_is_split_into_parts_with_one_job_each_and_all_are_sent(fight: Field, sent: list[int]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        forecast = asked(fight, count=LEAST + 10)
    spans = list(forecast.parts.values_list("first", "count"))
    assert spans == [(0, PART), (PART, PART), (2 * PART, 10)]
    assert set(Job.objects.filter(kind=KIND).values_list("subject", flat=True)) == {p.pk for p in forecast.parts.all()}
    assert sent == open_jobs()


def test_a_broker_that_does_not_answer_is_asked_once_and_the_sweeper_sends_the_rest(
    fight: Field, monkeypatch: pytest.MonkeyPatch, sent: list[int]
) -> None:
    tries: list[int] = []
    with monkeypatch.context() as patched, TestCase.captureOnCommitCallbacks(execute=True):
        patched.setattr(jobs, "wake", lambda job, _rank: bool(tries.append(job)))
        asked(fight, count=4 * PART)
    assert len(tries) == 1
    Job.objects.update(created=timezone.now() - timedelta(minutes=1))
    assert jobs.sweep() == 4
    assert sorted(sent) == open_jobs()


def test_the_parts_make_the_summary_that_one_process_would_make(fight: Field) -> None:
    forecast = asked(fight)
    for job in reversed(open_jobs()):
        assert jobs.run(job)
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.DONE
    assert forecast.finished is not None
    assert forecast.summary == whole(forecast)
    summary = forecast_page.decode_summary(forecast)
    assert summary.battles == LEAST
    assert sum(share.value for share in summary.wins) + summary.draws.value == pytest.approx(1)
    assert sum(summary.lengths.values()) == sum(summary.endings.values()) == LEAST
    assert all(sum(counts.values()) == LEAST for counts in summary.points)


def test_the_same_part_played_twice_is_the_same(fight: Field) -> None:
    forecast = asked(fight)
    part = forecast.parts.all()[1]
    claim = jobs.claim(open_jobs()[1])
    assert claim is not None
    assert forecasts.played(part, claim) == forecasts.played(part, claim)


def test_the_ground_of_the_battle_is_used_with_its_last_turn(fight: Field) -> None:
    setup = forecasts.engine_setup(asked(fight))
    assert (setup.turn_limit, setup.table.width) == (2, 40)
    assert [side.key for side in setup.sides] == fight.keys
    assert [len(side.figures) for side in setup.sides] == [3, 3]


def test_without_a_ground_a_ready_table_with_zones_enough_is_taken() -> None:
    setup = forecasts.engine_setup(asked(field(sides=3), tempers=("bold",) * 3))
    assert len(setup.table.zones) >= 3


# Parts are as long as a worker's turn


def test_a_part_that_takes_too_long_is_left_off_and_the_rest_is_cut_as_small(
    fight: Field, monkeypatch: pytest.MonkeyPatch, sent: list[int]
) -> None:
    forecast = asked(fight)
    # The clock at the beginning, and whenever it is looked at afterwards: battles 1 and 2 are fought in time.
    moments = iter((0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0))
    with monkeypatch.context() as patched, TestCase.captureOnCommitCallbacks(execute=True):
        patched.setattr(forecasts, "SECONDS", 2.0)
        patched.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: next(moments)))
        assert jobs.run(open_jobs()[0])
    spans = list(forecast.parts.values_list("first", "count", "result__battles"))
    rest = [(first, 2, None) for first in range(2, PART - 1, 2)]
    assert spans == [(0, 2, 2), *rest, (PART - 1, 1, None), (PART, PART, None)]
    assert len(open_jobs()) == len(spans) - 1
    assert set(sent) == set(open_jobs()) - {Job.objects.get(subject=forecast.parts.get(first=PART).pk).pk}
    assert SIMULATION.progress(forecast).done == 2
    work_off()
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.DONE
    assert forecast.summary == whole(forecast)


def test_a_turn_that_is_over_at_once_still_fights_a_battle(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "SECONDS", 0.0)
    forecast = asked(fight)
    while open_jobs():
        work_off()
    assert list(forecast.parts.values_list("count", flat=True)) == [1] * LEAST
    forecast.refresh_from_db()
    assert forecast.summary == whole(forecast)


def test_what_was_called_off_is_not_cut_any_more(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "SECONDS", 0.0)
    forecast = asked(fight)
    assert jobs.run(open_jobs()[0])
    parts = forecast.parts.count()
    late = jobs.claim(open_jobs()[0])
    assert late is not None
    forecasts.cancel(battle=fight.battle)
    with pytest.raises(jobs.Lost):
        forecasts.work(late)
    assert forecast.parts.count() == parts
    assert not open_jobs()
    forecast.refresh_from_db()
    assert forecast_page.decode_summary(forecast).battles == 1


# Workers that die, come late or come twice


def test_a_part_worked_on_twice_counts_once(fight: Field) -> None:
    forecast = asked(fight)
    first, second = open_jobs()
    assert jobs.run(first)
    assert not jobs.run(first)
    assert jobs.run(second)
    forecast.refresh_from_db()
    assert forecast_page.decode_summary(forecast).battles == LEAST


def test_a_worker_killed_in_the_middle_leaves_nothing_and_another_finishes(fight: Field, sent: list[int]) -> None:
    forecast = asked(fight)
    dead, other = open_jobs()
    assert jobs.claim(dead) is not None
    assert jobs.run(other)
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.RUNNING
    assert jobs.sweep() == 0  # the lease still holds
    silent(dead)
    assert jobs.sweep() == 1
    assert sent == [dead]
    assert jobs.run(dead)
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.DONE
    assert forecast.summary == whole(forecast)
    assert Job.objects.get(pk=dead).attempts == 2


def test_a_worker_that_comes_back_late_writes_nothing(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lost its claim after the last battle: the other one's result stands, and is counted once."""
    forecast = asked(fight)
    job, other = open_jobs()
    late = jobs.claim(job)
    assert late is not None
    play = forecasts.played

    def overtaken(part: ForecastPart, claim: jobs.Claim) -> playout.Tally:
        tally = play(part, claim)
        if claim is late:
            silent(job)
            assert jobs.run(job)
        return tally

    monkeypatch.setattr(forecasts, "SIMULATION", replace(forecasts.SIMULATION, play=overtaken))
    with pytest.raises(jobs.Lost):
        forecasts.work(late)
    assert forecast.parts.filter(result__isnull=False).count() == 1
    assert jobs.run(other)
    forecast.refresh_from_db()
    assert forecast.summary == whole(forecast)


def test_the_summary_is_written_exactly_once(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    sum_up = forecasts.SIMULATION.sum_up

    def counted(forecast: Forecast, results: Iterable[Any]) -> playout.Summary:
        closed.append(forecast.pk)
        return sum_up(forecast, results)

    monkeypatch.setattr(forecasts, "SIMULATION", replace(forecasts.SIMULATION, sum_up=counted))
    forecast = asked(fight, count=4 * PART)
    pending = open_jobs()
    work_off()
    for job in pending:
        assert not jobs.run(job)
    assert closed == [forecast.pk]


def test_a_long_part_says_how_far_it_is(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BEAT", 0.0)
    forecast = asked(fight)
    claim = jobs.claim(open_jobs()[0])
    assert claim is not None
    Job.objects.update(lease=timezone.now())
    forecasts.played(forecast.parts.all()[0], claim)
    job = Job.objects.get(pk=claim.job)
    assert (job.progress, job.total) == (PART, PART)
    assert job.lease is not None
    assert job.lease > timezone.now() + jobs.LEASE / 2


def test_a_part_that_fails_for_good_is_tried_again_on_request(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    forecast = asked(fight)
    broken, fine = open_jobs()
    with monkeypatch.context() as patched:

        def fail(*_arguments: object, **_options: object) -> None:
            raise playout.Endless("no end")

        patched.setattr(playout, "simulate", fail)
        for _attempt in range(jobs.ATTEMPTS):
            assert not jobs.run(broken)
    assert Job.objects.get(pk=broken).state == JobState.FAILED
    assert jobs.run(fine)
    shown = text(client_of(fight.players[0]).get(address(fight)))
    assert "could not be finished" in shown
    assert "Endless: no end" in shown
    assert "every 2s" not in shown
    assert "Endless" not in text(client_of(MemberFactory.create()).get(address(fight)))
    assert client_of(fight.players[1]).post(address(fight, "forecast_retry")).status_code == 302
    assert jobs.run(broken)
    forecast.refresh_from_db()
    assert forecast.summary == whole(forecast)
    with pytest.raises(Refused):
        forecasts.try_again(battle=fight.battle)


# Calling off


def test_calling_off_keeps_what_is_in_and_stops_who_is_at_work(fight: Field) -> None:
    forecast = asked(fight, count=3 * PART)
    done, busy, waiting = open_jobs()
    assert jobs.run(done)
    claim = jobs.claim(busy)
    assert claim is not None
    forecasts.cancel(battle=fight.battle)
    with pytest.raises(jobs.Lost):
        forecasts.work(claim)
    assert not jobs.run(waiting)
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.CANCELLED
    assert forecast_page.decode_summary(forecast).battles == PART
    assert jobs.sweep() == 0
    with pytest.raises(Refused) as refused:
        forecasts.cancel(battle=fight.battle)
    assert refused.value.codes == ["forecast_over"]


def test_called_off_at_once_there_is_nothing_to_show_and_another_may_be_asked_for(fight: Field) -> None:
    asked(fight)
    forecast = forecasts.cancel(battle=fight.battle)
    assert forecast.summary == {}
    assert "before anything was calculated" in text(client_of(fight.players[0]).get(address(fight)))
    assert asked(fight).state == ForecastState.RUNNING


# What is refused


def refusal(fight: Field, **options: Any) -> list[str]:
    with pytest.raises(Refused) as refused:
        asked(fight, **options)
    return refused.value.codes


def test_one_forecast_of_a_battle_runs_at_a_time(fight: Field) -> None:
    asked(fight)
    assert refusal(fight) == ["forecast_runs"]
    work_off()
    asked(fight)
    assert Forecast.objects.count() == 2


@pytest.mark.parametrize("count", [LEAST - 1, MOST + 1])
def test_the_number_of_battles_has_limits(fight: Field, count: int) -> None:
    assert refusal(fight, count=count) == ["forecast_count"]


@pytest.mark.parametrize("tempers", [("bold",), ("bold", "random"), ("bold", "bold", "bold")])
def test_every_side_has_a_temper(fight: Field, tempers: tuple[str, ...]) -> None:
    assert refusal(fight, tempers=tempers) == ["forecast_tempers"]


def test_only_a_battle_that_is_ahead_is_forecast(fight: Field) -> None:
    Battle.objects.update(state=BattleState.CANCELLED)
    assert refusal(fight) == ["not_ahead"]


def test_a_warband_with_an_aftermath_to_roll_cannot_be_forecast(fight: Field) -> None:
    a, b = fight.keys
    ahead = another_battle(fight.campaign, fight.warbands)
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),)))
    with pytest.raises(Refused) as refused:
        forecasts.start(battle=ahead, count=LEAST, tempers=("bold", "bold"), member=fight.players[0])
    assert refused.value.codes == ["aftermath_waits"]
