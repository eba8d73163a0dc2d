"""A worker's lookout: whoever works sees to it that nothing is forgotten, as long as one of them lives.

A thread of its first process looks every few seconds for jobs that a killed worker left, and every half minute sends
the message for a ``sweep``, which some worker then carries out. That several do so does no harm.
"""

from __future__ import annotations

import logging
import os
import random
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

from celery import current_app
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings

from campaigns.jobs import messages, queue, signs
from campaigns.jobs.threads import own_connection

LOOK: Final = 2.0
"""Seconds between two looks for jobs whose worker is silent."""
PERIOD: Final = 30.0
"""Seconds between two messages for a sweep."""
FORK_PATIENCE: Final = 5.0
"""Seconds that a worker in need of a new process waits for a look to end."""

LAST_LOOK: Final = 2.0
"""Seconds that a worker waits at its end for its sign to be taken down."""

log = logging.getLogger(__name__)


class Lookout(threading.Thread):
    """The thread. Between two looks it holds nothing, neither of the database nor of the broker.

    The process that it runs in forks those that do the work, and a fork copies what is half done: it waits for a look
    to end first.
    """

    def __init__(self, processes: int = 0) -> None:
        super().__init__(name="lookout", daemon=True)
        self._sign = f"worker {uuid.uuid4().hex[:20]}"
        self._processes = processes
        self._shown = -PERIOD
        self._ended = threading.Event()
        self._looking = threading.Lock()
        self._is_fork_safe = False
        self._swept = -PERIOD

    def start(self) -> None:
        """Begin; from now on forks wait."""
        os.register_at_fork(before=self._pause, after_in_parent=self._go_on, after_in_child=self._go_on)
        super().start()

    def run(self) -> None:
        """Show the new worker, then look until the end."""
        self._try(self._show)
        # Workers that were started together do not look together.
        pause = random.uniform(0, LOOK)  # noqa: S311
        while not self._ended.wait(pause):
            self._try(self.look)
            pause = LOOK
        self._try(self._take_down)

    def end(self) -> None:
        """Look no more."""
        self._ended.set()

    def look(self) -> None:
        """Wake what was abandoned, one query; ask for a sweep when it is time."""
        with own_connection():
            if time.monotonic() - self._shown >= signs.SHOWN:
                self._show_processes()
            left = queue.abandoned()
        is_time = time.monotonic() - self._swept >= PERIOD
        if not left and not is_time:
            return
        with current_app.connection_for_write(settings.CELERY_BROKER_URL) as link:
            queue.wake_abandoned(left, connection=link)
            if is_time:
                self._swept = time.monotonic()
                messages.send("sweep", connection=link, expires=PERIOD - 5)

    def _show(self) -> None:
        with own_connection():
            signs.leave()
            self._show_processes()

    def _show_processes(self) -> None:
        if self._processes:
            signs.show(self._sign, self._processes)
        self._shown = time.monotonic()

    def _take_down(self) -> None:
        if self._processes:
            with own_connection():
                signs.take_down(self._sign)

    def _try(self, step: Callable[[], None]) -> None:
        with self._looking:
            try:
                step()
            except Exception as error:
                # Whatever is wrong with database or broker, the next look may find them well.
                log.warning("lookout: %s: %s", type(error).__name__, error)

    def _pause(self) -> None:
        self._is_fork_safe = self._looking.acquire(timeout=FORK_PATIENCE)

    def _go_on(self) -> None:
        if self._is_fork_safe:
            self._looking.release()


_lookout: Lookout | None = None


def _begin(sender: Any, **_of_the_signal: Any) -> None:
    """Begin once: a worker is ready again whenever it has found its broker again."""
    global _lookout
    if _lookout is None or not _lookout.is_alive():
        _lookout = Lookout(sender.pool.num_processes)
        _lookout.start()


def _end(**_of_the_signal: Any) -> None:
    if _lookout is not None:
        _lookout.end()
        _lookout.join(LAST_LOOK)


def watch() -> None:
    """Let every worker that comes up in this process have its lookout."""
    worker_ready.connect(_begin)
    worker_shutdown.connect(_end)
