"""The whole way of an aftermath with real workers: from the button over a real broker to the journal.

And what remains of it when the worker is killed with -9 in the middle: nothing, until another one does it, once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import kombu
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import tasks
from campaigns.models import Job
from campaigns.models.job import JobState
from campaigns.models.recovery import RecoveryState
from config import services as site_services
from config.env import Env
from engines.musg.report import Down, Report, Who
from rosters.operations import roster_at
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


def database_url() -> str:
    """The address of the database this test runs on."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    who = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    return f"postgresql://{who}@{settings['HOST'] or '127.0.0.1'}:{settings['PORT'] or 5432}/{settings['NAME']}"


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.1)
    pytest.fail(f"waited {PATIENCE} s in vain for {what}")


class Site:
    """A broker, the messages this process sends to it, and workers listening there."""

    def __init__(self, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.queue = f"test-{folder.name}-{os.getpid()}"
        self.mark = folder / "stuck"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "1",
            "DATABASE_URL": database_url(),
            "VAR_DIR": str(folder),
            "CELERY_BROKER_URL": url,
            "CELERY_QUEUE": self.queue,
            "STUCK_MARK": str(self.mark),
        }
        found = site_services.broker(Env(self.environment), folder)
        options = found.get("CELERY_BROKER_TRANSPORT_OPTIONS", {})
        for name, value in options.items():
            if "folder" in name:
                Path(value).mkdir(parents=True, exist_ok=True)
        self.broker = kombu.Connection(found["CELERY_BROKER_URL"], transport_options=options)
        self.workers: list[subprocess.Popen[bytes]] = []
        send = tasks.work.apply_async

        def to_this_broker(arguments: tuple[int], **how: Any) -> Any:
            return send(arguments, connection=self.broker, queue=self.queue, **how)

        monkeypatch.setattr(tasks.work, "apply_async", to_this_broker)

    def start_worker(self, app: str = "config") -> subprocess.Popen[bytes]:
        """Start a worker as an installation would, in a process group of its own."""
        options = ["--concurrency=1", "--without-gossip", "--without-mingle", "--loglevel=INFO"]
        with (self.folder / f"worker{len(self.workers)}.log").open("wb") as log:
            worker = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", app, "worker", *options],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.workers.append(worker)
        return worker

    def end(self, worker: subprocess.Popen[bytes], number: signal.Signals) -> None:
        """Send a signal to the worker and all its children, and wait for its end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.pid, number)
        try:
            worker.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait(20)

    def close(self) -> None:
        for worker in self.workers:
            if worker.poll() is None:
                self.end(worker, signal.SIGTERM)
        with contextlib.suppress(Exception):
            self.broker.default_channel.queue_delete(self.queue)
        self.broker.release()


@pytest.fixture
def make_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Site]]:
    sites: list[Site] = []

    def made(url: str) -> Site:
        sites.append(Site(url, tmp_path, monkeypatch))
        return sites[-1]

    yield made
    for site in sites:
        site.close()


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
    stuck = site.start_worker("tests.campaigns.stuck_worker")
    wait_for(site.mark.exists, "the worker to be in the middle of it")
    site.end(stuck, signal.SIGKILL)
    # Claimed and rolled, but nothing of it written.
    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    assert fight.recovery(1).state == RecoveryState.ROLLING
    assert not fight.side(1).warband.journal.filter(kind="recover").exists()
    site.start_worker()
    Job.objects.update(lease=timezone.now() - timedelta(seconds=1))
    tasks.sweep()
    wait_for(lambda: is_done(fight), "the aftermath by another worker")
    # A message that came back from the broker, or was sent twice, finds nothing to do.
    tasks.work.apply_async((job.pk,))
    time.sleep(2)
    one_correct_aftermath(fight, attempts=2)


def test_a_worker_killed_in_the_middle_with_the_broker_made_of_files(
    make_site: Callable[[str], Site], fight: Field
) -> None:
    """This broker has forgotten the message with the worker: the sweeper sends another."""
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
    site.start_worker()
    tasks.sweep()
    wait_for(lambda: is_done(fight), "the aftermath")
    one_correct_aftermath(fight, attempts=1)
