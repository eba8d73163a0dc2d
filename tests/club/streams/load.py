"""How many phones a server bears: streams, changes, pages beside them, and many who write at once (``scripts/load``).

The site is started here, by the line that docs/operating.md has, on a port of the loopback interface and with its own
database, which is gone afterwards. Seconds say when phones knew; what it costs is said in CPU time of the web
processes, which other programs of the machine do not change.
"""

from __future__ import annotations

import argparse
import os
import resource
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[3]
MOST_PHONES, MOST_PADS, MOST_SECONDS = 5_000, 500, 300
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def arguments() -> argparse.Namespace:
    """What was asked for; everything is bounded, and no other machine is ever spoken to."""
    parser = argparse.ArgumentParser(prog="scripts/load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phones", type=int, default=1000, help=f"at most {MOST_PHONES}")
    parser.add_argument("--pads", type=int, default=50, help=f"pads and card tables, at most {MOST_PADS}")
    parser.add_argument("--battles", type=int, default=0, help="of these, so many are battles at the site")
    parser.add_argument("--seconds", type=int, default=20, help=f"of each part, at most {MOST_SECONDS}")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two changes of a pad")
    parser.add_argument("--workers", type=int, default=2, help="web processes")
    parser.add_argument("--writers", type=int, default=30, help="who write at once in the last part")
    parser.add_argument("--crawler", type=int, default=0, help="instead: members beside a crawler, requests a second")
    parser.add_argument("--push", type=int, default=0, help="instead: so many subscribers who are told of a change")
    parser.add_argument("--server", default="", help="PostgreSQL on this machine; without it, SQLite")
    found = parser.parse_args()
    if not 1 <= found.phones <= MOST_PHONES or not 1 <= found.pads <= MOST_PADS:
        parser.error(f"1 to {MOST_PHONES} phones on 1 to {MOST_PADS} pads")
    if found.battles < 0:
        parser.error("no battles, or some")
    if not 5 <= found.seconds <= MOST_SECONDS or found.every < 1:
        parser.error(f"5 to {MOST_SECONDS} seconds, and at least one between changes")
    if not 1 <= found.workers <= 8 or not 0 <= found.writers <= 100:
        parser.error("1 to 8 web processes, at most 100 writers")
    if not 0 <= found.crawler <= 1000:
        parser.error("at most 1000 requests a second")
    if not 0 <= found.push <= MOST_PHONES:
        parser.error(f"at most {MOST_PHONES} subscribers")
    if found.server and urlsplit(found.server).hostname not in LOOPBACK:
        parser.error("the database server must be on this machine")
    return found


@contextmanager
def database(server: str, var: Path) -> Iterator[str]:
    """The address of a database that nobody else uses."""
    if not server:
        yield f"sqlite:///{var}/load.sqlite3"
        return
    from tests.services import new_database

    with new_database(server) as address:
        yield address


def _broker(server: str) -> str:
    """Return the broker that goes with a database: with PostgreSQL it is Redis, where one answers on this machine."""
    from tests.services import redis_url

    found = redis_url() if server else None
    return found if found is not None and urlsplit(found).hostname in LOOPBACK else "filesystem://"


def prepare(address: str, var: Path, asked: argparse.Namespace) -> None:
    """Set Django up for that database, and bring it up to date."""
    settings = {
        "DATABASE_URL": address,
        "VAR_DIR": str(var),
        "DEBUG": "0",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CELERY_BROKER_URL": "filesystem://",
    }
    if asked.push:
        settings |= {"CELERY_BROKER_URL": _broker(asked.server), "OUTWARD_ALLOW": "127.0.0.1"}
        settings["CELERY_QUEUE"] = f"load-{secrets.token_hex(6)}"
    os.environ.update(settings)
    import django
    from django.core.management import call_command

    django.setup()
    from django.conf import settings as known

    known.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody logs in by typing one
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def cpu_of(process: str) -> float:
    """Seconds of CPU that a process has used; 0 for one that has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def database_cpu(name: str) -> float:
    """Seconds of CPU that PostgreSQL's processes for a database have used: they say its name. SQLite has none."""
    used = 0.0
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            title = line.read_bytes()
        except OSError:
            continue
        if title.startswith(b"postgres:") and name.encode() in title:
            used += cpu_of(line.parent.name)
    return used


class Server:
    """The web server, and the CPU time that its processes have used."""

    def __init__(self, workers: int) -> None:
        from tests.config.web_server import arguments as readme

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", *readme(), "--workers", str(workers), "--log-level", "error"]
        self.process = subprocess.Popen([*command, "--bind", f"127.0.0.1:{self.port}"], cwd=ROOT)
        until = time.monotonic() + 120
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit("the web server does not answer")
            time.sleep(0.2)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
        except OSError as error:
            return isinstance(error, urllib.error.HTTPError)
        return True

    def cpu(self) -> float:
        """Seconds of CPU that the web processes have used."""
        pid = self.process.pid
        return sum(map(cpu_of, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def stop(self) -> float:
        """Stop it; return how many seconds that took."""
        begun = time.monotonic()
        self.process.terminate()
        self.process.wait(60)
        return time.monotonic() - begun


def _part(asked: argparse.Namespace) -> Any:
    """What is tried: phones, members beside a crawler, or subscribers of a push service."""
    if asked.push:
        from tests.club.channels.pushing import Pushing

        return Pushing(asked)
    if asked.crawler:
        os.environ["TRUSTED_PROXIES"] = "1"  # the crawler says from where it comes, as a proxy would
        from tests.club.found.crawl import Crawl

        return Crawl(asked)
    from tests.club.streams.load_parts import Load

    return Load(asked)


def main() -> None:
    """Do it all and print the table."""
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit("stopped"))  # nothing is left behind then either
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        var = Path(folder)
        with database(asked.server, var) as address:
            prepare(address, var, asked)
            from django.db import connections

            load = _part(asked)
            server = Server(asked.workers)
            try:
                load.run(server)
            finally:
                server.stop()
                connections.close_all()
                from config.apps import close_pools

                close_pools()


if __name__ == "__main__":
    main()
