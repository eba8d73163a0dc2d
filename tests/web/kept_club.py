"""The club of the pages, founded once in a process: after that its rows are put back as they were.

Not once in a run: codes in it are sealed with a key that each process draws for itself.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from tests import chance
from tests.web.pages import found

FRAME = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""What stands in every database."""

_rows: dict[str, tuple[list[str], list[tuple[Any, ...]]]] = {}


def stand() -> None:
    """Have the club stand in this database, in which nothing else does."""
    with transaction.atomic(), connection.cursor() as cursor:
        tables = sorted(set(connection.introspection.table_names(cursor)) - FRAME)
        quote = connection.ops.quote_name
        if not _rows:
            with chance.of("the club of the pages"):
                found()
            for table in tables:
                cursor.execute(f"SELECT * FROM {quote(table)}")  # noqa: S608
                rows = cursor.fetchall()
                if rows:
                    _rows[table] = [column[0] for column in cursor.description], rows
            return
        for table, (columns, rows) in _rows.items():
            names, values = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {quote(table)} ({names}) VALUES ({values})", rows)  # noqa: S608
        models = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in _rows]
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
