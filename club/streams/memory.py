"""The marks of a moment ago, for pages that ask with their ticket because they have no stream."""

from __future__ import annotations

import threading
import time
from typing import Final

from club.streams import kinds, looking
from club.streams.kinds import Watched, joined
from club.streams.tickets import Ticket

ADMITTED: Final = 30.0
"""Seconds until it is asked again whether a reader may still see something."""
MOST: Final = 5_000
"""Of so much is something remembered."""


class Memory:
    """Marks, and who was let in. However many ask at once, each thing is asked for once in its kind's ``seconds``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._marks: dict[Watched, tuple[float, str]] = {}
        self._admitted: dict[Ticket, float] = {}

    def mark(self, ticket: Ticket) -> str | None:
        """Return the mark of what the ticket's page shows; ``None`` where its reader may not see that any more."""
        with self._lock:
            now = time.monotonic()
            if now - self._admitted.get(ticket, -ADMITTED) >= ADMITTED:
                self._admitted.pop(ticket, None)
                if not looking.admitted([ticket]):
                    return None
                _make_room(self._admitted)
                self._admitted[ticket] = now
            old = [one for one in ticket.watched if now - self._marks.get(one, (-1e9, ""))[0] >= kinds.of(one).seconds]
            if old:
                found = looking.marks(old)
                _make_room(self._marks)
                self._marks |= {one: (now, mark) for one, mark in found.items()}
            return joined(self._marks[one][1] for one in ticket.watched)


def _make_room[K, V](kept: dict[K, V]) -> None:
    if len(kept) >= MOST:
        kept.clear()
