"""What an error says of the database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, InternalError, OperationalError, connection
from psycopg import errors
from psycopg_pool import PoolTimeout

from club.outages.trouble import Trouble, in_passing, trouble_of
from tests.club.outages.kit import writing_nothing
from tests.factories.club import MemberFactory


def wrapped(kind: type[Exception], cause: Exception | None) -> Exception:
    """As Django raises what a driver did."""
    error = kind(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (wrapped(OperationalError, psycopg.OperationalError("connection refused")), Trouble.AWAY),
        (wrapped(OperationalError, PoolTimeout("couldn't get a connection after 1.50 sec")), Trouble.AWAY),
        (wrapped(OperationalError, errors.AdminShutdown()), Trouble.AWAY),
        (wrapped(OperationalError, errors.CannotConnectNow()), Trouble.AWAY),
        (wrapped(OperationalError, errors.TooManyConnections()), Trouble.AWAY),
        (wrapped(InterfaceError, psycopg.InterfaceError("the connection is closed")), Trouble.AWAY),
        (wrapped(InternalError, errors.ReadOnlySqlTransaction()), Trouble.READ_ONLY),
        (wrapped(OperationalError, errors.DiskFull()), Trouble.READ_ONLY),
        (wrapped(OperationalError, errors.DeadlockDetected()), None),
        (wrapped(OperationalError, errors.QueryCanceled()), None),
        (wrapped(IntegrityError, errors.UniqueViolation()), None),
        (wrapped(ValueError, wrapped(OperationalError, errors.AdminShutdown())), Trouble.AWAY),
        (OperationalError("raised by ourselves"), None),
        (ValueError(), None),
        (None, None),
    ],
)
def test_an_error_is_the_databases_trouble_or_the_sites(error: Exception | None, expected: Trouble | None) -> None:
    assert trouble_of(error) is expected


@pytest.mark.parametrize(
    ("statement", "expected"), [("CREATE TABLE t (a)", Trouble.READ_ONLY), ("SELECT * FROM nothing", None)]
)
def test_so_it_is_with_sqlite(tmp_path: Path, statement: str, expected: Trouble | None) -> None:
    (tmp_path / "a").touch()
    with sqlite3.connect(f"file:{tmp_path}/a?mode=ro", uri=True) as line, pytest.raises(sqlite3.Error) as caught:
        line.execute(statement)
    line.close()
    assert trouble_of(wrapped(OperationalError, caught.value)) is expected


def test_a_file_that_cannot_be_opened_is_away(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error) as caught:
        sqlite3.connect(tmp_path / "none" / "at" / "all")
    assert trouble_of(wrapped(OperationalError, caught.value)) is Trouble.AWAY


@pytest.mark.django_db
def test_what_is_noted_in_passing_may_be_left_out() -> None:
    member = MemberFactory.create()
    with writing_nothing(), in_passing():
        member.save()
    with pytest.raises(IntegrityError), in_passing():
        type(member)(username=member.username).save()
    with in_passing():
        member.display_name = "Written"
        member.save()
    member.refresh_from_db()
    assert member.display_name == "Written"


@pytest.mark.django_db
def test_the_database_of_these_tests_refuses_to_write() -> None:
    with pytest.raises(DatabaseError) as caught, writing_nothing():
        MemberFactory.create()
    assert trouble_of(caught.value) is Trouble.READ_ONLY
    assert connection.in_atomic_block
    MemberFactory.create()
