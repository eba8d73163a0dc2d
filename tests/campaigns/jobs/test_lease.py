"""Leases are short, renewed beside the work, and looked after by every worker: a killed worker's job soon goes on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections
from django.utils import timezone

from campaigns import tasks
from campaigns.jobs import lookout as lookouts, queue as jobs, signs, threads
from campaigns.jobs.models import Job, JobState, Sign
from tests.campaigns.clock import Clock

AIM = 15
"""Seconds within which a killed worker's job is to go on while another worker has time."""
MOMENT = timedelta(microseconds=1)
KIND = "rehearsal"
# What a thread of this machine needs at most to get its turn.
PATIENCE = 60.0


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs of a kind that does nothing but be done, as they are worked on."""
    done: list[int] = []

    def work(claim: jobs.Claim) -> None:
        done.append(claim.job)
        claim.finish()

    monkeypatch.setitem(jobs._HANDLERS, KIND, work)
    return done


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, Any]]]:
    """What a lookout sends: the task's name with what it was asked."""
    messages: list[tuple[str, Any]] = []

    def sends(name: str) -> Callable[..., None]:
        def send(arguments: tuple[int, ...] = (), **how: Any) -> None:
            messages.append((name, (arguments, how["expires"])))

        return send

    for task in (tasks.work, tasks.sweep):
        monkeypatch.setattr(task, "apply_async", sends(task.name.rpartition(".")[2]))
    # The lookout's thread closes its connection; here it is the test's.
    monkeypatch.setattr(lookouts, "own_connection", nullcontext)
    yield messages


def job(subject: int = 1, **values: Any) -> Job:
    return Job.objects.create(kind=KIND, subject=subject, **values)


def abandoned(subject: int, **values: Any) -> Job:
    """A job whose worker died a second ago."""
    past = timezone.now() - timedelta(seconds=1)
    return job(subject, state=JobState.RUNNING, attempts=1, lease=past, **values)


def test_lease_and_look_together_keep_the_aim() -> None:
    """At worst the lease was renewed just before the blow, and looked at just before it ran out."""
    worst = jobs.LEASE.total_seconds() + lookouts.LOOK
    assert worst + 5 <= AIM, "something is left for message and claim"
    assert jobs.LEASE.total_seconds() >= 3 * threads.RENEWAL, "a few renewals may come late"
    assert signs.SILENCE.total_seconds() >= 3 * lookouts.PERIOD
    assert settings.CELERY_TASK_TIME_LIMIT > jobs.STUCK, "taken over first, ended then"
    assert settings.CELERY_TASK_TIME_LIMIT < 30 * 60, "RabbitMQ waits so long for who took a message"


# Renewing


@pytest.mark.django_db
def test_a_renewed_lease_holds_and_says_nothing_about_progress(clock: Clock) -> None:
    row = job()
    claim = jobs.claim(row.pk)
    assert claim is not None
    claim.heartbeat(progress=2, total=5)
    for _renewal in range(10):
        clock.passes(jobs.LEASE)
        assert claim.renew() is True
    clock.passes(jobs.LEASE)
    assert jobs.claim(row.pk) is None
    row.refresh_from_db()
    assert (row.progress, row.total) == (2, 5)
    clock.passes(MOMENT)
    assert jobs.claim(row.pk) is not None
    assert claim.renew() is False, "it is another worker's now"


@pytest.mark.django_db
def test_a_done_or_cancelled_job_is_not_renewed() -> None:
    claims = [jobs.claim(job(subject).pk) for subject in (1, 2)]
    one, other = [claim for claim in claims if claim is not None]
    one.finish()
    assert one.renew() is False
    assert jobs.stop(kind=KIND, subjects=[2]) == 1
    assert other.renew() is False
    assert set(Job.objects.values_list("lease", flat=True)) == {None}


@pytest.mark.django_db
def test_work_that_tells_of_no_progress_keeps_its_lease_for_some_minutes_only() -> None:
    claim = jobs.claim(job().pk)
    assert claim is not None
    claim.told -= jobs.STUCK + 1
    assert claim.renew() is False
    claim.heartbeat(progress=1, total=2)
    assert claim.renew() is True


def test_a_thread_renews_while_the_work_goes_on_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "RENEWAL", 0.01)
    renewals: list[threading.Thread] = []
    thrice = threading.Event()

    def renew() -> bool:
        renewals.append(threading.current_thread())
        if len(renewals) == 3:
            thrice.set()
        return True

    with threads.kept_up(renew, "lease"):
        assert thrice.wait(PATIENCE)
    assert threading.current_thread() not in renewals
    renewals[0].join(PATIENCE)
    assert not renewals[0].is_alive()


def test_a_lost_lease_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "RENEWAL", 0.01)
    renewals: list[threading.Thread] = []

    def renew() -> bool:
        renewals.append(threading.current_thread())
        return False

    begun = threading.Event()
    monkeypatch.setattr(threads, "own_connection", lambda: nullcontext(begun.set()))
    with threads.kept_up(renew, "lease"):
        assert begun.wait(PATIENCE)
        while not renewals:
            threading.Event().wait(0.01)
        renewals[0].join(PATIENCE)
    assert len(renewals) == 1


