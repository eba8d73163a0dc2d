"""``scripts/kills``: two workers, killed in turn with -9 in the middle of their jobs, and how soon each job goes on.

A site of its own, on a database of its own that is thrown away: SQLite with the broker made of files, PostgreSQL with
Redis and RabbitMQ, all of it on this machine. Each round asks for some jobs of every kind, waits until all of them are
half done (``stalling_worker``), kills one worker with all its processes as a machine that goes down would, starts it
anew, waits until its jobs are done, and kills the other. Then the effect of every job is compared with that of one
process.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests import services

if TYPE_CHECKING:
    from tests.campaigns.jobs.victims import Victims

ROOT = Path(__file__).resolve().parents[3]
BROKERS = ("files", "redis", "rabbitmq")
AIM = 15.0
"""Seconds within which a killed worker's job is to go on."""
PATIENCE = 120.0
"""Seconds after which a job counts as lost."""
CONCURRENCY = 12
"""Processes of a worker: it can take over all that the other one had while its own jobs stand still."""


def main() -> int:
    """Answer 1 if a job went on late, was lost or came to something else."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("brokers", nargs="*", metavar="BROKER", help="files, redis, rabbitmq (all of them unless said)")
    parser.add_argument("--kills", type=int, default=50, help="of each kind of job, with each broker")
    parser.add_argument("--minutes", type=float, default=60, help="begin nothing new after so many")
    asked = parser.parse_args()
    brokers = asked.brokers or list(BROKERS)
    if not set(brokers) <= set(BROKERS):
        parser.error(f"these brokers are known: {', '.join(BROKERS)}")
    if len(brokers) > 1:
        limits = ["--kills", str(asked.kills), "--minutes", str(asked.minutes)]
        command = [sys.executable, "-m", "tests.campaigns.jobs.kills", *limits]
        beside = [subprocess.Popen([*command, broker], cwd=ROOT) for broker in brokers]
        return max([process.wait() for process in beside])
    with tempfile.TemporaryDirectory(prefix="kills-") as folder, _site(brokers[0], Path(folder)):
        return _measure(brokers[0], Path(folder), asked.kills, asked.minutes * 60)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _local(address: str | None, what: str) -> str:
    if address is None:
        raise SystemExit(f"no {what} answers here")
    if urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit(f"{what}: only on this machine, not {urlsplit(address).hostname}")
    return address


@contextmanager
def _site(broker: str, folder: Path) -> Iterator[None]:
    """The environment of a new site, for this process and its workers."""
    marks = folder / "marks"
    marks.mkdir()
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
        "VAR_DIR": str(folder),
        "CELERY_QUEUE": f"kills-{secrets.token_hex(6)}",
        "STALL_MARKS": str(marks),
        "EMAIL_URL": "console://",
        "OUTWARD_ALLOW": "127.0.0.1",
    }
    if broker == "files":
        os.environ |= {"DATABASE_URL": f"sqlite:///{folder / 'kills.sqlite3'}", "CELERY_BROKER_URL": "filesystem://"}
        yield
        return
    found = services.redis_url() if broker == "redis" else services.rabbitmq_url()
    os.environ |= {"CELERY_BROKER_URL": _local(found, broker), "STALL_IN_TRANSACTION": "1"}
    with services.new_database(_local(services.postgres_url(), "PostgreSQL")) as address:
        os.environ["DATABASE_URL"] = address
        yield
        from config.apps import close_pools

        close_pools()


class Workers:
    """Two of them, each the head of a process group."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.started = folder, 0
        self.alive: dict[int, tuple[subprocess.Popen[bytes], Path]] = {}

    def start(self) -> None:
        """Start one as an installation does. No beat runs."""
        self.started += 1
        log = self.folder / f"worker{self.started}.log"
        command = [sys.executable, "-m", "celery", "-A", "tests.campaigns.jobs.stalling_worker", "worker"]
        command += [f"--concurrency={CONCURRENCY}", f"--hostname=kills{self.started}@localhost", "--loglevel=INFO"]
        with log.open("wb") as out:
            worker = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        self.alive[worker.pid] = worker, log

    def wait_until_ready(self) -> None:
        """Wait until both listen."""
        until = time.monotonic() + PATIENCE
        while not all(b" ready." in log.read_bytes() for _worker, log in self.alive.values()):
            if time.monotonic() > until:
                raise TimeoutError("a worker does not come up")
            time.sleep(0.1)

    def kill(self, pid: int) -> None:
        """Kill one with all its processes."""
        worker, _log = self.alive.pop(pid)
        os.killpg(pid, signal.SIGKILL)
        worker.wait()

    def end(self) -> None:
        for pid in list(self.alive):
            self.kill(pid)


