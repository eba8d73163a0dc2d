"""A web process takes in nobody whom it would let wait while another process may be idle."""

from __future__ import annotations

import contextlib
import io
import selectors
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from config import front
from config.arrivals import BODY, EACH, HEAD, MOST
from config.front import LATE, PARTING, Worker
from tests.config.test_serve import port
from tests.config.web_server import running

__all__ = ["port"]


@pytest.fixture(autouse=True)
def everything_is_closed() -> Iterator[None]:
    yield
    while Line.opened:
        line = Line.opened.pop()
        line.close()
        line.browser.close()
    while _pollers:
        _pollers.pop().close()


class Line:
    """A connection that notes whether it was closed; ``answered`` is the work that a thread has with it."""

    opened: ClassVar[list[Line]] = []

    def __init__(self, client: str = "192.0.2.7") -> None:
        self.answered: Future[bool] = Future()
        self.is_closed = False
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.browser = socket.create_connection(listener.getsockname())
            self.sock, _place = listener.accept()
        self.browser.settimeout(30)
        self.client = (client, 40_000)
        self.parser = SimpleNamespace(unreader=SimpleNamespace(buf=io.BytesIO()))
        self.opened.append(self)

    def close(self, *, graceful: bool = False) -> None:
        self.is_closed = True
        self.sock.close()


_pollers: list[selectors.BaseSelector] = []


def worker() -> Any:
    made: Any = object.__new__(Worker)
    made.cfg = SimpleNamespace(threads=2, is_ssl=False)
    made.prepare()
    made.alive, made._accepting, made.sockets = True, False, []
    made.nr_conns, made.worker_connections = 0, 100
    made.poller = selectors.DefaultSelector()
    _pollers.append(made.poller)
    made.method_queue = SimpleNamespace(defer=lambda *_call: None)
    made.tpool = SimpleNamespace(submit=lambda _handle, line: line.answered)
    return made


def looks(at: Any) -> bool:
    """Whether somebody new would be let in now."""
    at.wait_for_and_dispatch_events(0)
    return bool(at._accepting)


def test_who_comes_while_all_threads_work_is_left_to_others() -> None:
    process = worker()
    lines = [Line(), Line()]
    assert looks(process)
    for line in lines:
        assert looks(process)
        process.nr_conns += 1
        process.enqueue_req(line)
    assert not looks(process)
    lines[0].answered.set_result(False)
    lines[0].browser.close()
    process.finish_request(lines[0], lines[0].answered)
    assert lines[0].is_closed
    assert looks(process)


def test_a_socket_that_is_handed_over_takes_no_thread() -> None:
    process = worker()
    for line in (Line(), Line(), Line()):
        process.nr_conns += 1
        process.enqueue_req(line)
        line.is_handed_over = True  # type: ignore[attr-defined]
        process.finish_request(line, line.answered)
        assert not line.is_closed
    assert looks(process)


def test_a_process_that_stops_takes_nobody_in() -> None:
    process = worker()
    process.alive = False
    assert not looks(process)


# Slow connections


