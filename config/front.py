"""The web server's processes: gunicorn's threads for pages, and one thread beside them that holds all streams.

    gunicorn config.wsgi --worker-class config.front.Worker

A request for a stream (``club.streams``) is read like any other; then its socket changes hands, and the thread that
read it is free. Pages are answered exactly as by gunicorn's ``gthread``, but for three things. A process whose threads
are all at work leaves who comes next to the others: gunicorn's would take everybody in, to wait for it while another
one is idle. A thread gets a request that is all there (``arrivals``), so that nobody who sends slowly, or nothing,
keeps one from others. And without a thread are answered ``/healthz`` while all threads are at work, and strangers who
come too often or too many (``club.found.crowd``).

All that is overridden is public in gunicorn; which versions have been tried stands in ``pyproject.toml``.
"""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import time
from collections import deque
from types import FrameType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from gunicorn.workers.gthread import TConn, ThreadWorker

from config.arrivals import MOST, OK, TOO_SLOW, Arrival, Arrivals, Gone, give_up_when_stalled

if TYPE_CHECKING:
    from club.found.crowd import Keeper
    from club.streams.sockets import Streams

SPARE: Final = 256
"""Files that a process opens besides streams: the database, static files, pages that are just answered."""
PATH: Final = "/live/"
LATE: Final = 0.1
"""Seconds after which a process without a free thread takes in whoever still waits outside: no other one does."""
PARTING: Final = 2.0
"""Seconds that the other end has for closing a connection after the last answer."""


