"""What members meet with while PostgreSQL, Redis or the mail server is away: the run behind ``scripts/outages``."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.club.outages.servers import Mail, PostgreSQL, Redis

ROOT: Final = Path(__file__).resolve().parents[3]
BROKERS: Final = ("redis", "rabbitmq")


def arguments() -> argparse.Namespace:
    """What was asked for; everything is bounded, and no other machine is ever spoken to."""
    parser = argparse.ArgumentParser(prog="scripts/outages", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of each outage, 5 to 300")
    parser.add_argument("--after", type=int, default=60, help="seconds that are watched after each, 20 to 300")
    parser.add_argument("--members", type=int, default=30, help="at most 100")
    parser.add_argument("--streams", type=int, default=200, help="at most 1000")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two requests of a member")
    parser.add_argument("brokers", nargs="*", default=list(BROKERS), help="redis, rabbitmq")
    found = parser.parse_args()
    if not 5 <= found.seconds <= 300 or not 20 <= found.after <= 300:
        parser.error("outages of 5 to 300 seconds, 20 to 300 after each")
    if not 1 <= found.members <= 100 or not found.members <= found.streams <= 1000 or found.every < 0.1:
        parser.error("1 to 100 members, a stream for each and at most 1000")
    if not set(found.brokers) <= set(BROKERS):
        parser.error("brokers are: redis, rabbitmq")
    return found


def prepare(folder: Path, servers: tuple[PostgreSQL, Redis, Mail]) -> None:
    """Set Django up for these servers, and bring the database up to date."""
    base, cache, mail = servers
    (folder / "var").mkdir()
    os.environ.update(
        DATABASE_URL=base.address, VAR_DIR=str(folder / "var"), DEBUG="0", SECRET_KEY=secrets.token_urlsafe(64),
        ALLOWED_HOSTS="127.0.0.1", SECURE_SSL_REDIRECT="0", DJANGO_SETTINGS_MODULE="config.settings",
        CACHE_URL=f"redis://127.0.0.1:{cache.port}/1", CELERY_BROKER_URL=f"redis://127.0.0.1:{cache.port}/0",
        EMAIL_URL=f"smtp://127.0.0.1:{mail.port}",
    )  # fmt: skip
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


@contextmanager
def worker(folder: Path) -> Iterator[None]:
    """A worker of two processes."""
    options = ["--concurrency", "2", "--loglevel", "ERROR"]
    with (folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "worker", *options], cwd=ROOT, stdout=log, stderr=log
        )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def web_server(folder: Path) -> Iterator[int]:
    """The web server as docs/operating.md has it; what it logs stays in the folder."""
    from tests.club.outages.servers import free_port
    from tests.config.web_server import _answers, arguments as readme

    port = free_port()
    with (folder / "web.log").open("ab") as log:
        command = [sys.executable, "-m", "gunicorn", *readme(), "--workers", "2", "--bind", f"127.0.0.1:{port}"]
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise SystemExit((folder / "web.log").read_text())
        yield port
    finally:
        process.terminate()
        process.wait(60)


@contextmanager
def broker(name: str) -> Iterator[None]:
    """Have the site's processes use this broker, and a queue of their own where others use it as well."""
    kept = {key: os.environ.get(key) for key in ("CELERY_BROKER_URL", "CELERY_QUEUE")}
    queue = f"outages-{uuid.uuid4().hex[:12]}"
    os.environ["CELERY_QUEUE"] = queue
    if name == "rabbitmq":
        os.environ["CELERY_BROKER_URL"] = os.environ.get("TEST_RABBITMQ_URL") or "amqp://guest:guest@127.0.0.1:5672//"
    try:
        yield
    finally:
        if name == "rabbitmq":
            import kombu

            with kombu.Connection(os.environ["CELERY_BROKER_URL"]) as line, contextlib.suppress(Exception):
                for one in (queue, f"{queue}-tables"):
                    line.default_channel.queue_delete(one)
                    line.default_channel.exchange_delete(one)
        for key, value in kept.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value


def main() -> None:
    """Do it all and print the table."""
    asked = arguments()
    with tempfile.TemporaryDirectory(prefix="outages-") as name:
        folder = Path(name)
        servers = (PostgreSQL(folder), Redis(folder), Mail())
        with contextlib.ExitStack() as running:
            for one in servers:
                one.start()
                running.callback(one.stop)
            prepare(folder, servers)
            from config.apps import close_pools
            from tests.club.outages.evening import Evening, head

            running.callback(close_pools)
            sys.stdout.write(head())
            for named in asked.brokers:
                with broker(named), worker(folder), web_server(folder) as port:
                    Evening(asked, named, servers, port).run()


if __name__ == "__main__":
    main()
