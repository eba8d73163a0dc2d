"""A database of an earlier version is brought up to date, loses nothing, and serves its members."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from tests.config.site import PATIENCE, PRODUCTION, ROOT, environment, manage

HERE = Path(__file__).resolve().parent
ENGINES = ("sqlite", "postgresql")
DUMPS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "before_rooms": {
        "club": ("0001_initial",),
        "rosters": ("0001_initial",),
        "campaigns": (
            "0001_initial",
            "0002_battle_engine",
            "0003_card_tables",
            "0004_matches",
            "0005_ratings",
            "0006_back_to_back",
            "0007_score_cards",
            "0008_cards_that_are_filled",
        ),
    },
}
"""Each dump with the site's own migrations it was made after. A dump is never made anew: see ``make_dump``."""
BACKUPS = ("first_backup",)
"""What ``manage.py backup`` of an earlier version wrote about the same story: the first that knew the command. They are
never made anew, either."""
SITE_BACKUP = "club.backup"
THEIRS = frozenset({"account", "admin", "auth", "contenttypes", "sessions"})
"""Apps of others, whose migrations come with the lock."""
NEWER = frozenset({"civilians", "dates", "evenings"})
"""What is rebuilt and was not kept yet by any version of a dump."""
MEMBER = "olive"
MOVED: Mapping[str, str] = {}
"""Tables that were renamed since a dump was made, and what they are called now."""
OWN_BOOKS = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Tables in which Django writes about the models themselves: there may be more or less in them afterwards."""
INSERTED = re.compile(r'^INSERT INTO (?:public\.)?"?(\w+)"? ', re.MULTILINE)
MIGRATED = re.compile(r"^INSERT INTO \S*django_migrations\S* VALUES ?\(\d+, ?'(\w+)', ?'(\w+)'", re.MULTILINE)


def text_of(dump: str, engine: str) -> str:
    return (HERE / f"{dump}.{engine}.sql").read_text(encoding="utf-8")


def connected(url: str) -> Any:
    """A connection to the database of an address, by its driver alone."""
    return sqlite3.connect(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else psycopg.connect(url)


def row_counts(url: str) -> dict[str, int]:
    """How many rows each table has."""
    tables = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        if url.startswith("sqlite")
        else "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    )
    with closing(connected(url)) as connection:
        names = [name for (name,) in connection.execute(tables).fetchall()]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


@pytest.fixture
def url(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of an empty database of the kind that this run uses."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{tmp_path / 'club.sqlite3'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


def load(dump: str, url: str) -> None:
    with closing(connected(url)) as connection:
        if isinstance(connection, sqlite3.Connection):
            connection.executescript(text_of(dump, "sqlite"))
        else:
            connection.execute(text_of(dump, "postgresql"))
            connection.commit()


def done(ended: subprocess.CompletedProcess[str]) -> str:
    """What a process that ended well had to say."""
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("dump", DUMPS)
def test_a_database_of_an_earlier_version_is_brought_up_to_date(dump: str, url: str, tmp_path: Path) -> None:
    load(dump, url)
    is_brought_up_to_date(url, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("backup", BACKUPS)
def test_a_backup_of_an_earlier_version_is_restored_and_brought_up_to_date(
    backup: str, url: str, tmp_path: Path
) -> None:
    """Into an empty database; the site that comes of it can be backed up again."""
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    site = site_at(url)
    told = done(manage(tmp_path, "restore", str(HERE / f"{backup}.{kind}.backup"), **site))
    assert "newer migrations: manage.py migrate" in told
    assert used_up_sequences(url) == []
    is_brought_up_to_date(url, tmp_path)
    told = done(manage(tmp_path, "backup", str(tmp_path / SITE_BACKUP), **site))
    rows = sum(row_counts(url).values())
    assert told.startswith(f"{tmp_path / SITE_BACKUP}: {rows} rows of ")


def site_at(url: str) -> dict[str, str]:
    return {**PRODUCTION, "DATABASE_URL": url, "DATABASE_POOL": "0"}


def used_up_sequences(url: str) -> list[str]:
    """The columns whose next number is taken already; SQLite counts by what is there."""
    if url.startswith("sqlite"):
        return []
    owned = (
        "SELECT owner.relname, attname, counter.relname FROM pg_class counter"
        " JOIN pg_depend ON objid = counter.oid AND classid = 'pg_class'::regclass AND refobjsubid > 0"
        " JOIN pg_class owner ON owner.oid = refobjid"
        " JOIN pg_attribute ON attrelid = owner.oid AND attnum = refobjsubid WHERE counter.relkind = 'S'"
    )
    next_is_taken = (
        'SELECT (SELECT max("{}") FROM "{}") >= last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM "{}"'
    )
    with closing(connected(url)) as connection:
        found = connection.execute(owned).fetchall()
        assert ("django_migrations", "id", "django_migrations_id_seq") in found
        return [
            f"{table}.{column}"
            for table, column, counter in found
            if connection.execute(next_is_taken.format(column, table, counter)).fetchone()[0]
        ]


def is_brought_up_to_date(url: str, tmp_path: Path) -> None:
    """Migrate, rebuild and look at pages; nothing was lost."""
    before = row_counts(url)
    site = site_at(url)
    done(manage(tmp_path, "migrate", "--no-input", **site))
    after = row_counts(url)
    now = {table: after.get(MOVED.get(table, table)) for table in before}
    assert {t: n for t, n in now.items() if t not in OWN_BOOKS} == {
        t: n for t, n in before.items() if t not in OWN_BOOKS
    }

    told = done(manage(tmp_path, "rebuild", "--dry-run", **site))
    rebuilt = re.findall(r"^(?:(.+): )?(\d+) rebuilt, (\d+) of them differed\.$", told, re.MULTILINE)
    assert len(told.splitlines()) == len(rebuilt), told
    kinds = {"", "matches", "ratings and statistics", "card tables"}
    assert {kind for kind, _count, _different in rebuilt} == kinds | NEWER
    assert all((int(count) > 0) == (kind in kinds) and different == "0" for kind, count, different in rebuilt), told
    assert row_counts(url) == after

    visited = subprocess.run(
        [sys.executable, "-m", "tests.upgrades.visit", MEMBER],
        env=environment(tmp_path, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="tests.settings", PYTHONWARNINGS="default"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    answers = json.loads(done(visited))
    assert len(answers) > 40
    assert {address: status for address, status in answers.items() if status != 200} == {}
    journal = MOVED.get("rosters_journalentry", "rosters_journalentry")
    assert row_counts(url)[journal] == after[journal] + 1  # the member's note


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("dump", DUMPS)
def test_a_dump_stays_what_the_earlier_version_left(dump: str, engine: str) -> None:
    """One that was made anew by a later version would prove nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for app, name in MIGRATED.findall(text_of(dump, engine)):
        found[app] = (*found.get(app, ()), name)
    assert {app: names for app, names in found.items() if app not in THEIRS} == DUMPS[dump]
    ours = MigrationLoader(None).disk_migrations
    known = {*ours, *(old for migration in ours.values() for old in migration.replaces)}
    assert {(app, name) for app, names in DUMPS[dump].items() for name in names} <= known


@pytest.mark.parametrize("dump", DUMPS)
def test_both_dumps_tell_the_same_story(dump: str) -> None:
    counts: list[dict[str, int]] = []
    for engine in ENGINES:
        tables = INSERTED.findall(text_of(dump, engine))
        counts.append({table: tables.count(table) for table in set(tables) - {"sqlite_sequence"}})
    assert counts[0] == counts[1]
    assert {"campaigns_match", "campaigns_resolution", "campaigns_cardaction", "rosters_warband"} <= set(counts[0])
