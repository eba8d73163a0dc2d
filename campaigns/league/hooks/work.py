"""Who sends: a job a hook, which hands it to a thread of the worker's process and is done.

A worker's processes are few, and a receiver that does not answer takes twenty seconds; threads that wait cost nothing.
So nobody waits for somebody else's receiver: each hook has its own thread, one at a time. What a thread was at when its
process ended is taken up again by the next sweep (``club.hooks.sending``).
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from typing import Final

from django.conf import settings

from campaigns.jobs import queue as jobs
from campaigns.jobs.threads import own_connection
from club.hooks import happenings, sending

KIND: Final = "hook"

log = logging.getLogger(__name__)
_UNDER_WAY: Final[set[int]] = set()
_ONE: Final = threading.Lock()


def wake(hook: int, at: datetime | None) -> None:
    """Ask for a hook's turn, now or later."""
    jobs.enqueue(kind=KIND, subject=hook, asked_by=None, due=at)


def work(claim: jobs.Claim) -> None:
    """Let what is due to a hook be sent."""
    claim.heartbeat(progress=0, total=1)
    claim.finish()
    if not settings.HOOKS_AT_ONCE:
        _send(claim.subject)
    elif _begin(claim.subject):
        _threads().submit(_send_beside, claim.subject)


def sweep() -> None:
    """Ask for the turn of every hook that was forgotten: its message was lost, or its process ended."""
    for hook in sending.due():
        wake(hook, None)


@cache
def _threads() -> ThreadPoolExecutor:
    """Return this process's threads; made after it was forked, by the first job."""
    return ThreadPoolExecutor(settings.HOOKS_AT_ONCE, thread_name_prefix="hook")


def _begin(hook: int) -> bool:
    """Tell whether no thread of this process is at it; it is, from now on."""
    with _ONE:
        is_free = hook not in _UNDER_WAY
        _UNDER_WAY.add(hook)
    return is_free


def _send_beside(hook: int) -> None:
    try:
        with own_connection():
            again = sending.send_due(hook)
    except Exception:
        log.exception("hook %s: nothing was sent; the sweeper comes back to it", hook)
        again = None
    finally:
        with _ONE:
            _UNDER_WAY.discard(hook)
    if again is not None:
        with own_connection():
            happenings.wake(hook, again)


def _send(hook: int) -> None:
    again = sending.send_due(hook)
    if again is not None:
        happenings.wake(hook, again)