class Clock:
    """The time by which connections are given up."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(front, "time", made)
    return made


def come(at: Any, said: bytes = b"", client: str = "192.0.2.7") -> Line:
    line = Line(client)
    line.browser.sendall(said)
    while _bytes(line) < len(said):
        pass
    at.nr_conns += 1
    at._await_request(line)
    return line


def says(at: Any, line: Line, more: bytes) -> None:
    """Send more, and let the process look once it has arrived."""
    there = _bytes(line)
    line.browser.sendall(more)
    while _bytes(line) < there + len(more):
        pass
    at.wait_for_and_dispatch_events(0)


def _bytes(line: Line) -> int:
    try:
        return len(line.sock.recv(2 * MOST, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except BlockingIOError:
        return 0


def answer(at: Any, line: Line) -> None:
    """A thread has read the request and answered it; the browser closes."""
    line.sock.recv(2 * MOST)
    line.answered.set_result(False)
    line.browser.close()
    at.finish_request(line, line.answered)


def test_half_a_head_holds_no_thread_and_a_whole_one_has_it_at_once() -> None:
    process = worker()
    slow = [come(process, b"GET / HTTP/1.1\r\nHost: cl") for _ in range(12)]
    silent = come(process)
    whole = come(process, b"GET / HTTP/1.1\r\nHost: club.example\r\n\r\n")
    assert process.under_way == 1
    for letter in b"ub.example\r\n\r":
        says(process, slow[0], bytes([letter]))
        assert process.under_way == 1
    says(process, slow[0], b"\n")
    assert process.under_way == 2
    answer(process, whole)
    answer(process, slow[0])
    assert (process.under_way, process.nr_conns) == (0, 12)
    assert not silent.is_closed


def test_a_head_that_is_too_slow_is_told_so_and_closed(clock: Clock) -> None:
    process = worker()
    slow, silent = come(process, b"GET / HT"), come(process)
    clock.now += HEAD - 0.1
    says(process, slow, b"TP/1.1")
    assert not slow.is_closed
    clock.now += 0.1
    process.wait_for_and_dispatch_events(0)
    assert slow.is_closed
    assert silent.is_closed
    assert slow.browser.recv(99).startswith(b"HTTP/1.1 408 ")
    assert silent.browser.recv(99) == b""
    assert process.nr_conns == 0


def test_who_asks_again_on_the_same_connection_is_waited_for_likewise(clock: Clock) -> None:
    process = worker()
    process.keepalived_conns = [line := Line()]
    process.nr_conns = 1
    process.poller.register(line.sock, selectors.EVENT_READ, lambda its: process.on_client_socket_readable(line, its))
    says(process, line, b"GET / HTTP")
    assert process.under_way == 0
    clock.now += HEAD
    process.wait_for_and_dispatch_events(0)
    assert line.is_closed


def test_a_form_is_waited_for_and_a_file_is_read_by_a_thread(clock: Clock) -> None:
    process = worker()
    head = b"POST / HTTP/1.1\r\nHost: club.example\r\nContent-Length: %d\r\n\r\n"
    form = come(process, head % 20 + b"title=The")
    clock.now += HEAD + BODY / 2 - 0.1
    says(process, form, b"+long+")
    assert (process.under_way, form.is_closed) == (0, False)
    says(process, form, b"night")
    assert process.under_way == 1
    answer(process, form)
    for body in (head % (MOST + 1), b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"):
        file = come(process, body)
        assert process.under_way == 1
        waiting = come(process, body)
        assert process.under_way == 1, "files hold half of the threads at most"
        page = come(process, b"GET / HTTP/1.1\r\n\r\n")
        assert process.under_way == 2
        answer(process, page)
        answer(process, file)
        assert process.under_way == 1
        answer(process, waiting)
    assert (process.under_way, process.uploads, process.nr_conns) == (0, 0, 0)


def test_an_address_has_so_many_that_wait_and_the_oldest_goes() -> None:
    process = worker()
    other = come(process, b"GET", client="198.51.100.20")
    lines = [come(process, b"GET /") for _ in range(EACH + 2)]
    assert [line.is_closed for line in lines] == [True] * 2 + [False] * EACH
    assert not other.is_closed
    assert process.nr_conns == EACH + 1


def test_with_no_room_for_more_the_oldest_goes() -> None:
    process = worker()
    process.worker_connections = 3
    lines = [come(process, b"GET /", client=f"192.0.2.{number}") for number in range(3)]
    assert looks(process)
    assert [line.is_closed for line in lines] == [True, False, False]


def test_who_goes_is_forgotten_and_too_long_a_head_is_not_read() -> None:
    process = worker()
    gone, long = come(process, b"GET / HT"), come(process, b"GET / HTTP/1.1\r\n")
    gone.browser.close()
    process.wait_for_and_dispatch_events(0)
    assert gone.is_closed
    says(process, long, b"X-Long: " + b"a" * MOST)
    assert long.is_closed
    assert process.under_way == 0


def test_a_monitor_is_answered_while_all_threads_are_at_work(clock: Clock) -> None:
    process = worker()
    for _ in range(2):
        come(process, b"GET / HTTP/1.1\r\n\r\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process.sockets = [listener]
        assert not looks(process)
        with socket.create_connection(listener.getsockname(), timeout=30) as monitor:
            monitor.sendall(b"GET /healthz HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n")
            process.wait_for_and_dispatch_events(0)
            clock.now += LATE
            while process.nr_conns == 2 and not process.arrivals and monitor_waits(monitor):
                process.wait_for_and_dispatch_events(0)
            assert monitor.recv(999).endswith(b"\r\n\r\nok\n")
    assert (process.under_way, process.nr_conns) == (2, 2)


def monitor_waits(monitor: socket.socket) -> bool:
    monitor.setblocking(False)
    try:
        monitor.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    finally:
        monitor.settimeout(30)
    return False


def test_who_does_not_close_after_the_answer_keeps_nobody_waiting(clock: Clock) -> None:
    process = worker()
    line = come(process, b"GET / HTTP/1.1\r\n\r\n")
    line.sock.recv(99)
    line.answered.set_result(False)
    process.finish_request(line, line.answered)
    assert not line.is_closed
    assert line.browser.recv(9) == b"", "it was told that nothing more comes"
    clock.now += PARTING
    process.wait_for_and_dispatch_events(0)
    assert line.is_closed
    assert process.nr_conns == 0


def test_half_a_request_behind_a_whole_one_holds_no_thread_either() -> None:
    process = worker()
    line = come(process, b"GET / HTTP/1.1\r\n\r\n")
    line.parser.unreader.buf = io.BytesIO(b"GET / HT")
    line.browser.close()
    line.sock.recv(99)
    line.answered.set_result(True)
    process.finish_request(line, line.answered)
    assert line.is_closed
    assert process.under_way == 0


def test_a_process_that_stops_waits_for_nobody() -> None:
    process = worker()
    line = come(process, b"GET / HT")
    process.alive = False
    process.wait_for_and_dispatch_events(0)
    assert line.is_closed


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_twelve_slow_ones_stop_nothing(tmp_path: Path, port: int) -> None:
    with running(tmp_path, port, "--threads", "1"), contextlib.ExitStack() as opened:

        def connect(said: bytes) -> socket.socket:
            line = opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            line.sendall(said)
            return line

        def asked(path: str) -> bytes:
            line = connect(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            return b"".join(iter(lambda: line.recv(65_536), b""))

        for _ in range(12):
            connect(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert asked("/about/").startswith(b"HTTP/1.1 200 ")
        connect(b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n\r\n")
        assert asked("/healthz").endswith(b"ok\n")
