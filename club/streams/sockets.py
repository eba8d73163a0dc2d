"""Streams on sockets that a web server has handed over: one thread holds them all, and no thread waits for any of them.

The web server's own threads answer pages; one that is asked for a stream passes the socket on and is free again.
"""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import threading
import time
from collections import deque
from typing import Final

from django.db import connection

from club.streams import events
from club.streams.hub import Hub
from club.streams.places import Places
from club.streams.tickets import Ticket

_HEAD: Final = (
    "\r\n".join(["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in events.HEADERS), "Connection: close"])
    + "\r\n\r\n"
).encode()

log = logging.getLogger(__name__)


class SocketStream:
    """One stream. An event is a few letters: whoever does not take them any more is gone."""

    def __init__(self, line: socket.socket, ticket: Ticket, gone: deque[SocketStream]) -> None:
        self.line, self.ticket = line, ticket
        self.is_open = True
        self._gone = gone

    def tell(self, mark: str) -> None:
        """Send a mark."""
        self.send(events.mark(mark))

    def end(self, why: str) -> None:
        """Say why, and close."""
        self.send(events.farewell(why))
        self.leave()

    def send(self, data: bytes) -> None:
        """Send, or find that nobody is there."""
        try:
            if self.is_open and self.line.send(data) != len(data):
                self.leave()
        except OSError:
            self.leave()

    def leave(self) -> None:
        """Be closed as soon as somebody looks; twice changes nothing."""
        if self.is_open:
            self.is_open = False
            self._gone.append(self)


class Streams:
    """All streams of a process. ``take`` and ``stop`` are for every thread; the rest happens in the streams' own."""

    def __init__(self, most: int) -> None:
        self._places = Places(most)
        self._lock = threading.Lock()
        self._arrived: deque[SocketStream] = deque()
        self._gone: deque[SocketStream] = deque()
        self._held: set[SocketStream] = set()
        self._hub = Hub()
        self._selector = selectors.DefaultSelector()
        self._beats: deque[tuple[float, SocketStream]] = deque()
        self._doorbell, self._door = socket.socketpair()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._is_well = True

    def __len__(self) -> int:
        return self._places.taken

    def take(self, line: socket.socket, ticket: Ticket) -> bool:
        """Take a socket over, whose request was read; answers whether there was a place."""
        with self._lock:
            if self._stopping or not self._places.take(ticket):
                return False
            self._arrived.append(SocketStream(line, ticket, self._gone))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()
        self._ring()
        return True

    def stop(self, *, wait: float = 0.0) -> None:
        """Close all streams and take no more; wait so many seconds until that is done."""
        self._stopping = True
        self._ring()
        if wait and self._thread is not None:
            self._thread.join(wait)

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # full: it will be heard
            self._doorbell.send(b"!", socket.MSG_DONTWAIT)

    def _run(self) -> None:
        self._selector.register(self._door, selectors.EVENT_READ)
        due = time.monotonic()
        try:
            while not self._stopping:
                # Alone, the thread sleeps until somebody comes.
                self._listen(max(0.0, due - time.monotonic()) if self._held else None)
                now = time.monotonic()
                if now >= due and self._held:
                    self._look(now)
                    pause = self._hub.pause(now)
                    due = max(due + pause, now + pause / 2)
                self._see_off()
        finally:
            self._close_all()

    def _listen(self, seconds: float | None) -> None:
        for key, _events in self._selector.select(seconds):
            if key.fileobj is self._door:
                self._door.recv(4096)
                self._welcome()
            else:
                # A browser says nothing on a stream: it has closed it, or something is wrong with it.
                key.data.leave()

    def _welcome(self) -> None:
        while self._arrived:
            stream = self._arrived.popleft()
            stream.line.setblocking(False)
            self._selector.register(stream.line, selectors.EVENT_READ, stream)
            self._held.add(stream)
            self._hub.add(stream)
            self._beats.append((time.monotonic(), stream))
            stream.send(_HEAD)

    def _look(self, now: float) -> None:
        try:
            self._hub.look(now)
            self._is_well = True
        except Exception as error:
            # Without a beat, pages take their streams for lost and ask by themselves.
            if self._is_well:
                log.warning("Streams: %s: %s", type(error).__name__, error)
            self._is_well = False
            connection.close()
            return
        while self._beats and now - self._beats[0][0] >= events.BEATS:
            _when, stream = self._beats.popleft()
            if stream.is_open:
                stream.send(events.BEAT)
                self._beats.append((now, stream))

    def _see_off(self) -> None:
        """Close what has ended. With the last one the database is left alone, too."""
        while self._gone:
            stream = self._gone.popleft()
            self._held.discard(stream)
            self._hub.drop(stream)
            self._selector.unregister(stream.line)
            stream.line.close()
            with self._lock:
                self._places.leave(stream.ticket)
            if not self._held:
                connection.close()

    def _close_all(self) -> None:
        with self._lock:
            self._stopping = True
        self._welcome()
        for stream in list(self._held):
            stream.leave()
        self._see_off()
        self._selector.close()
        self._door.close()
        self._doorbell.close()
        connection.close()
