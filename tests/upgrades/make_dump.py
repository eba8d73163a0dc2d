"""Makes the dumps that ``test_upgrade`` brings up to date: ``.venv/bin/python -m tests.upgrades.make_dump NAME``.

A dump is what a database looks like as a version leaves it. It is made once, by that version, and never again: the next
release makes the next one just before its first migration is written, under a new name that says before what
(``before_rooms``), and adds that name with its migrations to ``DUMPS`` in ``test_upgrade``. ``story`` follows the
operations of the newest version; the dumps stay as they are.

It needs PostgreSQL (and ``pg_dump``) where the tests look for it. Clock and chance stand still: the same version makes
the same dump.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
import subprocess
import sys
import uuid
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SAID_TO_PSQL = re.compile(r"(--|SET |SELECT pg_catalog\.set_config\(|\\(un)?restrict )")
"""How lines begin that are comments, or meant for the session of psql alone."""


class Clock:
    """Tells the time of the story, which never changes by itself."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 2, 19, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def passes(self, **time: float) -> None:
        """Let time pass."""
        self.moment += timedelta(**time)


def main(name: str) -> None:
    """Write both dumps."""
    if kept := [path.name for path in HERE.glob(f"{name}.*.sql")]:
        raise SystemExit(f"There is {' and '.join(kept)} already: an earlier version made it, and this one would not.")
    from config.bench.scratch import scratch
    from tests import services

    server = services.postgres_url()
    if server is None:
        raise SystemExit("PostgreSQL was not found: TEST_POSTGRES_URL says where it is.")
    for engine, address in (("sqlite", ""), ("postgresql", server)):
        with scratch(address) as environment:
            environment |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONHASHSEED": "0", "LOG_LEVEL": "ERROR"}
            subprocess.run([sys.executable, "-m", __spec__.name, "--tell"], cwd=ROOT, env=environment, check=True)
            made = environment.get("DATABASE_URL")
            lines = of_postgresql(made) if made else of_sqlite(Path(environment["VAR_DIR"]) / "arriere-ban.sqlite3")
        (HERE / f"{name}.{engine}.sql").write_text(lines, encoding="utf-8")


def of_sqlite(path: Path) -> str:
    """Return schema and rows of a SQLite database as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return "".join(f"{statement}\n" for statement in connection.iterdump())


def of_postgresql(url: str) -> str:
    """Return schema and rows of a PostgreSQL database as SQL that any client can send."""
    command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--no-comments", url]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = (line for line in dumped.splitlines() if line and not SAID_TO_PSQL.match(line))
    return "".join(f"{line}\n" for line in lines)


def tell() -> None:
    """Migrate the empty database of this process and tell the story in it."""
    import django
    from django.utils import timezone

    from tests import chance

    chance.foresee()
    chance.begin("a small club")
    uuid.uuid4 = lambda: uuid.UUID(bytes=secrets.token_bytes(16), version=4)
    clock = Clock()
    timezone.now = clock
    django.setup()
    from django.core.management import call_command

    from tests.upgrades import story

    call_command("migrate", verbosity=0)
    story.tell(clock)


if __name__ == "__main__":
    tell() if sys.argv[1:] == ["--tell"] else main(*sys.argv[1:])
