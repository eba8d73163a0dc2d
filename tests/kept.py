"""What takes long to found in a database is founded once in a run: after that its rows are put back as they were."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from tests import chance, together

FRAME = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""What stands in every database."""
Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""Of each table that has any: its columns, and its rows."""


@dataclass
class Kept[T]:
    """Something by the name ``name`` that ``found`` brings about in an empty database, and what it tells of it.

    Nothing of it may stand in the memory of the process that founds it. What is told is told anew each time: whoever
    changes an object of it changes nobody else's.
    """

    name: str
    found: Callable[[], T]
    _known: list[tuple[Rows, bytes]] = field(default_factory=list)

    def stand(self) -> T:
        """Have it stand in this database, in which nothing else does, and return what founding it told."""
        with transaction.atomic():
            if not self._known:
                kept = together.once(f"{self.name}.{connection.vendor}", self._keep)
                self._known.append(pickle.loads(kept.read_bytes()))  # noqa: S301  a process of this run left it there
            rows, told = self._known[0]
            _put_back(rows)
        again: T = pickle.loads(told)  # noqa: S301  likewise
        return again

    @transaction.atomic
    def _keep(self, file: Path) -> None:
        """Found it and keep its rows; the database stays as it was."""
        if strangers := list(_rows()):
            raise RuntimeError(f"{self.name} is founded in an empty database; here are already {strangers}")
        with chance.of(self.name):
            told = self.found()
        file.write_bytes(pickle.dumps((_rows(), pickle.dumps(told))))
        transaction.set_rollback(True)


def _rows() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in sorted(set(connection.introspection.table_names(cursor)) - FRAME):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            if rows := cursor.fetchall():
                found[table] = [column[0] for column in cursor.description], rows
    return found


def _put_back(kept: Rows) -> None:
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table, (columns, rows) in kept.items():
            names, values = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {quote(table)} ({names}) VALUES ({values})", rows)  # noqa: S608
        models = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in kept]
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
