"""Fields of many rows stored in one statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def rewrite[M: Model](rows: Sequence[M], fields: Iterable[str]) -> None:
    """Store these fields of rows that the database has, as ``bulk_update`` does. One query, none without rows.

    Django writes a case for each field and row, and weighing those takes longer than all else about a small change.
    """
    if not rows:
        return
    written = _fields(type(rows[0]), tuple(fields))
    cast = _cast if connection.vendor == "postgresql" else _plain
    line = f"({', '.join(cast(field) for field in written)})"
    table, *columns = map(
        connection.ops.quote_name, [written[0].model._meta.db_table, *(f.column or "" for f in written)]
    )
    # Both databases call what stands in VALUES so.
    sets = ", ".join(f"{column} = v.column{place}" for place, column in enumerate(columns[1:], 2))
    lines = ", ".join([line] * len(rows))
    # Names of tables, columns and types are the models' own; values are handed to the driver.
    sql = f"UPDATE {table} SET {sets} FROM (VALUES {lines}) AS v WHERE {table}.{columns[0]} = v.column1"  # noqa: S608
    values = [
        field.get_db_prep_save(getattr(row, field.attname), connection=connection) for row in rows for field in written
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@cache
def _fields(model: type[Model], names: tuple[str, ...]) -> list[Field[Any, Any]]:
    """Return the key's field, then the others."""
    meta = model._meta
    return [meta.pk, *(meta.get_field(name) for name in names)]  # type: ignore[list-item]


def _cast(field: Field[Any, Any]) -> str:
    """In VALUES alone PostgreSQL takes a word for text, and an empty value too."""
    return f"%s::{field.cast_db_type(connection)}"


def _plain(_field: Field[Any, Any]) -> str:
    return "%s"
