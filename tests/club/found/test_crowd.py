"""Strangers who come too often or too many are told to come later; members are counted nowhere."""

from __future__ import annotations

import logging
import threading

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from club.found import crowd
from club.found.crowd import Allowance, Asked, CrowdMiddleware, Door, Keeper, Way, bounds
from config.logs import TurnedAwayFilter

BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_an_address_may_ask_so_often_and_then_as_fast_as_its_allowance_fills_up() -> None:
    clock = Clock()
    allowance = Allowance(10, 2, clock=clock)
    assert [allowance.take("a") for _ in range(20)] == [0.0] * 20
    assert allowance.take("a") == pytest.approx(0.1)
    assert allowance.take("b") == 0.0
    clock.now += 0.5
    assert [bool(allowance.take("a")) for _ in range(6)] == [False] * 5 + [True]


def test_addresses_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.found.crowd.KNOWN", 3)
    allowance = Allowance(1, 1, clock=Clock())
    for address in "abcde":
        allowance.take(address)
    assert len(allowance._left) == 3


def test_one_is_inside_one_waits_and_a_third_is_turned_away() -> None:
    door, outcomes = Door(patience=30), []
    with door.entered() as first:
        waits = threading.Thread(target=lambda: outcomes.append(door.entered().__enter__()))
        waits.start()
        while not door._waiting.locked():
            pass
        with door.entered() as third:
            assert (first, third) == (True, False)
    waits.join()
    assert outcomes == [True]


def test_whoever_waits_in_vain_is_turned_away() -> None:
    door = Door(patience=0.0, clock=Clock())
    with door.entered(), door.entered() as second:
        assert not second
    with door.entered() as later:
        assert later


@pytest.mark.parametrize(
    ("name", "crawls"),
    [
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", True),
        ("Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", True),
        ("facebookexternalhit/1.1", True),
        ("python-requests/2.32", True),
        ("", True),
        (BROWSER, False),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
            False,
        ),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", False),
    ],
)
def test_programs_that_say_what_they_are_are_known(name: str, crawls: bool) -> None:
    assert Asked("", name, has_cookie=False).crawls is crawls


@pytest.fixture
def busy(settings: LazySettings) -> CrowdMiddleware:
    settings.STRANGERS_A_SECOND = 1
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    bounds.cache_clear()

    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse("a page")

    return CrowdMiddleware(page)


def asked(middleware: CrowdMiddleware, times: int, path: str = "/", **headers: str) -> list[int]:
    kit = RequestFactory(headers={"user-agent": BROWSER, "x-forwarded-for": "198.51.100.7", **headers})
    return [middleware(kit.get(path)).status_code for _ in range(times)]


def test_a_crawling_address_is_told_when_to_come_again(busy: CrowdMiddleware) -> None:
    assert set(asked(busy, 12)) == {200}
    kit = RequestFactory(headers={"user-agent": BROWSER, "x-forwarded-for": "198.51.100.7"})
    answer = busy(kit.get("/"))
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 10
    assert asked(busy, 1, **{"x-forwarded-for": "198.51.100.8"}) == [200]


def test_members_forms_and_monitors_are_not_counted(busy: CrowdMiddleware) -> None:
    assert set(asked(busy, 40, cookie="sessionid=anything")) == {200}
    assert set(asked(busy, 40, "/healthz")) == {200}
    kit = RequestFactory(headers={"user-agent": BROWSER, "x-forwarded-for": "198.51.100.7"})
    assert {busy(kit.post("/accounts/login/")).status_code for _ in range(40)} == {200}


