"""Counts of requests that all web processes of this machine keep together, without waiting for each other.

They share a file: every process adds to a part of it that is its own as long as it lives (the system lets go of the
part when it ends), and whoever asks adds all parts up. The counts go on after a restart.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

STATUSES: Final = ("1xx", "2xx", "3xx", "4xx", "5xx")
LIMITS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: requests are counted by the first of these that they did not exceed."""
WIDTH: Final = len(STATUSES) + len(LIMITS) + 2
PARTS: Final = 64
SIZE: Final = WIDTH * 8


class Counters:
    """Requests by status, and by how long they took: beyond all limits, and the sum, come last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._process = 0
        self._cells: memoryview[float] | None = None
        self._mine = 0

    def count(self, status: int, seconds: float) -> None:
        slow = next((number for number, limit in enumerate(LIMITS) if seconds <= limit), len(LIMITS))
        with self._lock:
            cells = self._opened()
            first = self._mine * WIDTH
            cells[first + min(max(status // 100, 1), 5) - 1] += 1
            cells[first + len(STATUSES) + slow] += 1
            cells[first + WIDTH - 1] += seconds

    def totals(self) -> list[float]:
        """Return the sum of all parts."""
        with self._lock:
            cells = self._opened()
            return [sum(cells[number::WIDTH]) for number in range(WIDTH)]

    def _opened(self) -> memoryview[float]:
        """The file as numbers. After a fork the child looks for a part of its own."""
        if self._cells is None or self._process != os.getpid():
            # Never closed: that would let go of the part.
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if os.fstat(file).st_size < PARTS * SIZE:
                os.ftruncate(file, PARTS * SIZE)
            self._mine = next((part for part in range(PARTS) if _taken(file, part)), PARTS - 1)
            self._cells = memoryview(mmap.mmap(file, PARTS * SIZE)).cast("d")
            self._process = os.getpid()
        return self._cells


def _taken(file: int, part: int) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SIZE, part * SIZE)
    except OSError:
        return False
    return True


REQUESTS: Final = Counters(settings.VAR / "requests.counters")


class CountingMiddleware:
    """Counts every request that reaches Django and how long it took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        answer = self.get_response(request)
        if settings.METRICS_TOKEN:
            REQUESTS.count(answer.status_code, time.perf_counter() - begun)
        return answer
