"""Who is told of what: the open streams of a process, the marks they were told, and when each reader is looked at.

The hub has no clock, socket or thread of its own: whoever runs it (``sockets``, ``asgi``) calls ``look`` several times
a second. Between two changes that costs one query for each kind of thing watched, however many look on.
"""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import islice
from typing import Final, Protocol

from club.streams import kinds, looking
from club.streams.kinds import Watched, joined
from club.streams.tickets import Ticket

ADMITTED: Final = 40.0
"""Seconds until it is asked again whether a reader may still see what they watch."""
STALE: Final = 60.0
"""Nobody is told anything for whom that could not be asked for so long; they wait, and are told afterwards."""
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
    """The open streams. Not thread-safe: one thread calls it.

    A look first asks and then moves: a question that fails leaves everybody where they were, and is asked again.
    """

    def __init__(self) -> None:
        self.told: dict[Stream, str | None] = {}
        self._watchers: defaultdict[Watched, set[Stream]] = defaultdict(set)
        self._marks: dict[Watched, str] = {}
        self._asked: dict[str, float] = {}
        self._new: deque[Stream] = deque()
        self._admitted: deque[tuple[float, Stream]] = deque()
        self._seen: dict[Stream, float] = {}
        self._untold: set[Stream] = set()
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
        self._seen.pop(stream, None)
        self._untold.discard(stream)
        for one in stream.ticket.watched:
            watchers = self._watchers.get(one)
            if watchers is None:
                continue
            watchers.discard(stream)
            if not watchers:
                del self._watchers[one]
                self._marks.pop(one, None)

    def look(self, now: float) -> None:
        """Ask the database for what has changed and who may still look on, and tell. ``now`` in seconds that go on.

        What the database answers with is raised; whoever calls looks again a moment later.
        """
        self._admit(now)
        for one, mark in self._look_at_marks(now).items():
            known = self._marks.get(one)
            if known != mark:
                self._marks[one] = mark
                self._untold |= self._watchers[one]
                if known is not None:
                    self._lively_until = now + LIVELY
        for stream in [one for one in self._untold if self._may_be_told(one, now)]:
            self._untold.discard(stream)
            mark = joined(self._marks[one] for one in stream.ticket.watched)
            if mark != self.told[stream]:
                self.told[stream] = mark
                stream.tell(mark)

    def _may_be_told(self, stream: Stream, now: float) -> bool:
        """Whether all it watches was asked for, and its reader was looked at lately."""
        return now - self._seen[stream] < STALE and all(one in self._marks for one in stream.ticket.watched)

    def _look_at_marks(self, now: float) -> dict[Watched, str]:
        watched = {one.kind: kinds.of(one).seconds for one in self._watchers}
        due = {kind for kind, pause in watched.items() if now - self._asked.get(kind, -1e9) >= pause * EARLY}
        wanted = [one for one in self._watchers if one.kind in due or one not in self._marks]
        found = looking.marks(wanted)
        self._asked |= dict.fromkeys(due, now)
        return found

    def _admit(self, now: float) -> None:
        """Look at readers who just came and at those looked at long ago, and send off who may not look on."""
        fresh = self._fresh(AT_ONCE)
        known = self._due(now, AT_ONCE - len(fresh))
        if not fresh and not known:
            return
        admitted = looking.admitted({stream.ticket for stream in (*fresh, *known)})
        for _asked in fresh:
            self._new.popleft()
        for _asked in known:
            self._admitted.popleft()
        for stream in (*fresh, *known):
            if stream.ticket.seconds_left() <= 0:
                self._send_off(stream, "renew")
            elif stream.ticket not in admitted:
                self._send_off(stream, "end")
            else:
                self._seen[stream] = now
                self._admitted.append((now, stream))
        for stream in fresh:
            if stream in self.told:
                self._untold.add(stream)
                for one in stream.ticket.watched:
                    self._watchers[one].add(stream)

    def _fresh(self, most: int) -> list[Stream]:
        """The first of those who just came, in their order. Who is gone meanwhile is left out for good."""
        self._new = deque(stream for stream in self._new if stream in self.told)
        return list(islice(self._new, most))

    def _due(self, now: float, most: int) -> list[Stream]:
        """The first of those whose reader was looked at long ago, likewise."""
        if not self._admitted or now - self._admitted[0][0] < ADMITTED:
            return []
        self._admitted = deque(pair for pair in self._admitted if pair[1] in self.told)
        return [stream for when, stream in islice(self._admitted, most) if now - when >= ADMITTED]

    def _send_off(self, stream: Stream, why: str) -> None:
        self.drop(stream)
        stream.end(why)
