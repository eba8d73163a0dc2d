"""PostgreSQL: the rows of every table of the site, as COPY tells them, from one moment.

No tool of the server is called, which would have to be installed in the server's version. Tables, indexes and
constraints are made by the site's own migrations when the rows come back, so that neither the owner of the database,
nor its version, nor its name has to be the same.
"""

from __future__ import annotations

import zipfile
from typing import Any

import psycopg
from django.core.management.color import no_style
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DatabaseError
from psycopg import sql

from config.backup import states
from config.backup.archive import Archive, Table, Unfit

FOLDER = "tables/"
CHUNK = 1 << 16


def server(connection: BaseDatabaseWrapper) -> str:
    connection.ensure_connection()
    return f"PostgreSQL {connection.connection.info.parameter_status('server_version')}"


def dump(connection: BaseDatabaseWrapper, archive: zipfile.ZipFile) -> dict[str, Table]:
    """Write every row of the site that lasts into the archive, all as of one moment; return the tables."""
    tables = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        models = states.models_at(connection, states.applied(connection))
        for name in sorted({model._meta.db_table for model in models} | {states.RECORD}):
            columns = _columns(cursor, name)
            if not columns:
                raise Unfit(f"The table {name} is missing, though its migration is said to have been applied.")
            with archive.open(f"{FOLDER}{name}", "w", force_zip64=True) as file:
                rows = 0 if name in states.TEMPORARY else _copy_out(cursor, name, columns, file)
            tables[name] = Table(columns, rows)
    return tables


def load(connection: BaseDatabaseWrapper, archive: Archive) -> None:
    """Replace everything by the archive's rows in one transaction: it is as it was before when anything goes wrong."""
    manifest = archive.manifest
    models = states.models_at(connection, manifest.migrations)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '20s'")
            _drop_tables(cursor)
            states.migrate_to(connection, manifest.migrations)
            names = sql.SQL(", ").join(map(sql.Identifier, manifest.tables))
            cursor.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(names))
            # Migrations leave some of them checked at once; the tables come in no order.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            for name, table in manifest.tables.items():
                with archive.zip.open(f"{FOLDER}{name}") as file:
                    _copy_in(cursor, name, table, file)
            # Those of all tables, also of the one in which Django writes down what was migrated: no app has its model.
            for statement in connection.ops.sequence_reset_sql(no_style(), [*models, MigrationRecorder.Migration]):
                cursor.execute(statement)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except (DatabaseError, psycopg.Error) as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise Unfit("The database is in use: stop the site first.") from error
        raise Unfit(f"The database did not take the archive: {error}") from error
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _columns(cursor: Any, table: str) -> list[str]:
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(%s)) AND attnum > 0"
        " AND NOT attisdropped AND attgenerated = '' ORDER BY attnum",
        [table],
    )
    return [name for (name,) in cursor.fetchall()]


def _listed(table: str, columns: Any) -> sql.Composed:
    return sql.SQL("{} ({})").format(sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns)))


def _copy_out(cursor: Any, table: str, columns: list[str], file: Any) -> int:
    """Return how many rows there were: one line each, as line breaks inside are written otherwise."""
    rows = 0
    with cursor.copy(sql.SQL("COPY {} TO STDOUT").format(_listed(table, columns))) as copy:
        for data in copy:
            piece = bytes(data)
            rows += piece.count(b"\n")
            file.write(piece)
    return rows


def _copy_in(cursor: Any, name: str, table: Table, file: Any) -> None:
    with cursor.copy(sql.SQL("COPY {} FROM STDIN").format(_listed(name, table.columns))) as copy:
        while piece := file.read(CHUNK):
            copy.write(piece)
    cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name)))
    (rows,) = cursor.fetchone()
    if rows != table.rows:
        raise Unfit(f"The archive holds {rows} rows of {name}, not {table.rows} as its manifest says.")


def _drop_tables(cursor: Any) -> None:
    """Drop the tables of the schema we are in, except those that an extension brought along."""
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
        " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid"
        " AND deptype = 'e')"
    )
    names = [name for (name,) in cursor.fetchall()]
    if names:
        listed = sql.SQL(", ").join(map(sql.Identifier, names))
        cursor.execute(sql.SQL("DROP TABLE {} CASCADE").format(listed))
