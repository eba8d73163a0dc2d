"""What to do about a database that has not been migrated, in a line instead of a traceback."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def advice(error: Exception) -> str | None:
    """Return what to do when an error comes of migrations that were not applied; ``None`` for any other."""
    return waiting() if isinstance(error, DatabaseError) else None


def waiting() -> str | None:
    """Return what to do when the database lacks migrations of this version of the site, else ``None``."""
    try:
        executor = MigrationExecutor(connection)
        count = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return None
    return f"The database lacks {count} migrations of this version. First: manage.py migrate" if count else None
