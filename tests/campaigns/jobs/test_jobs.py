"""Jobs: claimed once, fenced by a token, taken over when a worker is silent, never done twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase
from kombu.exceptions import OperationalError

from campaigns import tasks
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState, Rank
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from campaigns.wars.reports import operations as reports
from club.operations import Refused
from engines.musg.report import Down, Report, Who
from tests.campaigns.clock import Clock
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, field

pytestmark = pytest.mark.django_db
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def fight(clock: Clock) -> Field:
    """A battle whose second warband waits for its aftermath by the site's dice."""
    fight = field()
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LIEUTENANT), Who(a, LEADER)), Down(Who(b, HENCHMAN), Who(a, LEADER)))))
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.SITE, member=fight.players[1])
    return fight


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The jobs for which a message was sent to the broker."""
    messages: list[int] = []

    def send(arguments: tuple[int], **_options: Any) -> None:
        messages.append(arguments[0])

    monkeypatch.setattr(tasks.work, "apply_async", send)
    yield messages


def aftermaths(fight: Field) -> int:
    return fight.side(1).warband.journal.filter(kind="recover").count()


def silence(clock: Clock) -> None:
    """The worker says nothing for longer than its lease."""
    clock.passes(jobs.LEASE + MOMENT)


def test_a_job_run_twice_has_one_effect(fight: Field) -> None:
    job = Job.objects.get()
    assert jobs.run(job.pk) is True
    assert jobs.run(job.pk) is False
    assert aftermaths(fight) == 1
    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress, job.total) == (JobState.DONE, 1, 3, 3)


def test_a_claimed_job_is_nobody_elses_until_its_lease_runs_out(fight: Field, clock: Clock) -> None:
    job = Job.objects.get()
    first = jobs.claim(job.pk)
    assert first is not None
    clock.passes(jobs.LEASE)
    assert jobs.claim(job.pk) is None
    clock.passes(MOMENT)
    second = jobs.claim(job.pk)
    assert second is not None
    assert (second.attempt, second.token == first.token) == (2, False)


def test_a_worker_killed_in_the_middle_leaves_nothing_and_another_finishes(
    fight: Field, sent: list[int], clock: Clock
) -> None:
    """Claimed, then dead before the commit: nothing is written, the lease runs out, the sweeper wakes another."""
    job = Job.objects.get()
    assert jobs.claim(job.pk) is not None
    assert fight.recovery(1).state == RecoveryState.ROLLING
    clock.passes(jobs.LEASE)
    assert jobs.sweep() == 0  # the lease still holds
    clock.passes(MOMENT)
    assert jobs.sweep() == 1
    assert sent == [job.pk]
    assert jobs.run(job.pk) is True
    assert aftermaths(fight) == 1
    assert Job.objects.get().attempts == 2


def test_a_worker_that_comes_back_late_cannot_write(fight: Field, clock: Clock) -> None:
    """It was thought dead, another took over: its token is stale, and all it wrote is taken back."""
    job = Job.objects.get()
    late = jobs.claim(job.pk)
    assert late is not None
    silence(clock)
    taken_over = jobs.claim(job.pk)
    assert taken_over is not None
    with pytest.raises(jobs.Lost):
        late.heartbeat(progress=1, total=3)
    with pytest.raises(jobs.Lost):
        aftermath.work(late)
    assert aftermaths(fight) == 0
    aftermath.work(taken_over)
    assert aftermaths(fight) == 1
    assert Job.objects.get().state == JobState.DONE


def test_losing_the_claim_at_the_very_end_takes_the_effect_back(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.objects.get()
    mine = jobs.claim(job.pk)
    assert mine is not None
    write = aftermath._write

    def overtaken(*arguments: Any, **options: Any) -> None:
        write(*arguments, **options)
        Job.objects.filter(pk=job.pk).update(token="somebody-else")

    monkeypatch.setattr(aftermath, "_write", overtaken)
    with pytest.raises(jobs.Lost):
        aftermath.work(mine)
    assert aftermaths(fight) == 0
    assert fight.recovery(1).state == RecoveryState.ROLLING


def test_a_job_that_fails_is_tried_again_with_the_same_dice_and_then_fails_visibly(
    fight: Field, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job.objects.get()
    seed = fight.recovery(1).seed

    def broken(roster: object, seed: str) -> None:
        raise RuntimeError("the table is missing")

    with monkeypatch.context() as patched:
        patched.setattr(aftermath, "rolled", broken)
        for attempt in range(1, jobs.ATTEMPTS + 1):
            assert jobs.run(job.pk) is False
            job.refresh_from_db()
            assert job.attempts == attempt
            assert "the table is missing" in job.error
    assert job.state == JobState.FAILED
    assert aftermaths(fight) == 0
    assert jobs.run(job.pk) is False
    aftermath.try_again(recovery=fight.recovery(1))
    with pytest.raises(Refused):
        aftermath.try_again(recovery=fight.recovery(1))
    assert jobs.run(job.pk) is True
    assert aftermaths(fight) == 1
    assert fight.recovery(1).seed == seed


def test_a_job_whose_workers_all_died_fails_visibly(fight: Field, sent: list[int], clock: Clock) -> None:
    job = Job.objects.get()
    for _attempt in range(jobs.ATTEMPTS):
        assert jobs.claim(job.pk) is not None
        silence(clock)
    assert jobs.claim(job.pk) is None
    assert jobs.sweep() == 0
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.error


def test_a_waiting_job_can_be_called_off_and_the_choice_is_open_again(fight: Field) -> None:
    job = Job.objects.get()
    recovery = fight.recovery(1)
    published = recovery.commitment
    aftermath.call_off(recovery=recovery, version=recovery.version)
    assert jobs.run(job.pk) is False
    recovery = fight.recovery(1)
    assert (recovery.state, recovery.mode, recovery.commitment) == (RecoveryState.WAITING, "", published)
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=fight.players[1], version=recovery.version)
    job = Job.objects.get(state=JobState.WAITING)
    assert jobs.claim(job.pk) is not None
    with pytest.raises(Refused, match="has started"):
        aftermath.call_off(recovery=fight.recovery(1))


def test_the_message_is_sent_when_the_request_has_committed() -> None:
    """And an open job is asked for once, however often."""
    fight = field()
    with TestCase.captureOnCommitCallbacks() as callbacks:
        first = jobs.enqueue(kind="aftermath", subject=4711, asked_by=fight.referee)
        second = jobs.enqueue(kind="aftermath", subject=4711, asked_by=fight.referee)
    assert first == second
    assert len(callbacks) == 1


def test_a_broker_that_is_down_fails_no_request(fight: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: Any, **_options: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.work, "apply_async", refused)
    assert jobs.wake(Job.objects.get().pk, Rank.PEOPLE) is False
    assert jobs.sweep() == 0
    assert Job.objects.get().state == JobState.WAITING


def test_the_sweeper_wakes_forgotten_jobs_and_confirms_due_reports(fight: Field, sent: list[int], clock: Clock) -> None:
    clock.passes(jobs.PATIENCE)
    assert jobs.sweep() == 0  # young: its own message is on its way
    other = field(names=("Elks", "Foxes"))
    reports.report_battle(battle=other.battle, report=Report(), author=other.players[0])
    clock.passes(timedelta(hours=other.campaign.confirm_hours) - MOMENT)
    assert reports.confirm_due() == 0
    clock.passes(MOMENT)
    tasks.sweep()
    assert sent == [Job.objects.get().pk]
    assert other.stored().state == BattleState.CONFIRMED


def test_the_sweep_is_on_the_workers_timetable() -> None:
    from config.celery import app

    entry = app.conf.beat_schedule["sweep"]
    assert (entry["task"], entry["schedule"]) == ("campaigns.tasks.sweep", 30.0)
    app.loader.import_default_modules()
    assert {"campaigns.tasks.sweep", "campaigns.tasks.work"} <= set(app.tasks)
