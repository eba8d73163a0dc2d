"""A message sent by the site reaches a worker of another process, whichever broker carries it."""

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.config.site import PATIENCE, ROOT, environment, manage

# A job nobody knows how to do: the worker that gets its message writes so on the row.
ASK = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from campaigns.jobs import queue
print(queue.enqueue(kind="unheard-of", subject=1, asked_by=None).pk)
"""
LOOK = """
import json, sys, time
from campaigns.models import Job
for _ in range(900):
    job = Job.objects.get(subject=1, kind="unheard-of")
    if job.error:
        break
    time.sleep(0.2)
print(json.dumps([job.attempts, job.error]))
"""


@contextmanager
def working(var: Path, **variables: str) -> Iterator[None]:
    command = [sys.executable, "-m", "celery", "--app", "config", "--quiet", "worker", "--concurrency", "1"]
    with (var / "worker.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment(var, **variables), stdout=log, stderr=subprocess.STDOUT
        )
        try:
            yield
            assert process.poll() is None, (var / "worker.log").read_text()
        finally:
            process.terminate()
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def a_message_reaches_the_worker(var: Path, **variables: str) -> None:
    variables = {"DEBUG": "1", "CELERY_QUEUE": f"test-{uuid.uuid4().hex}", **variables}
    asked = manage(var, "shell", "--no-imports", "-c", ASK, **variables)
    assert asked.returncode == 0, asked.stderr
    with working(var, **variables):
        seen = manage(var, "shell", "--no-imports", "-c", LOOK, **variables)
    assert seen.returncode == 0, seen.stderr
    attempts, error = json.loads(seen.stdout)
    assert attempts == 1, (var / "worker.log").read_text()
    assert "unheard-of" in error
    assert "couldn't stop thread" not in asked.stderr + seen.stderr, "the connection pool held up an exit"


@pytest.mark.slow
def test_by_files_with_sqlite(prepared: Path) -> None:
    a_message_reaches_the_worker(prepared)
    assert list((prepared / "broker/queue").iterdir()) == [], "a message that was carried out leaves no file"


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.postgres
def test_by_redis_with_pooled_postgresql(tmp_path: Path, redis_url: str, postgres_url: str) -> None:
    a_message_reaches_the_worker(tmp_path, CELERY_BROKER_URL=redis_url, DATABASE_URL=postgres_url)


@pytest.mark.slow
@pytest.mark.rabbitmq
def test_by_rabbitmq(prepared: Path, rabbitmq_url: str) -> None:
    a_message_reaches_the_worker(prepared, CELERY_BROKER_URL=rabbitmq_url)
