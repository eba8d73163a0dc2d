"""Connections are looked at when they are handed out: those of before a restart of PostgreSQL are dead, all of them."""

from __future__ import annotations

import threading
import time
from typing import Any, Final

from django.db import connection
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool

AT_MOST_EVERY: Final = 1.0
"""Seconds between two renewals of the whole pool: several threads find dead connections at the same moment."""

_lock = threading.Lock()
_renewed = float("-inf")


def checked(found: Connection[Any]) -> None:
    """psycopg_pool's ``check``: raises for a dead connection, so that the pool hands out another one.

    All others in the pool are replaced with the first: one after the other, each with a pause, would take longer than
    anybody waits.
    """
    try:
        ConnectionPool.check_connection(found)
    except Error:
        _renew()
        raise


def _renew() -> None:
    global _renewed
    with _lock:
        now = time.monotonic()
        if now - _renewed < AT_MOST_EVERY:
            return
        _renewed = now
    pool = getattr(connection, "pool", None)
    if pool is not None:
        pool.drain()
