"""Threads of a worker beside its work: they ask the database, too, and never in the way of whoever works."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DEFAULT_DB_ALIAS, Error, connections

RENEWAL: Final = 2.0
"""Seconds between two renewals of a lease."""
RETRY: Final = 0.5
"""Seconds until the next try after a database that did not let itself be asked."""

log = logging.getLogger(__name__)


@contextmanager
def own_connection() -> Iterator[None]:
    """Let a thread that was started for the purpose ask the database; close afterwards what that has opened.

    Its connection comes from no pool: those in it are for whoever works, and a pool has threads of its own, which a
    process that forks cannot pass on.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    connection.settings_dict = {**connection.settings_dict, "OPTIONS": options}
    try:
        yield
    finally:
        connections.close_all()


@contextmanager
def kept_up(renew: Callable[[], bool], name: str) -> Iterator[None]:
    """While the block runs, call ``renew`` every ``RENEWAL`` seconds in a thread, until it answers False.

    A block that is over sooner costs no query. Whoever runs out of it does not wait for a renewal under way.
    """
    ended = threading.Event()
    threading.Thread(target=_keep_up, args=(renew, ended), name=name, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _keep_up(renew: Callable[[], bool], ended: threading.Event) -> None:
    pause = RENEWAL
    while not ended.wait(pause):
        try:
            with own_connection():
                while renew():
                    if ended.wait(RENEWAL):
                        return
            return
        except Error as error:
            # SQLite's file may be locked for long, a server may be restarted: what counts is who comes back first.
            log.warning("%s: %s: %s", threading.current_thread().name, type(error).__name__, error)
            pause = RETRY