class Worker(ThreadWorker):
    """A web process."""

    streams: Streams | None = None
    keeper: Keeper | None = None
    """Says who has to go."""
    under_way = 0
    """Requests that threads have or wait for; counted by the main thread alone, as is all the rest."""
    uploads = 0
    """Those among them whose body is long, and comes at its sender's pace."""
    busy_since: float | None = None

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.prepare()

    def prepare(self) -> None:
        """Begin without any connection."""
        self.arrivals = Arrivals()
        self.held: deque[TConn] = deque()
        self.queued: deque[TConn] = deque()
        self.parting: dict[TConn, float] = {}

    def run(self) -> None:
        """Answer until told to stop; then no stream is left."""
        from club.found.crowd import Keeper  # the site's settings are known by now
        from club.streams.sockets import Streams
        from config.settings import LIVE_STREAMS

        self.keeper = Keeper()
        self.streams = Streams(min(LIVE_STREAMS, _files(LIVE_STREAMS + SPARE) - SPARE))
        try:
            super().run()
        finally:
            self.streams.stop(wait=2)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close the streams first: they would never end by themselves."""
        self._close_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Close the streams, and everything."""
        self._close_streams()
        super().handle_quit(sig, frame)

    def _close_streams(self) -> None:
        if self.streams is not None:
            self.streams.stop()

    # Requests come

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what happens; for somebody new only while a thread is free, or nobody else takes them in."""
        now = time.monotonic()
        is_busy = self.under_way >= self.cfg.threads
        self.busy_since = (self.busy_since or now) if is_busy else None
        if self.alive:
            self._make_room()
            self.set_accept_enabled(not is_busy and self.nr_conns < self.worker_connections)
        rest = max(0.001, self.keeper.rest()) if self.queued and self.keeper is not None else timeout
        super().wait_for_and_dispatch_events(min(timeout, rest, LATE) if is_busy else min(timeout, rest))
        if self.queued and self.keeper is not None and self.keeper.let_in():
            conn = self.queued.popleft()
            conn.is_inside = True
            self.enqueue_req(conn)
        now = time.monotonic()
        if self.alive and self.busy_since is not None and now - self.busy_since >= LATE:
            self._take_the_others_in()
        for late in list(self.arrivals) if not self.alive else self.arrivals.overdue(now):
            late.answer(TOO_SLOW)
            self._leave(late)
        for conn in [conn for conn, until in self.parting.items() if until <= now]:
            self._close(conn)

    def _make_room(self) -> None:
        while self.nr_conns >= self.worker_connections and (oldest := self.arrivals.oldest()) is not None:
            self._leave(oldest)

    def _take_the_others_in(self) -> None:
        """Take in who has come meanwhile, though no thread is free: no other process is, or it would have them."""
        for listener in self.sockets:
            listener.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while self.nr_conns < self.worker_connections:
                    self._welcome(listener)

    def accept(self, listener: Any) -> None:
        """Take somebody in, who may say nothing yet."""
        if self.cfg.is_ssl:  # what comes says nothing before it is deciphered
            super().accept(listener)
            return
        with contextlib.suppress(BlockingIOError, ConnectionAbortedError):
            self._welcome(listener)

    def _welcome(self, listener: Any) -> None:
        line, client = listener.accept()
        self.nr_conns += 1
        give_up_when_stalled(line)
        self._await_request(TConn(self.cfg, line, client, listener.getsockname()))

    def on_client_socket_readable(self, conn: TConn, client: Any) -> None:
        """Somebody who was answered before begins to ask again."""
        if self.cfg.is_ssl:
            super().on_client_socket_readable(conn, client)
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await_request(conn)

    def _await_request(self, conn: TConn) -> None:
        arrival = Arrival(conn, time.monotonic())
        dropped = self.arrivals.add(arrival)
        self.poller.register(conn.sock, selectors.EVENT_READ, lambda _line: self._look_at(arrival))
        if dropped is not None:
            self._leave(dropped)
        if dropped is not arrival:
            self._look_at(arrival)

    def _look_at(self, arrival: Arrival) -> None:
        if arrival not in self.arrivals:
            return  # closed by what happened at the same moment
        try:
            if not arrival.is_whole(time.monotonic()):
                return
        except Gone:
            self._leave(arrival)
            return
        words = OK if self.under_way >= self.cfg.threads and arrival.asks_whether_we_live() else None
        way = None
        if words is None and self.keeper is not None:
            words, way = self.keeper.look(arrival.seen, arrival.address)
        if words is not None:
            arrival.answer(words)
            self._leave(arrival)
            return
        self._forget(arrival)
        conn = arrival.conn
        conn.data_ready = True
        conn.is_upload = arrival.is_upload
        conn.is_inside = way is not None and way.value == "inside"
        if way is not None and way.value == "queued":
            self.queued.append(conn)
        elif conn.is_upload and self.uploads >= max(1, self.cfg.threads // 2):
            self.held.append(conn)
        else:
            self.enqueue_req(conn)

    def _forget(self, arrival: Arrival) -> None:
        self.arrivals.remove(arrival)
        self.poller.unregister(arrival.conn.sock)

    def _leave(self, arrival: Arrival) -> None:
        self._forget(arrival)
        self._close(arrival.conn)

    def enqueue_req(self, conn: TConn) -> None:
        """Let a thread answer."""
        self.under_way += 1
        self.uploads += getattr(conn, "is_upload", False)
        super().enqueue_req(conn)

    # Requests are answered

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request, or pass its socket on."""
        if req.path.startswith(PATH) and self._hands_over(req, conn):
            conn.is_handed_over = True
            return False
        return bool(super().handle_request(req, conn))

    def _hands_over(self, req: Any, conn: TConn) -> bool:
        from club.streams import tickets

        # Behind TLS of gunicorn's own a socket cannot be shared between threads; proxies speak plainly to it.
        if self.streams is None or self.cfg.is_ssl or req.method != "GET":
            return False
        if not any(name == "ACCEPT" and "text/event-stream" in value for name, value in req.headers):
            return False
        ticket = tickets.read_ticket(unquote(req.path))
        return ticket is not None and self.streams.take(conn.sock, ticket)

    def finish_request(self, conn: TConn, fs: Any) -> None:
        """Forget a socket that was handed over, without closing it; let others ask again, or part from them."""
        self.under_way -= 1
        self.uploads -= getattr(conn, "is_upload", False)
        if self.keeper is not None and getattr(conn, "is_inside", False):
            conn.is_inside = False
            self.keeper.leave()
        while self.held and self.uploads < max(1, self.cfg.threads // 2):
            self.enqueue_req(self.held.popleft())
        if getattr(conn, "is_handed_over", False):
            self.nr_conns -= 1
        elif self.cfg.is_ssl or (_asks_again(fs) and not conn.parser.unreader.buf.getvalue()):
            super().finish_request(conn, fs)
        else:
            self._part(conn)

    def _part(self, conn: TConn) -> None:
        """Close as gunicorn does, so that the answer's end arrives, but do not stand still until the other closes."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, selectors.EVENT_READ, lambda _line: self._hear_out(conn))
        except (OSError, ValueError):
            self._close(conn)
            return
        self.parting[conn] = time.monotonic() + PARTING
        self._hear_out(conn)

    def _hear_out(self, conn: TConn) -> None:
        if conn not in self.parting:
            return
        try:
            if not conn.sock.recv(MOST):
                self._close(conn)
        except BlockingIOError:
            return
        except OSError:
            self._close(conn)

    def _close(self, conn: TConn) -> None:
        if self.parting.pop(conn, None) is not None:
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()


def _asks_again(answered: Any) -> bool:
    """Whether the connection stays for another request."""
    return not answered.cancelled() and answered.exception() is None and bool(answered.result())


def _files(wanted: int) -> int:
    """Let this process open so many files, or as many as it may; return how many that is."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now == resource.RLIM_INFINITY or now >= allowed:
        return allowed
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed
