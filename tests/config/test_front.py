"""A web process takes in nobody whom it would let wait while another process may be idle."""

from __future__ import annotations

import selectors
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

from config.front import Worker


class Line:
    """A connection that notes whether it was closed; ``answered`` is the work that a thread has with it."""

    def __init__(self) -> None:
        self.answered: Future[bool] = Future()
        self.is_closed = False

    def close(self, *, graceful: bool = False) -> None:
        self.is_closed = True


def worker() -> Any:
    made: Any = object.__new__(Worker)
    made.cfg = SimpleNamespace(threads=2)
    made.alive, made._accepting, made.sockets = True, False, []
    made.nr_conns, made.worker_connections = 0, 100
    made.poller = selectors.DefaultSelector()
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
