"""Who is told of what: the open streams of a process, the marks they were told, and when each reader is looked at.

The hub has no clock, socket or thread of its own: whoever runs it (``sockets``, ``asgi``) calls ``look`` several times
a second. Between two changes that costs one query for each kind of thing watched, however many look on.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Final, Protocol

from club.streams import kinds, looking
from club.streams.kinds import Watched, joined
from club.streams.tickets import Ticket

ADMITTED: Final = 40.0
"""Seconds until it is asked again whether a reader may still see what they watch."""
LOOK: Final = 0.25
"""Seconds between two looks at the marks while everything is quiet."""
LIVELY_LOOK: Final = 0.1
"""Seconds between two of them while something watched has changed within the last ``LIVELY`` seconds."""
LIVELY: Final = 60.0
EARLY: Final = 0.8
"""This part of a kind's seconds is enough: looks come some milliseconds early or late, and none is to be left out."""
AT_ONCE: Final = 100
"""So many readers are looked at in one go: a thousand that came at once do not hold up the marks."""


class Stream(Protocol):
    """An open stream, as the hub knows it."""

    ticket: Ticket

    def tell(self, mark: str) -> None:
        """Pass on the mark of what the page shows."""

    def end(self, why: str) -> None:
        """Close it: ``end`` where the reader may not look on any more, ``renew`` where the ticket has run out."""


class Hub:
    """The open streams. Not thread-safe: one thread calls it."""

    def __init__(self) -> None:
        self.told: dict[Stream, str | None] = {}
        self._watchers: defaultdict[Watched, set[Stream]] = defaultdict(set)
        self._marks: dict[Watched, str] = {}
        self._asked: dict[str, float] = {}
        self._new: deque[Stream] = deque()
        self._admitted: deque[tuple[float, Stream]] = deque()
        self._lively_until = float("-inf")

    def pause(self, now: float) -> float:
        """Return for how many seconds nobody need look again: an evening's games change all the time, or not at all."""
        return LIVELY_LOOK if now < self._lively_until else LOOK

    def add(self, stream: Stream) -> None:
        """Take a stream in. It is told its first mark by the next ``look``, once its reader was looked at."""
        self.told[stream] = None
        self._new.append(stream)

    def drop(self, stream: Stream) -> None:
        """Forget a stream that is closed; twice changes nothing."""
        if stream not in self.told:
            return
        del self.told[stream]
        for one in stream.ticket.watched:
            watchers = self._watchers.get(one)
            if watchers is None:
                continue
            watchers.discard(stream)
            if not watchers:
                del self._watchers[one]
                self._marks.pop(one, None)

    def look(self, now: float) -> None:
        """Ask the database for what has changed and who may still look on, and tell. ``now`` in seconds that go on."""
        changed = set(self._admit(now))
        for one, mark in self._look_at_marks(now).items():
            known = self._marks.get(one)
            if known != mark:
                self._marks[one] = mark
                changed |= self._watchers[one]
                if known is not None:
                    self._lively_until = now + LIVELY
        for stream in changed:
            # Its page has been closed meanwhile, or not everything it watches was asked for yet.
            if stream in self.told and all(one in self._marks for one in stream.ticket.watched):
                mark = joined(self._marks[one] for one in stream.ticket.watched)
                if mark != self.told[stream]:
                    self.told[stream] = mark
                    stream.tell(mark)

    def _look_at_marks(self, now: float) -> dict[Watched, str]:
        watched = {one.kind: kinds.of(one).seconds for one in self._watchers}
        due = {kind for kind, pause in watched.items() if now - self._asked.get(kind, -1e9) >= pause * EARLY}
        wanted = [one for one in self._watchers if one.kind in due or one not in self._marks]
        found = looking.marks(wanted)
        self._asked |= dict.fromkeys(due, now)
        return found

    def _admit(self, now: float) -> Iterable[Stream]:
        """Look at readers who just came and at those looked at long ago; return the new ones who may look on."""
        fresh = self._taken(self._new, AT_ONCE)
        known = self._due(now, AT_ONCE - len(fresh))
        admitted = looking.admitted({stream.ticket for stream in (*fresh, *known)}) if fresh or known else set()
        for stream in (*fresh, *known):
            if stream.ticket.seconds_left() <= 0:
                self._send_off(stream, "renew")
            elif stream.ticket not in admitted:
                self._send_off(stream, "end")
            else:
                self._admitted.append((now, stream))
        let_in = [stream for stream in fresh if stream in self.told]
        for stream in let_in:
            for one in stream.ticket.watched:
                self._watchers[one].add(stream)
        return let_in

    def _taken(self, waiting: deque[Stream], most: int) -> list[Stream]:
        found: list[Stream] = []
        while waiting and len(found) < most:
            stream = waiting.popleft()
            if stream in self.told:
                found.append(stream)
        return found

    def _due(self, now: float, most: int) -> list[Stream]:
        found: list[Stream] = []
        while self._admitted and len(found) < most and now - self._admitted[0][0] >= ADMITTED:
            _when, stream = self._admitted.popleft()
            if stream in self.told:
                found.append(stream)
        return found

    def _send_off(self, stream: Stream, why: str) -> None:
        self.drop(stream)
        stream.end(why)
