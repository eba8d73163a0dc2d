"""The database of a site in which nobody has done anything yet, on SQLite: migrated once in a run, then copied."""

from __future__ import annotations

from pathlib import Path

from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from tests import together


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

    return together.once("empty.sqlite3", migrate)
