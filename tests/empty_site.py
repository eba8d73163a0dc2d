"""The database of a site in which nobody has done anything yet, on SQLite: migrated once in a run, then copied.

Outside CI it is kept for later runs as well, until a migration, a model or a library changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from tests import together
from tests.thorough import THOROUGH

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "tests"
ROOMS = ("campaigns", "club", "rosters")


def on_sqlite() -> bool:
    """Whether the tests' own database is on SQLite."""
    return connection.vendor == "sqlite"


def migrated(blocker: DjangoDbBlocker) -> Path:
    """Return the file to copy, for runs on SQLite."""

    def migrate(file: Path) -> None:
        # The first of this process to need a database: the connection is not in use yet.
        assert connection.connection is None
        usual = connection.settings_dict["NAME"]
        connection.settings_dict["NAME"] = str(file)
        try:
            with blocker.unblock():
                call_command("migrate", interactive=False, verbosity=0)
                connection.close()
        finally:
            connection.settings_dict["NAME"] = usual

    def make(file: Path) -> None:
        if THOROUGH:
            migrate(file)
            return
        kept = KEPT / f"empty-{digest()}.sqlite3"
        if not kept.exists():
            migrate(file)
            keep(file, kept)
        shutil.copy(kept, file)

    return together.once("empty.sqlite3", make)


def keep(file: Path, kept: Path) -> None:
    """Keep a database for later runs, in place of older ones."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    for older in kept.parent.glob("empty-*.sqlite3"):
        older.unlink(missing_ok=True)
    unfinished = kept.with_name(f"{kept.name}.{os.getpid()}")
    shutil.copy(file, unfinished)
    unfinished.replace(kept)


def digest(root: Path = ROOT) -> str:
    """What the empty database comes of: migrations, models with their permissions, settings, libraries."""
    sources = [root / "requirements-dev.txt", root / "config" / "settings.py"]
    for room in ROOMS:
        files = (root / room).rglob("*.py")
        sources += sorted(file for file in files if "models" in file.as_posix() or "migrations" in file.parts)
    found = hashlib.sha256()
    for source in sources:
        found.update(f"{source.relative_to(root)}\0".encode() + source.read_bytes())
    return found.hexdigest()[:16]
