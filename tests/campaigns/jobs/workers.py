"""Real workers for tests, on a real broker, started as an installation starts them and killed like any process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import kombu
import pytest
from django.conf import settings
from django.db import connection

from campaigns import tasks
from config import services as site_services
from config.env import Env

ROOT = Path(__file__).resolve().parents[3]
# What a worker needs to come up and do its work where every processor is busy with something else.
PATIENCE = 240


def database_url() -> str:
    """The address of the database this test runs on."""
    its = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{its['NAME']}"
    who = quote(its["USER"]) + (f":{quote(its['PASSWORD'])}" if its["PASSWORD"] else "")
    return f"postgresql://{who}@{its['HOST'] or '127.0.0.1'}:{its['PORT'] or 5432}/{its['NAME']}"


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

        def to_this_broker(arguments: tuple[int], *, queue: str = "", **how: Any) -> Any:
            suffix = queue.removeprefix(settings.CELERY_TASK_DEFAULT_QUEUE)
            return send(arguments, connection=self.broker, queue=f"{self.queue}{suffix}", **how)

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

    def start_worker_and_wait(self) -> subprocess.Popen[bytes]:
        """Start a worker and wait until it listens: what the sweeper sends is of no use after a minute."""
        listening = self._told().count(" ready.")
        worker = self.start_worker()
        wait_for(lambda: self._told().count(" ready.") > listening, "the worker to come up")
        return worker

    def send_and_wait(self, job: int) -> None:
        """Send a message about a job and wait until a worker says that it is through with it."""
        sent = tasks.work.apply_async((job,))
        wait_for(lambda: f"[{sent.id}] succeeded" in self._told(), "a worker to take the message")

    def wait_until_taken(self, message: str) -> None:
        """Wait until a worker says that it has begun with the message of this id."""
        wait_for(lambda: f"[{message}] received" in self._told(), "a worker to take the message")

    def _told(self) -> str:
        return "\n".join(log.read_text(errors="replace") for log in self.folder.glob("worker*.log"))

    def end(self, worker: subprocess.Popen[bytes], number: signal.Signals) -> None:
        """Kill the worker with all its children, or ask it to stop, and wait for its end.

        Whoever asks asks the worker alone, as ``manage.py serve`` does: a child that is ended while it hands in what it
        has done leaves the worker waiting for it for good.
        """
        with contextlib.suppress(ProcessLookupError):
            (os.killpg if number == signal.SIGKILL else os.kill)(worker.pid, number)
        try:
            worker.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait(PATIENCE)

    def close(self) -> None:
        for worker in self.workers:
            if worker.poll() is None:
                self.end(worker, signal.SIGTERM)
        with contextlib.suppress(Exception):
            self.broker.default_channel.queue_delete(self.queue)
        self.broker.release()
