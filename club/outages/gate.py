"""While the database is away, pages say so at once: nobody waits for what somebody else has just waited for in vain."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from django.db import DatabaseError, connection

PAUSE: Final = 0.25
"""Seconds between two questions whether it is back; nobody else waits for the answer."""
CONNECT: Final = 2
"""Seconds that such a question takes at most."""

log = logging.getLogger(__name__)


def reach() -> None:
    """Connect to the database server, past the pool; raises what it answers. A file is always there."""
    if connection.vendor != "postgresql":
        return
    import psycopg  # sites on SQLite have no use for it

    wanted: dict[str, Any] = {**connection.get_connection_params(), "connect_timeout": CONNECT}
    with connection.wrap_database_errors:
        psycopg.connect(**wanted).close()


class Gate:
    """Whether this process knows the database to be away. For every thread."""

    def __init__(self, reach: Callable[[], None] = reach, clock: Callable[[], float] = time.monotonic) -> None:
        self._reach, self._clock = reach, clock
        self._lock = threading.Lock()
        self._ask_at: float | None = None
        self._is_asking = False

    def failed(self) -> None:
        """A page had no connection. The database is away if it cannot be reached; perhaps all were in use."""
        with self._lock:
            if self._ask_at is not None or self._is_asking:
                return
            self._is_asking = True
        try:
            self._ask()
        finally:
            self._is_asking = False

    def is_closed(self) -> bool:
        """Whether it is still away; one of those who ask finds out from time to time, the others know at once."""
        with self._lock:
            if self._ask_at is None:
                return False
            now = self._clock()
            if now < self._ask_at:
                return True
            self._ask_at = now + CONNECT + PAUSE
        return not self._ask()

    def _ask(self) -> bool:
        was_away = self._ask_at is not None
        try:
            self._reach()
        except DatabaseError as error:
            with self._lock:
                self._ask_at = self._clock() + PAUSE
            if not was_away:
                log.warning("The database is away: %s", error)
            return False
        with self._lock:
            self._ask_at = None
        if was_away:
            log.warning("The database answers again.")
        return True


DATABASE: Final = Gate()
