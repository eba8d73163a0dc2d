"""A database that takes nothing down, and one that is away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def writing_nothing() -> Iterator[None]:
    """The tests' own database as a standby, or a file on a disk that is mounted to be read. Within a transaction."""
    with transaction.atomic():  # what fails fails up to here
        _switch(on=True)
        try:
            yield
        finally:
            _switch(on=False)
            transaction.set_rollback(True)


def _switch(*, on: bool) -> None:
    if connection.vendor == "sqlite":
        # Past Django, which asks nothing more in a transaction in which something has failed.
        connection.connection.execute(f"PRAGMA query_only = {int(on)}")
    elif on:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")  # ends with the savepoint
