"""The web server's processes: gunicorn's threads for pages, and one thread beside them that holds all streams.

    gunicorn config.wsgi --worker-class config.front.Worker

A request for a stream (``club.streams``) is read like any other; then its socket changes hands, and the thread that
read it is free. Pages are answered exactly as by gunicorn's ``gthread``, except that a process whose threads are all at
work leaves who comes next to the others: gunicorn's would take everybody in, to wait for it while another one is idle.
"""

from __future__ import annotations

import resource
from types import FrameType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from gunicorn.workers.gthread import TConn, ThreadWorker

if TYPE_CHECKING:
    from club.streams.sockets import Streams

SPARE: Final = 256
"""Files that a process opens besides streams: the database, static files, pages that are just answered."""
PATH: Final = "/live/"


class Worker(ThreadWorker):
    """A web process."""

    streams: Streams | None = None
    under_way = 0
    """Requests that threads have or wait for; counted by the main thread alone."""

    def run(self) -> None:
        """Answer until told to stop; then no stream is left."""
        from club.streams.sockets import Streams  # the site's settings are known by now
        from config.settings import LIVE_STREAMS

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

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request, or pass its socket on."""
        if req.path.startswith(PATH) and self._hands_over(req, conn):
            conn.is_handed_over = True
            return False
        return bool(super().handle_request(req, conn))

    def enqueue_req(self, conn: TConn) -> None:
        """Let a thread answer."""
        self.under_way += 1
        super().enqueue_req(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what happens; for somebody new only while a thread is free."""
        if self.alive:
            free = self.under_way < self.cfg.threads
            self.set_accept_enabled(free and self.nr_conns < self.worker_connections)
        super().wait_for_and_dispatch_events(timeout)

    def _hands_over(self, req: Any, conn: TConn) -> bool:
        from club.streams import tickets

        # Behind TLS of gunicorn's own a socket cannot be shared between threads; proxies speak plainly to it.
        if self.streams is None or self.cfg.is_ssl or req.method != "GET":
            return False
        if not any(name == "ACCEPT" and "text/event-stream" in value for name, value in req.headers):
            return False
        ticket = tickets.read(unquote(req.path))
        return ticket is not None and self.streams.take(conn.sock, ticket)

    def finish_request(self, conn: TConn, fs: Any) -> None:
        """Forget a socket that was handed over, without closing it."""
        self.under_way -= 1
        if getattr(conn, "is_handed_over", False):
            self.nr_conns -= 1
        else:
            super().finish_request(conn, fs)


def _files(wanted: int) -> int:
    """Let this process open so many files, or as many as it may; return how many that is."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now == resource.RLIM_INFINITY or now >= allowed:
        return allowed
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed
