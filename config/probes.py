"""What the site leans on, looked at one by one for ``/readyz``: none of them can hold the answer up.

Each look has a thread of its own and ``LIMIT`` seconds. One that hangs is not begun a second time before it has ended,
so that whoever asks again and again leaves no more than one thread for each.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone
from msgspec import Struct, field

from campaigns.jobs import signs
from config.services import mail_server

LIMIT: Final = 1.0
"""Seconds that each look may take."""

log = logging.getLogger(__name__)


class Finding(Struct, frozen=True):
    """What a look has shown. ``details`` are for everybody to read: no names, no addresses, no messages of servers."""

    ok: bool
    details: Mapping[str, object] = field(default_factory=dict)


class Probe:
    """One look, in its own thread, at most one at a time; who asks meanwhile gets what that one finds."""

    def __init__(self, name: str, look: Callable[[], Finding]) -> None:
        self.name, self.look = name, look
        self._lock = threading.Lock()
        self._going: Future[Finding] | None = None

    def begin(self) -> Future[Finding]:
        with self._lock:
            if self._going is None or self._going.done():
                self._going = Future()
                threading.Thread(target=self._run, args=(self._going,), name=f"readyz {self.name}", daemon=True).start()
            return self._going

    def _run(self, going: Future[Finding]) -> None:
        try:
            found = self.look()
        except Exception as error:
            log.warning("readyz: %s: %s: %s", self.name, type(error).__name__, error)
            found = Finding(False, {"problem": "unreachable"})
        finally:
            connections.close_all()
        going.set_result(found)


def database() -> Finding:
    """Whether the database answers, and takes down what it is told."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Finding(False, {"problem": "read only"}) if _is_read_only() else Finding(True)


def _is_read_only() -> bool:
    if connection.vendor == "postgresql":
        import psycopg

        # Connections of before need not know that yet.
        with psycopg.connect(**connection.get_connection_params()) as fresh:
            return bool(fresh.execute("SHOW transaction_read_only").fetchone() == ("on",))
    file = Path(connection.settings_dict["NAME"])
    return file.is_file() and not os.access(file, os.W_OK)


def broker() -> Finding:
    """Whether messages to workers can be handed over."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    if settings.CELERY_BROKER_URL.startswith("filesystem"):
        folders = {Path(options[name]) for name in ("data_folder_in", "data_folder_out")}
        return Finding(True) if all(map(Path.is_dir, folders)) else Finding(False, {"problem": "no folder"})
    quick: dict[str, Any] = {}
    if settings.CELERY_BROKER_URL.startswith("redis"):
        quick = {"socket_connect_timeout": LIMIT, "socket_timeout": LIMIT}
    from config.celery import app

    address = settings.CELERY_BROKER_URL
    with app.connection_for_write(address, connect_timeout=LIMIT, transport_options={**options, **quick}) as link:
        link.transport.close_connection(link.transport.establish_connection())
    return Finding(True)


def cache() -> Finding:
    """Whether the cache that all processes share takes what it is given; well, too, where each has its own."""
    address = settings.CACHES["default"].get("LOCATION", "")
    if not address:
        return Finding(True)
    from redis import Redis, RedisError

    try:
        with Redis.from_url(address, socket_connect_timeout=LIMIT / 2, socket_timeout=LIMIT / 2) as client:
            client.set("arriere-ban:readyz", 1, ex=60)
    except RedisError as error:
        log.warning("readyz: cache: %s: %s", type(error).__name__, error)
        return Finding(False, {"problem": "unreachable", "instead": "memory"})
    return Finding(True)


def worker() -> Finding:
    """Whether a worker was seen lately."""
    seen = signs.worker_seen()
    if seen is None:
        return Finding(False, {"problem": "never seen"})
    ago = timezone.now() - seen
    return Finding(ago <= signs.SILENCE, {"seconds_ago": max(0, round(ago.total_seconds()))})


def jobs() -> Finding:
    """Whether jobs wait that nobody works on. A long queue is no fault while it is being worked off."""
    count = signs.overdue()
    return Finding(count == 0 or signs.is_moving(), {"overdue": count})


def mail() -> Finding:
    """Whether the mail server takes connections; well, too, where mail goes to no server."""
    server = mail_server(settings.MAILERS)
    if server is not None:
        socket.create_connection(server, timeout=LIMIT).close()
    return Finding(True)


PROBES: Final = {look.__name__: Probe(look.__name__, look) for look in (database, broker, cache, worker, jobs, mail)}


def look_at_all() -> dict[str, Finding]:
    """Look at everything at the same time; return what was found within ``LIMIT``."""
    begun = time.monotonic()
    going = {name: probe.begin() for name, probe in PROBES.items()}
    found = {}
    for name, future in going.items():
        try:
            found[name] = future.result(timeout=max(0.0, begun + LIMIT - time.monotonic()))
        except TimeoutError:
            found[name] = Finding(False, {"problem": f"no answer within {LIMIT:g} s"})
    return found