@dataclass
class Told:
    """What came of the kills of one kind of job: seconds until it went on and until it was done, and what was wrong."""

    begun: list[float] = field(default_factory=list)
    done: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def line(self, broker: str, kind: str) -> str:
        if not self.begun:
            return f"{broker:9} {kind:11} nothing was killed; {'; '.join(self.faults)}"
        late = sum(1 for one in self.begun if one > AIM)
        times = [f"{statistics.median(some):7.1f} {max(some):7.1f}" for some in (self.begun, self.done)]
        return f"{broker:9} {kind:11} {len(self.begun):5} {'  '.join(times)} {late:6} {len(self.faults):7}"


HEAD = f"{'broker':9} {'kind':11} kills  goes on: median, worst; done: median, worst (s); later than {AIM:g} s; faults"


def _measure(broker: str, folder: Path, kills: int, seconds: float) -> int:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    from tests.campaigns.jobs import victims

    victims.prepare()
    told: dict[str, Told] = defaultdict(Told)
    workers = Workers(folder)
    until = time.monotonic() + seconds
    try:
        for _worker in range(2):
            workers.start()
        for number in range(-(-kills // victims.EACH)):
            if time.monotonic() > until:
                break
            workers.wait_until_ready()
            _round(list(victims.all_kinds()), workers, Path(os.environ["STALL_MARKS"]), told)
            worst = max((max(one.begun) for one in told.values() if one.begun), default=0.0)
            say(f"{broker}: round {number + 1}, worst so far {worst:.1f} s")
    except TimeoutError as error:
        told["(all)"].faults.append(str(error))
    finally:
        workers.end()
        _delete_queues(broker)
    say("\n".join([HEAD, *(one.line(broker, kind) for kind, one in told.items())]))
    for kind, one in told.items():
        for fault in one.faults:
            say(f"{broker} {kind}: {fault}")
    return int(any(one.faults or max(one.begun, default=0) > AIM for one in told.values()))


def _round(asked: list[Victims], workers: Workers, marks: Path, told: dict[str, Told]) -> None:
    """Kill both workers, one after the other, and see to the jobs that they had."""
    from campaigns.jobs.models import Job

    kinds = {job: victims.name for victims in asked for job in victims.jobs}
    _wait(lambda: all((marks / str(job)).exists() for job in kinds), "a job to be half done")
    holders = {job: int((marks / str(job)).read_text().split()[0]) for job in kinds}
    for job, attempts in Job.objects.filter(pk__in=kinds).values_list("pk", "attempts"):
        if attempts != 1:
            told[kinds[job]].faults.append(f"job {job} was taken from a living worker")
    for pid in sorted(set(holders.values())):
        workers.wait_until_ready()
        # Leases are renewed every few seconds: the blow falls anywhere between two renewals.
        time.sleep(random.uniform(0, 4))
        at = time.monotonic()
        workers.kill(pid)
        workers.start()
        hit = {job for job, holder in holders.items() if holder == pid}
        begun: dict[int, float] = {}
        done: dict[int, float] = {}
        while len(done) < len(hit) and time.monotonic() - at < PATIENCE:
            now = time.monotonic() - at
            for job, state, attempts in Job.objects.filter(pk__in=hit).values_list("pk", "state", "attempts"):
                if attempts > 1:
                    begun.setdefault(job, now)
                if state == "done":
                    done.setdefault(job, now)
            time.sleep(0.1)
        for job in hit:
            told[kinds[job]].begun.append(begun.get(job, PATIENCE))
            told[kinds[job]].done.append(done.get(job, PATIENCE))
    for job, state, attempts in Job.objects.filter(pk__in=kinds).values_list("pk", "state", "attempts"):
        if (state, attempts) != ("done", 2):
            told[kinds[job]].faults.append(f"job {job}: {state} after {attempts} attempts")
    for victims in asked:
        try:
            victims.check()
        except AssertionError as error:
            told[victims.name].faults.append(f"jobs {victims.jobs}: {error or 'came to something else'}")


def _wait(condition: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"waited {PATIENCE:g} s in vain for {what}")
        time.sleep(0.1)


def _delete_queues(broker: str) -> None:
    """Leave nothing in a broker that others use, too."""
    if broker == "files":
        return
    import kombu

    name = os.environ["CELERY_QUEUE"]
    with kombu.Connection(os.environ["CELERY_BROKER_URL"]) as connection:
        for queue in (name, f"{name}-tables", f"{name}-long"):
            connection.default_channel.queue_delete(queue)


if __name__ == "__main__":
    sys.exit(main())
