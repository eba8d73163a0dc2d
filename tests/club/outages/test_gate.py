"""Who asks whether the database is back, and how often."""

from __future__ import annotations

from django.db import OperationalError

from club.outages.gate import PAUSE, Gate


class Server:
    """A database server that is there or not, and the clock beside it."""

    def __init__(self) -> None:
        self.is_there, self.asked, self.now = True, 0, 100.0
        self.gate = Gate(self.reach, lambda: self.now)

    def reach(self) -> None:
        self.asked += 1
        if not self.is_there:
            raise OperationalError("connection refused")


def test_as_long_as_all_is_well_nobody_asks() -> None:
    server = Server()
    assert not server.gate.is_closed()
    assert server.asked == 0


def test_a_page_without_a_connection_asks_first_whether_it_is_the_servers_fault() -> None:
    server = Server()
    server.gate.failed()
    assert not server.gate.is_closed(), "all connections were in use"
    assert server.asked == 1


def test_while_it_is_away_one_asks_from_time_to_time_and_all_are_refused_at_once() -> None:
    server = Server()
    server.is_there = False
    server.gate.failed()
    assert [server.gate.is_closed() for _ in range(9)] == [True] * 9
    server.gate.failed()
    assert server.asked == 1
    server.now += PAUSE
    assert [server.gate.is_closed() for _ in range(9)] == [True] * 9
    assert server.asked == 2


def test_it_is_open_again_a_moment_after_the_server_is_back() -> None:
    server = Server()
    server.is_there = False
    server.gate.failed()
    server.is_there = True
    assert server.gate.is_closed()
    server.now += PAUSE
    assert PAUSE <= 0.5
    assert not server.gate.is_closed()
    assert server.asked == 2
    assert not server.gate.is_closed()


def test_nobody_else_waits_for_the_one_who_asks() -> None:
    server = Server()
    server.is_there = False
    server.gate.failed()
    seen = []
    reach = server.reach

    def slowly() -> None:
        seen.append(server.gate.is_closed())
        reach()

    server.gate._reach = slowly
    server.now += PAUSE
    server.gate.is_closed()
    assert seen == [True]
