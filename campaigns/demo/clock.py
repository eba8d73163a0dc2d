"""A clock that can be put back while a story is told, so that its journal bears the dates of the story."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone


class Clock:
    """Tells the moments of a story that ends on the day of loading. ``days`` count back from that day."""

    def __init__(self, today: datetime) -> None:
        self.present = today
        self._midnight = timezone.localtime(today).replace(hour=0, minute=0, second=0, microsecond=0)

    def moment(self, days: int, hour: float = 20) -> datetime:
        """Return the moment ``days`` ago at ``hour`` o'clock (which may lie beyond midnight), local time."""
        return self._midnight - timedelta(days=days) + timedelta(hours=hour)


@contextmanager
def as_of(moment: datetime) -> Iterator[None]:
    """Let everything stored in this block bear the date ``moment``. For a command alone in its process."""
    present = timezone.now
    timezone.now = lambda: moment
    try:
        yield
    finally:
        timezone.now = present
