"""Connections whose request is not there yet: they wait without a thread, some seconds, not too many of one address.

A thread that read half a request would wait for the other half for as long as its sender likes.
"""

from __future__ import annotations

import re
import select
import socket
import struct
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from gunicorn.workers.gthread import TConn

HEAD: Final = 10.0
"""Seconds that the head of a request may take, from when the connection is there."""
BODY: Final = 20.0
"""Seconds that what follows it may take, where it is waited for here."""
STALLED: Final = 10
"""Seconds without a byte after which a thread gives up reading a request or writing an answer."""
MOST: Final = 65_536
"""Bytes of a request that are waited for; what is longer is a picture or a file, and read by a thread (``UPLOADS``)."""
EACH: Final = 64
"""Connections of one address that may wait at once; with one more, the one that has waited longest is closed."""

LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n")
ALIVE: Final = re.compile(rb"(?:GET|HEAD) /healthz[ ?]")
OK: Final = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\nContent-Length: 3\r\n"
    b"Connection: close\r\n\r\nok\n"
)
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Gone(Exception):
    """Nobody will send the rest; or it would be too long."""


class Arrival:
    """A connection and what has come of its request."""

    def __init__(self, conn: TConn, now: float) -> None:
        self.conn, self.until = conn, now + HEAD
        self.address = conn.client[0] if isinstance(conn.client, tuple) else ""
        self.is_upload = False
        self.seen = b""
        self._needed = 1
        self._has_head = False

    def is_whole(self, now: float) -> bool:
        """Look, without taking anything out; raises ``Gone``. The line is silent afterwards until there is enough."""
        line: socket.socket = self.conn.sock
        try:
            self.seen = line.recv(MOST, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError as error:
            raise Gone from error
        if not self.address and self.seen:
            return True  # from a proxy on this machine, by a socket of its own: such lines are never silent
        wanted = self._wanted(now)
        is_whole = len(self.seen) >= wanted
        if not is_whole:
            if not self.seen or _is_closed(line):
                raise Gone
            if len(self.seen) < self._needed:
                is_whole = True  # the system has no room for more of it: a thread takes it out
        self._needed = 1 if is_whole else wanted
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, self._needed)
        return is_whole

    def _wanted(self, now: float) -> int:
        """How many bytes there have to be, as far as one can tell."""
        end = self.seen.find(b"\r\n\r\n")
        if end < 0:
            if len(self.seen) >= MOST:
                raise Gone
            return len(self.seen) + 1
        if not self._has_head:
            self._has_head, self.until = True, now + BODY
        head = self.seen[: end + 2].lower()
        found = LENGTH.search(head)
        whole = end + 4 + (int(found[1]) if found else 0)
        # Who asks whether it may send a body waits for the answer before it does.
        self.is_upload = whole > MOST or b"\r\ntransfer-encoding:" in head or b"\r\nexpect:" in head
        return end + 4 if self.is_upload else whole

    def asks_whether_we_live(self) -> bool:
        """Whether it is a monitor's question, which the main thread answers when no other has time."""
        return ALIVE.match(self.seen) is not None

    def answer(self, words: bytes) -> None:
        """Say something to who has sent something; what was sent is taken out, or closing would cut the words off."""
        try:
            if self.seen:
                self.conn.sock.recv(MOST, socket.MSG_DONTWAIT)
                self.conn.sock.send(words, socket.MSG_DONTWAIT)
        except OSError:
            pass


class Arrivals:
    """All of them, in the order in which they came."""

    def __init__(self) -> None:
        self._by_address: defaultdict[str, dict[TConn, Arrival]] = defaultdict(dict)

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def __contains__(self, one: Arrival) -> bool:
        return one.conn in self._by_address.get(one.address, ())

    def __iter__(self) -> Iterator[Arrival]:
        for arrivals in self._by_address.values():
            yield from arrivals.values()

    def add(self, one: Arrival) -> Arrival | None:
        """Let one wait; return the one that has to go for it."""
        waiting = self._by_address[one.address]
        waiting[one.conn] = one
        return next(iter(waiting.values())) if one.address and len(waiting) > EACH else None

    def remove(self, one: Arrival) -> None:
        """Forget one."""
        waiting = self._by_address[one.address]
        waiting.pop(one.conn, None)
        if not waiting:
            del self._by_address[one.address]

    def overdue(self, now: float) -> list[Arrival]:
        """Return those whose time is up."""
        return [one for one in self if one.until <= now]

    def oldest(self) -> Arrival | None:
        """Return the one that goes first where there is room for no more."""
        return min(self, key=lambda one: one.until, default=None)


def give_up_when_stalled(line: Any) -> None:
    """Let no thread wait on a line on which nothing moves: the system's timeout, as gunicorn takes Python's away."""
    for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        line.setsockopt(socket.SOL_SOCKET, direction, struct.pack("ll", STALLED, 0))


def _is_closed(line: socket.socket) -> bool:
    """Whether the other end sends nothing more."""
    asked = select.poll()
    asked.register(line, select.POLLRDHUP)
    return bool(asked.poll(0))
