"""SQLite: the file as the online backup API copies it, while others read and write."""

from __future__ import annotations

import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup import states
from config.backup.archive import Archive, Table, Unfit

FILE = "database.sqlite3"
PATIENCE = 20
"""Seconds to wait for those who write."""


def server(connection: BaseDatabaseWrapper) -> str:
    return f"SQLite {sqlite3.sqlite_version}"


def dump(connection: BaseDatabaseWrapper, archive: zipfile.ZipFile) -> dict[str, Table]:
    """Write the database into the archive, but for what does not last; return what it held."""
    connection.ensure_connection()
    with _folder(connection) as folder:
        copy = folder / FILE
        with closing(sqlite3.connect(copy)) as target:
            connection.connection.backup(target)
            _leave_out(target)
            # One file, with nothing left beside it.
            target.execute("PRAGMA journal_mode=DELETE")
            tables = _checked(target)
        archive.write(copy, FILE)
    return tables


def load(connection: BaseDatabaseWrapper, archive: Archive) -> None:
    """Replace the database by the archive's; it is as it was before when anything goes wrong."""
    connection.close()
    place = Path(connection.settings_dict["NAME"])
    place.parent.mkdir(parents=True, exist_ok=True)
    with _folder(connection) as folder:
        copy = Path(archive.zip.extract(FILE, folder))
        with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(place, timeout=PATIENCE)) as target:
            found = _checked(source)
            if {name: table.rows for name, table in found.items()} != {
                name: table.rows for name, table in archive.manifest.tables.items()
            }:
                raise Unfit("The archive's database does not hold what its manifest says.")
            try:
                target.execute("BEGIN EXCLUSIVE")
                target.rollback()
            except sqlite3.OperationalError as error:
                raise Unfit(f"The database is in use ({error}): stop the site first.") from error
            source.backup(target)


@contextmanager
def _folder(connection: BaseDatabaseWrapper) -> Iterator[Path]:
    """A folder beside the database, where there is room for another one of its size."""
    place = Path(connection.settings_dict["NAME"]).resolve().parent
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".backup-") as folder:
        yield Path(folder)


def _leave_out(copy: sqlite3.Connection) -> None:
    """Take what does not last out of a copy, and the room it took."""
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    emptied = [copy.execute(f'DELETE FROM "{name}"').rowcount for name in sorted(states.TEMPORARY & names)]  # noqa: S608
    copy.commit()
    if any(emptied):
        copy.execute("VACUUM")


def _checked(database: sqlite3.Connection) -> dict[str, Table]:
    """Return the tables and how many rows they have; ``Unfit`` when the file is broken."""
    told = database.execute("PRAGMA quick_check").fetchone()[0]
    if told != "ok":
        raise Unfit(f"The database is damaged: {told}")
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {
        name: Table((), database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])  # noqa: S608
        for (name,) in names.fetchall()
    }
