"""Whose turn it is: people who wait, then results, then reckoning, whichever message comes; one worker stays free."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.core.mail import EmailMessage
from django.db import connections
from django.test import TestCase
from django.utils import timezone

from campaigns import tasks
from campaigns.jobs import lookout as lookouts, parts, queue as jobs, signs
from campaigns.jobs.models import Job, JobState, Rank, Sign
from campaigns.tables.balance import operations as balance
from tests.campaigns.clock import Clock

LONG_QUEUE = site_settings.LONG_QUEUE
KINDS = {"asked": Rank.PEOPLE, "fought": Rank.RESULTS, "bound": Rank.ERRANDS, "reckoned": Rank.RECKONING}
"""A kind of job of each rank."""


@pytest.fixture(autouse=True)
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of the jobs that were done, in their order."""
    done: list[str] = []

    def work(claim: jobs.Claim) -> None:
        done.append(claim.kind)
        claim.finish()

    for kind, rank in KINDS.items():
        monkeypatch.setitem(jobs._HANDLERS, kind, work)
        monkeypatch.setitem(jobs._RANKS, kind, rank)
    return done


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """The messages: about which job, in which queue."""
    messages: list[tuple[int, str]] = []

    def send(arguments: tuple[int], *, queue: str, **_how: Any) -> None:
        messages.append((arguments[0], queue))

    monkeypatch.setattr(tasks.work, "apply_async", send)
    yield messages


def ask(kind: str, subject: int = 1) -> Job:
    return jobs.enqueue(kind=kind, subject=subject, asked_by=None)


def workers(*processes: int) -> None:
    """Workers that have just shown themselves, with so many processes each."""
    for number, count in enumerate(processes):
        signs.show(f"worker {number}", count)


def begun() -> Rank | None:
    """The rank of the job that a worker takes now, and keeps."""
    claim = jobs.claim_in_turn()
    return None if claim is None else Rank(claim.rank)