def test_a_locked_database_does_not_end_the_renewing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "RENEWAL", 0.01)
    monkeypatch.setattr(threads, "RETRY", 0.01)
    answers: list[bool] = []
    again = threading.Event()

    def renew() -> bool:
        answers.append(bool(answers))
        if not answers[-1]:
            raise OperationalError("database is locked")
        again.set()
        return True

    with threads.kept_up(renew, "lease"):
        assert again.wait(PATIENCE)


def test_work_that_is_soon_done_costs_no_renewal() -> None:
    def renew() -> bool:
        raise AssertionError("nobody asked for that")

    with threads.kept_up(renew, "lease of a short job"):
        [thread] = [one for one in threading.enumerate() if one.name == "lease of a short job"]
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_a_thread_beside_the_work_leaves_no_connection_open_and_takes_none_from_a_pool(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "pool", {"min_size": 1})
    seen: list[Any] = []

    def look() -> None:
        mine = connections["default"]
        with threads.own_connection():
            seen.append(mine.settings_dict["OPTIONS"].get("pool"))
            seen.append(Job.objects.count())
        seen.append(mine.connection)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join(PATIENCE)
    assert seen == [None, 0, None]
    assert "pool" in connection.settings_dict["OPTIONS"], "others keep theirs"


# Looking


@pytest.mark.django_db
def test_only_jobs_of_silent_workers_with_attempts_left_are_abandoned(clock: Clock) -> None:
    job(1)
    assert jobs.claim(job(2).pk) is not None
    given_up = abandoned(3)
    Job.objects.filter(pk=given_up.pk).update(attempts=jobs.ATTEMPTS)
    left = abandoned(4)
    assert jobs.abandoned() == [(left.pk, left.rank)]
    clock.passes(jobs.LEASE + MOMENT)
    assert len(jobs.abandoned()) == 2


@pytest.mark.django_db
def test_a_worker_takes_those_that_were_left_first(worked: list[int]) -> None:
    """However many messages wait: that of a job which was left would be the last of them."""
    left, later, own = abandoned(1), abandoned(2), job(3)
    tasks.work(own.pk)
    assert worked == [left.pk]
    tasks.work(own.pk)
    assert worked == [left.pk, later.pk]
    tasks.work(left.pk)
    assert worked == [left.pk, later.pk, own.pk]


@pytest.mark.django_db
def test_every_worker_wakes_what_was_left_and_asks_for_a_sweep_now_and_then(
    sent: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = abandoned(1)
    now = 1000.0
    monkeypatch.setattr(lookouts.time, "monotonic", lambda: now)
    lookout = lookouts.Lookout()
    woken = ("work", ((left.pk,), AIM))
    asked = ("sweep", ((), lookouts.PERIOD - 5))
    lookout.look()
    assert sent == [woken, asked]
    now += lookouts.PERIOD - 1
    lookout.look()
    assert sent == [woken, asked, woken]
    now += 1
    lookout.look()
    assert sent == [woken, asked, woken, woken, asked]


@pytest.mark.django_db
def test_with_nothing_to_do_a_look_is_one_query_and_no_message(
    sent: list[tuple[str, Any]], django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job(1)
    lookout = lookouts.Lookout()
    lookout.look()
    sent.clear()

    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise AssertionError("no broker is asked")

    monkeypatch.setattr(lookouts.current_app, "connection_for_write", refuse)
    with django_assert_num_queries(1):
        lookout.look()
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_a_new_worker_shows_itself_and_outlives_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookouts, "LOOK", 0.01)
    monkeypatch.setattr(os, "register_at_fork", lambda **hooks: None)
    tries = threading.Semaphore(0)

    def look(_lookout: lookouts.Lookout) -> None:
        tries.release()
        raise OperationalError("the server is being restarted")

    monkeypatch.setattr(lookouts.Lookout, "look", look)
    lookout = lookouts.Lookout()
    lookout.start()
    assert all(tries.acquire(timeout=PATIENCE) for _try in range(3))
    assert Sign.objects.filter(name=signs.WORKER).exists()
    lookout.end()
    lookout.join(PATIENCE)
    assert not lookout.is_alive()


def test_a_fork_waits_for_a_look_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: dict[str, Callable[[], None]] = {}
    monkeypatch.setattr(os, "register_at_fork", lambda **given: hooks.update(given))
    looking, may_end, forked = threading.Event(), threading.Event(), threading.Event()

    def look(_lookout: lookouts.Lookout) -> None:
        looking.set()
        may_end.wait(PATIENCE)

    monkeypatch.setattr(lookouts.Lookout, "_show", look)
    monkeypatch.setattr(lookouts, "FORK_PATIENCE", PATIENCE)
    lookout = lookouts.Lookout()
    lookout.start()
    assert looking.wait(PATIENCE)
    fork = threading.Thread(target=lambda: (hooks["before"](), forked.set()))
    fork.start()
    assert not forked.wait(0.2)
    may_end.set()
    assert forked.wait(PATIENCE)
    hooks["after_in_parent"]()
    lookout.end()
    lookout.join(PATIENCE)
    fork.join(PATIENCE)
