"""The whole way of an aftermath with real workers: from the button over a real broker to the journal.

And what remains of it when the worker is killed with -9 in the middle: nothing, until another one does it, once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import timedelta

import kombu
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import tasks
from campaigns.jobs.models import Job, JobState
from campaigns.wars.models.recovery import RecoveryState
from engines.musg.report import Down, Report, Who
from rosters.operations import roster_at
from tests.campaigns.jobs.workers import Site, wait_for
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def fight() -> Field:
    fight = field()
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(b, HENCHMAN), Who(a, LIEUTENANT)))))
    return fight


def press_the_button(fight: Field) -> None:
    """The player lets the site roll, by the page."""
    client = Client()
    client.force_login(fight.players[1])
    address = reverse("campaigns:aftermath_begin", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[1].pk])
    assert client.post(address, {"version": fight.recovery(1).version, "mode": "site"}).status_code == 302


def is_done(fight: Field) -> bool:
    return fight.recovery(1).state == RecoveryState.DONE


def one_correct_aftermath(fight: Field, attempts: int) -> None:
    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.DONE, attempts)
    warband = fight.side(1).warband
    assert warband.journal.filter(kind="recover").count() == 1
    assert warband.roster.engagement is None
    assert warband.roster == roster_at(warband)


def test_from_the_button_to_the_journal(make_site: Callable[[str], Site], fight: Field) -> None:
    """The default installation: no server, a broker made of files. The worker comes up after the button was pressed."""
    site = make_site("filesystem://")
    press_the_button(fight)
    assert Job.objects.get().state == JobState.WAITING
    worker = site.start_worker()
    wait_for(lambda: is_done(fight), "the aftermath")
    one_correct_aftermath(fight, attempts=1)
    site.end(worker, signal.SIGTERM)
    assert worker.returncode == 0


def killed_in_the_middle(site: Site, fight: Field) -> None:
    press_the_button(fight)
    stuck = site.start_worker("tests.campaigns.jobs.stuck_worker")
    wait_for(site.mark.exists, "the worker to be in the middle of it")
    site.end(stuck, signal.SIGKILL)
    # Claimed and rolled, but nothing of it written.
    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    assert fight.recovery(1).state == RecoveryState.ROLLING
    assert not fight.side(1).warband.journal.filter(kind="recover").exists()
    # Nobody tells the other one, and no beat runs: it looks by itself.
    site.start_worker()
    wait_for(lambda: is_done(fight), "the aftermath by another worker")
    # A message that came back from the broker, or was sent twice, finds nothing to do.
    site.send_and_wait(job.pk)
    one_correct_aftermath(fight, attempts=2)


def test_a_worker_killed_in_the_middle_with_the_broker_made_of_files(
    make_site: Callable[[str], Site], fight: Field
) -> None:
    """This broker has forgotten the message with the worker: the other one sends a new one."""
    killed_in_the_middle(make_site("filesystem://"), fight)


@pytest.mark.redis
def test_a_worker_killed_in_the_middle_with_redis(
    make_site: Callable[[str], Site], fight: Field, redis_url: str
) -> None:
    killed_in_the_middle(make_site(redis_url), fight)


@pytest.mark.rabbitmq
def test_a_worker_killed_in_the_middle_with_rabbitmq(
    make_site: Callable[[str], Site], fight: Field, rabbitmq_url: str
) -> None:
    """This broker gives the message back at once, while the lease still holds: it is not taken."""
    killed_in_the_middle(make_site(rabbitmq_url), fight)


def test_a_process_of_a_worker_killed_in_the_middle(make_site: Callable[[str], Site], fight: Field) -> None:
    """The worker itself lives: it forks another process for its work, while its lookout looks on."""
    site = make_site("filesystem://")
    site.environment["STALL_MARKS"] = str(site.folder)
    press_the_button(fight)
    worker = site.start_worker("tests.campaigns.jobs.stalling_worker")
    mark = site.folder / str(Job.objects.get().pk)
    wait_for(mark.exists, "the worker to be in the middle of it")
    head, child = map(int, mark.read_text().split())
    assert head == worker.pid
    os.kill(child, signal.SIGKILL)
    wait_for(lambda: is_done(fight), "the aftermath by another process")
    one_correct_aftermath(fight, attempts=2)
    assert worker.poll() is None


def test_a_broker_that_does_not_answer_fails_no_request(make_site: Callable[[str], Site], fight: Field) -> None:
    """Nobody listens on this port. The button works, the job waits, and the sweeper sends it once there is a broker."""
    with pytest.MonkeyPatch.context() as patched:
        dead = kombu.Connection("amqp://guest:guest@127.0.0.1:1//", connect_timeout=2)
        send = tasks.work.apply_async
        patched.setattr(tasks.work, "apply_async", lambda a, **how: send(a, connection=dead, **how))
        press_the_button(fight)
    assert Job.objects.get().state == JobState.WAITING
    Job.objects.update(created=timezone.now() - timedelta(minutes=1))
    site = make_site("filesystem://")
    site.start_worker_and_wait()
    tasks.sweep()
    wait_for(lambda: is_done(fight), "the aftermath")
    one_correct_aftermath(fight, attempts=1)