@pytest.mark.django_db
def test_a_job_asked_for_while_others_were_quicker_is_taken_too(
    sent: list[tuple[int, str]], worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker comes by the second job's message and takes the first: its own message finds the second."""
    first = ask("asked", 1)
    look = jobs.ranks.in_turn

    def look_and_be_overtaken(*given: Any) -> list[tuple[int, int]]:
        seen = look(*given)
        monkeypatch.setattr(jobs.ranks, "in_turn", look)
        ask("fought", 2)
        assert jobs.run(first.pk)
        return seen

    monkeypatch.setattr(jobs.ranks, "in_turn", look_and_be_overtaken)
    assert jobs.work(is_kept=False)
    assert worked == ["asked", "fought"]


@pytest.mark.django_db
def test_the_lowest_rank_goes_first_and_the_oldest_of_it(worked: list[str], sent: list[tuple[int, str]]) -> None:
    """The message for the forecast is the one that comes, again and again."""
    [first, *_others] = [ask("reckoned", subject) for subject in range(3)]
    for kind in ("bound", "fought", "asked"):
        ask(kind)
    ask("asked", 2)
    for _message in range(7):
        tasks.work(first.pk)
    assert worked == ["asked", "asked", "fought", "bound", "reckoned", "reckoned", "reckoned"]


@pytest.mark.django_db
def test_what_a_silent_worker_left_is_taken_in_its_turn_too(clock: Clock, worked: list[str]) -> None:
    ask("reckoned")
    assert begun() is Rank.RECKONING
    clock.passes(jobs.LEASE + timedelta(seconds=1))
    ask("asked")
    assert [kind for kind, _rank in _left()] == ["reckoned"]
    tasks.work(0)
    tasks.work(0)
    assert worked == ["asked", "reckoned"]


def _left() -> list[tuple[str, int]]:
    return [(Job.objects.get(pk=pk).kind, rank) for pk, rank in jobs.abandoned()]


@pytest.mark.django_db
@pytest.mark.parametrize(("processes", "most"), [((), 1), ((1,), 1), ((2,), 1), ((1, 1), 1), ((2, 2), 3), ((4,), 3)])
def test_long_work_never_takes_the_last_of_several_workers(processes: tuple[int, ...], most: int) -> None:
    workers(*processes)
    ask("bound")
    for subject in range(9):
        ask("reckoned", subject)
    taken = [begun() for _claim in range(6)]
    assert taken == [Rank.ERRANDS, *[Rank.RECKONING] * (most - 1), *[None] * (6 - most)]
    ask("fought")
    ask("asked")
    assert [begun(), begun(), begun()] == [Rank.PEOPLE, Rank.RESULTS, None]


@pytest.mark.django_db
def test_whoever_ends_long_work_makes_room_and_wakes_the_next(worked: list[str], sent: list[tuple[int, str]]) -> None:
    workers(2)
    waiting = [ask("reckoned", subject) for subject in range(3)]
    tasks.work(waiting[0].pk)
    assert sent == [(waiting[1].pk, LONG_QUEUE)]
    tasks.work(waiting[1].pk)
    assert sent[1:] == [(waiting[2].pk, LONG_QUEUE)]
    tasks.work(waiting[2].pk)
    assert (len(sent), worked) == (2, ["reckoned"] * 3)
    ask("asked")
    tasks.work(0)
    assert len(sent) == 2, "who did something short wakes nobody: each such job has a message of its own"


@pytest.mark.django_db
def test_a_dead_worker_holds_no_place_longer_than_its_lease(clock: Clock) -> None:
    workers(1)
    ask("reckoned", 1)
    assert begun() is Rank.RECKONING
    ask("reckoned", 2)
    assert begun() is None
    clock.passes(jobs.LEASE + timedelta(seconds=1))
    assert begun() is Rank.RECKONING


@pytest.mark.django_db
def test_messages_of_long_work_have_a_queue_of_their_own_and_are_few(sent: list[tuple[int, str]]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        jobs.enqueue_all(kind="reckoned", subjects=range(2000), asked_by=None)
        jobs.enqueue_all(kind="fought", subjects=range(40), asked_by=None)
        ask("asked")
    assert [queue for _job, queue in sent] == [LONG_QUEUE] * jobs.WOKEN + [site_settings.CELERY_TASK_DEFAULT_QUEUE] * 41
    assert set(site_settings.CELERY_TASK_QUEUES) >= {LONG_QUEUE, site_settings.CELERY_TASK_DEFAULT_QUEUE}
    sent.clear()
    Job.objects.update(created=timezone.now() - timedelta(minutes=1))
    assert jobs.sweep() == 41 + jobs.WOKEN
    assert [queue for _job, queue in sent].count(LONG_QUEUE) == jobs.WOKEN


@pytest.mark.django_db(transaction=True)
def test_two_who_count_at_the_same_moment_do_not_both_begin() -> None:
    workers(2)
    for subject in range(4):
        ask("reckoned", subject)
    together, taken = threading.Barrier(2), []

    def worker() -> None:
        try:
            together.wait(60)
            taken.append(begun())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=worker) for _worker in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(taken) == 2
    assert set(taken) == {None, Rank.RECKONING}


# Which work is how urgent


def test_every_kind_of_job_has_its_rank() -> None:
    apps.get_app_config("campaigns").ready()
    assert {kind: rank for kind, rank in jobs._RANKS.items() if kind not in KINDS} == {
        "mail": Rank.PEOPLE,
        "push": Rank.PEOPLE,
        "aftermath": Rank.PEOPLE,
        "resolution": Rank.RESULTS,
        "ratings": Rank.RESULTS,
        "hook": Rank.RESULTS,
        "booklet": Rank.ERRANDS,
        "forecast_part": Rank.RECKONING,
        "pair_forecast_part": Rank.RECKONING,
        "balance_part": Rank.RECKONING,
        "weighing_part": Rank.LEISURE,
    }


@pytest.mark.django_db
def test_a_mail_somebody_waits_for_leaves_before_those_of_the_morning(settings: Any) -> None:
    settings.MAILERS = {"default": {"BACKEND": "campaigns.jobs.mail.QueueBackend"}}
    news = {"List-Unsubscribe": "<https://club.example/off>"}
    for number in range(3):
        EmailMessage(f"News {number}", "", to=["a@b.c"], headers=news).send()
    EmailMessage("Your password", "", to=["a@b.c"]).send()
    assert list(Job.objects.order_by("pk").values_list("rank", flat=True)) == [*[Rank.ERRANDS] * 3, Rank.PEOPLE]


@pytest.mark.django_db
def test_a_part_of_a_simulation_between_bots_is_left_off_after_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played counts, and the rest is cut into parts as long: nobody waits for more than such a part."""
    run = balance.start(
        game="bagarre", players=3, variant="plain", options={}, bot="random", count=balance.LEAST, member=None
    )
    assert parts.SECONDS == 2
    moments = iter((0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0))  # two games are played in time
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: next(moments)))
        tasks.work(0)
    assert run.parts.get(first=0).count == 2
    assert list(run.parts.values_list("first", flat=True)) == list(range(0, balance.LEAST, 2))
    while Job.objects.filter(state=JobState.WAITING).exists():
        tasks.work(0)
    run.refresh_from_db()
    assert (run.state, run.summary["games"]) == ("done", balance.LEAST)


# Who is there


@pytest.mark.django_db
def test_a_worker_is_counted_while_it_shows_itself(clock: Clock) -> None:
    assert signs.processes() == 0
    workers(2, 3)
    signs.leave()
    assert signs.processes() == 5
    signs.take_down("worker 0")
    assert signs.processes() == 3
    clock.passes(signs.GONE)
    assert signs.processes() == 3
    clock.passes(timedelta(seconds=1))
    assert signs.processes() == 0
    signs.show("worker 9", 1)
    assert set(Sign.objects.filter(processes__gt=0).values_list("name", flat=True)) == {"worker 9"}
    assert signs.GONE.total_seconds() > 2 * signs.SHOWN


@pytest.mark.django_db(transaction=True)
def test_a_lookout_says_how_many_processes_its_worker_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookouts, "LOOK", 0.01)
    monkeypatch.setattr(lookouts.os, "register_at_fork", lambda **_hooks: None)
    looked = threading.Event()
    monkeypatch.setattr(lookouts.Lookout, "look", lambda _lookout: looked.set())
    lookout = lookouts.Lookout(3)
    lookout.start()
    assert looked.wait(60)
    assert signs.processes() == 3
    lookout.end()
    lookout.join(60)
    assert signs.processes() == 0
