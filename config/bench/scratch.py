"""A database of the benchmark's own, thrown away afterwards; the site's is never opened."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

MARK = "BENCH_SCRATCH"
"""Set in the environment of a process that works in a scratch database."""
_OWN = ("CACHE_URL", "CELERY_BROKER_URL", "DATABASE_URL", "SITE_NAME", "CSRF_TRUSTED_ORIGINS")


@contextmanager
def scratch(database_url: str) -> Iterator[dict[str, str]]:
    """Make the place and answer with the environment of a process that works there, with production settings.

    A ``postgresql://`` address names the server on which a database is created for the occasion; any other means
    SQLite in a temporary folder.
    """
    with tempfile.TemporaryDirectory(prefix="arriere-ban-bench-") as folder:
        environment = {name: value for name, value in os.environ.items() if name not in _OWN}
        environment |= {
            "DEBUG": "0",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "ALLOWED_HOSTS": "testserver",
            "VAR_DIR": folder,
            MARK: folder,
        }
        if not database_url.startswith(("postgres://", "postgresql://")):
            yield environment
            return
        name = f"bench_arriere_ban_{secrets.token_hex(6)}"
        _on_server(database_url, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield environment | {"DATABASE_URL": urlsplit(database_url)._replace(path=f"/{name}").geturl()}
        finally:
            _on_server(database_url, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _on_server(database_url: str, statement: sql.Composed) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(statement)