def test_a_proxy_that_is_not_believed_is_nobodys_address(busy: CrowdMiddleware, settings: LazySettings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert set(asked(busy, 40)) == {200}


def test_a_crowd_gets_one_answer_at_a_time(busy: CrowdMiddleware) -> None:
    """Many addresses, each asking once: the first are a club's visitors, those after them come one by one."""
    crowd = [{"x-forwarded-for": f"198.51.100.{number}"} for number in range(1, 40)]
    assert {status for one in crowd for status in asked(busy, 1, **one)} == {200}
    bounds().door = Door(patience=0.0)
    with bounds().door.entered():
        kit = RequestFactory(headers={"user-agent": BROWSER, "x-forwarded-for": "198.51.100.99"})
        turned = busy(kit.get("/"))
        assert turned.status_code == 503
        assert turned.headers["Retry-After"] == "10"
        assert turned.headers["Cache-Control"] == "no-store"
        back = {"x-forwarded-for": "198.51.100.98", "cookie": "csrftoken=known"}
        assert asked(busy, 1, **back) == [200], "who was here before is no crowd"


def test_a_program_gets_one_answer_at_a_time(busy: CrowdMiddleware) -> None:
    bounds().door = Door(patience=0.0, clock=Clock())
    first, second = ({"user-agent": "ExampleBot/1.0", "x-forwarded-for": f"198.51.100.{n}"} for n in (1, 2))
    with bounds().door.entered():
        assert asked(busy, 1, **first) == [503]
        assert asked(busy, 1) == [200]
    assert asked(busy, 1, **second) == [200]


def test_nothing_is_limited_where_the_operator_says_so(busy: CrowdMiddleware, settings: LazySettings) -> None:
    settings.STRANGERS_A_SECOND = 0
    assert set(asked(busy, 60)) == {200}


@pytest.mark.django_db
def test_a_client_of_this_machine_is_a_proxy_or_a_tool(settings: LazySettings) -> None:
    settings.STRANGERS_A_SECOND = 1
    client = Client(headers={"user-agent": BROWSER})
    client.cookies["csrftoken"] = "x" * 32
    assert {client.get("/robots.txt").status_code for _ in range(30)} == {200}


def test_after_each_the_place_stays_empty_for_a_while() -> None:
    clock = Clock()
    door = Door(patience=1.0, clock=clock)
    for _one in range(crowd.FEW + 1):
        with door.entered() as first:
            clock.now += 0.5
            assert first, "after the first few there is no rest, however slow they were"
    with door.entered() as too_early:
        assert not too_early
    clock.now += 2.5
    with door.entered() as later:
        assert later


def test_a_program_has_less_than_people(busy: CrowdMiddleware, settings: LazySettings) -> None:
    settings.STRANGERS_A_SECOND = 10
    bounds.cache_clear()
    roomy = busy
    bounds().door = Door(patience=0.0, clock=lambda: 0.0)
    programs = asked(roomy, 60, **{"user-agent": "ExampleBot/1.0"})
    people = asked(roomy, 60, **{"x-forwarded-for": "198.51.100.20", "cookie": "csrftoken=known"})
    assert (programs.count(429), people.count(429)) == (52, 0)


def test_who_is_turned_away_is_not_in_the_log(caplog: pytest.LogCaptureFixture, busy: CrowdMiddleware) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Too Many Requests", None, None)
    record.request = RequestFactory().get("/")
    assert TurnedAwayFilter().filter(record)
    kit = RequestFactory(headers={"user-agent": BROWSER, "x-forwarded-for": "198.51.100.7"})
    turned = next(request for request in (kit.get("/") for _ in range(30)) if busy(request).status_code == 429)
    record.request = turned
    assert not TurnedAwayFilter().filter(record)


# What the web server says without a thread


def head(path: str = "/", **headers: str) -> bytes:
    told = {"Host": "club.example", "User-Agent": BROWSER, "X-Forwarded-For": "198.51.100.7", **headers}
    return "\r\n".join([f"GET {path} HTTP/1.1", *(f"{k}: {v}" for k, v in told.items()), "", ""]).encode()


PEER = "127.0.0.1"


def tired(keeper: Keeper) -> None:
    """The first few have come and gone: from now on there is a rest after each."""
    for number in range(crowd.FEW):
        assert keeper.look(head(**{"X-Forwarded-For": f"203.0.113.{number}"}), PEER) == (None, Way.INSIDE)
        keeper.leave()


def test_the_server_turns_away_whom_the_site_would(busy: CrowdMiddleware) -> None:
    keeper = Keeper()
    assert keeper.look(head(), PEER) == (None, Way.INSIDE)
    while asked(busy, 1) == [200]:
        pass
    answer, _way = keeper.look(head(), PEER)
    assert answer is not None
    first, *lines = answer.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    told = dict(line.split(": ", 1) for line in lines)
    assert first == "HTTP/1.1 429 Too Many Requests"
    assert int(told["Retry-After"]) >= 1
    assert int(told["Content-Length"]) == len(crowd.WORDS)
    for other in (
        head(Cookie="sessionid=x"),
        head("/static/css/base.css"),
        head().replace(b"GET", b"POST"),
        head(Cookie="csrftoken=x", **{"X-Forwarded-For": "198.51.100.8"}),
    ):
        assert keeper.look(other, PEER) == (None, Way.FREE)


def test_browsers_queue_up_and_are_let_in_one_by_one(busy: CrowdMiddleware) -> None:
    clock = Clock()
    keeper = Keeper(clock=clock)
    tired(keeper)
    room = [head(**{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(1, 34)]
    ways = [keeper.look(one, PEER) for one in room]
    assert [way for words, way in ways if words is None] == [Way.INSIDE, *[Way.QUEUED] * crowd.QUEUE]
    assert [words[:12] for words, _way in ways if words is not None] == [b"HTTP/1.1 503"] * 2
    assert keeper.rest() == float("inf")
    assert not keeper.let_in()
    clock.now += 1.0
    keeper.leave()
    assert keeper.rest() == 5.0
    assert not keeper.let_in()
    clock.now += 5.0
    assert keeper.let_in()
    assert not keeper.let_in(), "somebody is inside again"


def test_the_server_lets_one_program_in_and_rests_after_it(busy: CrowdMiddleware) -> None:
    clock = Clock()
    keeper = Keeper(clock=clock)
    tired(keeper)
    first, second, third = (
        head(**{"User-Agent": "ExampleBot/1.0", "X-Forwarded-For": f"198.51.100.{number}"}) for number in (1, 2, 3)
    )
    assert keeper.look(first, PEER) == (None, Way.INSIDE)
    assert keeper.look(second, PEER) == (None, Way.QUEUED), "a link's picture is not lost for a moment's sake"
    answer, _way = keeper.look(third, PEER)
    assert answer is not None
    assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    visitor = head(Cookie="csrftoken=x", **{"X-Forwarded-For": "198.51.100.8"})
    assert keeper.look(visitor, PEER) == (None, Way.FREE), "who was here before does not pass there"
    clock.now += 1.0
    keeper.leave()
    assert not keeper.let_in()
    clock.now += 5.0
    assert keeper.let_in()


def test_a_slow_page_shuts_nobody_out_who_comes_next(busy: CrowdMiddleware) -> None:
    clock = Clock()
    keeper = Keeper(clock=clock)
    program = head(**{"User-Agent": "ExampleBot/1.0", "X-Forwarded-For": "198.51.100.1"})
    assert keeper.look(head(), PEER) == (None, Way.INSIDE)
    clock.now += 3.0
    keeper.leave()
    assert keeper.look(program, PEER) == (None, Way.INSIDE)


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "whom"),
    [
        ("198.51.100.7", "", 0, "198.51.100.7"),
        ("198.51.100.7", "203.0.113.1", 0, ""),
        ("127.0.0.1", "203.0.113.1", 1, "203.0.113.1"),
        ("127.0.0.1", "6.6.6.6, 203.0.113.1", 1, "203.0.113.1"),
        ("127.0.0.1", "203.0.113.1", 2, ""),
        ("127.0.0.1", "", 0, ""),
        ("", "", 1, ""),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::/64"),
        ("127.0.0.1", "nonsense", 1, ""),
    ],
)
def test_whom_a_request_is_counted_for(
    settings: LazySettings, peer: str, forwarded: str, proxies: int, whom: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert crowd.counted(peer, forwarded) == whom
