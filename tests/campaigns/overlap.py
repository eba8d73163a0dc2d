"""Two operations of which the second begins while what the first wrote is not yet stored."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic

from django.db import connection, transaction

from club.operations import Refused

type Call = Callable[[], object]

PATIENCE = 30.0
LOOK = 0.01


def overlapping(first: Call, second: Call) -> tuple[str, str]:
    """Run ``first`` in a transaction that ends as soon as ``second`` waits for it, or is through without waiting.

    Return what became of both, the codes of a refusal included. SQLite lets the second begin only after the first.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            one = _told(first)
            other = pool.submit(_apart, second)
            _wait_for(other)
        return one, other.result(PATIENCE)


def _told(call: Call) -> str:
    try:
        with transaction.atomic():
            return str(call())
    except Refused as refused:
        return ",".join(refused.codes)


def _apart(call: Call) -> str:
    try:
        return _told(call)
    finally:
        connection.close()


def _wait_for(other: Future[str]) -> None:
    end = monotonic() + PATIENCE
    while connection.vendor == "postgresql" and not other.done() and not _somebody_waits():
        assert monotonic() < end, "the second neither ends nor waits for the first"
        Event().wait(LOOK)


def _somebody_waits() -> bool:
    """Tell whether another connection waits for what this one has locked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        found: int = cursor.fetchone()[0]
    return found > 0
