"""Streams on sockets: what a browser receives, when they end, and that nobody takes them all."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Final

import pytest
from django.db import connections

from campaigns.matches.models.match import Match
from club.models import Member
from club.streams import events, looking, places
from club.streams.sockets import Streams
from club.streams.tickets import Ticket
from club.visibility import Visibility
from tests.club.streams.kit import ticket
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def match(ann: Member) -> Match:
    return pad([ann, MemberFactory.create(), "Guest"])


@pytest.fixture(autouse=True)
def browsers_are_closed() -> Iterator[None]:
    yield
    while Browser.opened:
        Browser.opened.pop().line.close()


@pytest.fixture
def streams(transactional_db: None) -> Iterator[Streams]:
    held = Streams(most=40)
    yield held
    held.stop(wait=PATIENCE)
    assert len(held) == 0


class Browser:
    """The other end of a stream."""

    opened: Final[list[Browser]] = []

    def __init__(self, streams: Streams, shown: Ticket) -> None:
        self.line, site = socket.socketpair()
        self.line.settimeout(PATIENCE)
        self.has_place = streams.take(site, shown)
        if not self.has_place:
            site.close()
        self.heard = b""
        self.opened.append(self)

    def until(self, words: bytes) -> bytes:
        """Read until these words; what came before them."""
        while words not in self.heard:
            data = self.line.recv(4096)
            assert data, self.heard
            self.heard += data
        before, _found, self.heard = self.heard.partition(words)
        return before

    def rest(self) -> bytes:
        """Read to the end."""
        while data := self.line.recv(4096):
            self.heard += data
        return self.heard


def test_a_browser_hears_the_mark_and_then_each_other_one(streams: Streams, ann: Member, match: Match) -> None:
    browser = Browser(streams, ticket(ann, match))
    head = browser.until(b"\r\n\r\n").decode()
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert "Content-Type: text/event-stream" in head
    assert "X-Accel-Buffering: no" in head
    assert "Content-Encoding" not in head
    assert browser.until(b"data: ") == b""
    first = browser.until(b"\n\n")
    enter(match, kill(0, 1), ann)
    assert browser.until(b"data: ") == b""
    assert browser.until(b"\n\n") != first


def test_a_line_that_is_silent_beats(
    streams: Streams, ann: Member, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert events.BEATS < 60 / 2, "proxies cut lines that are silent for a minute"
    monkeypatch.setattr(events, "BEATS", 0.1)
    browser = Browser(streams, ticket(ann, match))
    browser.until(b"data: ")
    for _ in range(3):
        browser.until(b"event: beat\ndata:\n\n")


def test_all_streams_end_within_three_seconds_when_the_server_stops(ann: Member, match: Match) -> None:
    streams = Streams(most=40)
    browsers = [Browser(streams, ticket(MemberFactory.create(), match)) for _ in range(20)]
    for browser in browsers:
        browser.until(b"data: ")
    begun = time.monotonic()
    streams.stop(wait=PATIENCE)
    for browser in browsers:
        browser.rest()
    assert time.monotonic() - begun < 3
    assert len(streams) == 0
    assert not Browser(streams, ticket(ann, match)).has_place


def test_a_page_that_is_closed_leaves_its_place(streams: Streams, ann: Member, match: Match) -> None:
    browsers = [Browser(streams, ticket(ann, match)) for _ in range(places.EACH)]
    assert [browser.has_place for browser in browsers] == [True] * places.EACH
    assert not Browser(streams, ticket(ann, match)).has_place
    browsers[0].line.close()
    until = time.monotonic() + PATIENCE
    while len(streams) == places.EACH:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert Browser(streams, ticket(ann, match)).has_place


def test_visitors_leave_half_of_the_places_to_members(streams: Streams, ann: Member, match: Match) -> None:
    Match.objects.update(visibility=Visibility.PUBLIC)  # else visitors are sent away, and their places are free again
    visitors = [Browser(streams, ticket(None, match)) for _ in range(21)]
    assert [browser.has_place for browser in visitors] == [True] * 20 + [False]
    assert Browser(streams, ticket(ann, match)).has_place


def test_whoever_may_not_look_on_is_sent_away(streams: Streams, match: Match) -> None:
    assert Browser(streams, ticket(None, match)).rest().endswith(b"\r\n\r\nevent: end\ndata:\n\n")


def test_a_database_that_is_away_for_a_while_ends_no_stream(
    streams: Streams, ann: Member, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(streams, ticket(ann, match))
    browser.until(b"data: ")
    browser.until(b"\n\n")
    asked: list[object] = []

    def away(watched: object) -> dict[object, str]:
        asked.append(watched)
        raise OSError("the server is away")

    with monkeypatch.context() as patched:
        patched.setattr(looking, "marks", away)
        until = time.monotonic() + PATIENCE
        while len(asked) < 3:
            assert time.monotonic() < until
            time.sleep(0.02)
    enter(match, kill(0, 1), ann)
    browser.until(b"data: ")


def test_the_thread_leaves_no_connection_behind(ann: Member, match: Match) -> None:
    closed: list[bool] = []
    streams = Streams(most=4)
    browser = Browser(streams, ticket(ann, match))
    browser.until(b"data: ")
    original = streams._close_all

    def close_all() -> None:
        original()
        closed.append(connections["default"].connection is None)

    streams._close_all = close_all  # type: ignore[method-assign]
    streams.stop(wait=PATIENCE)
    assert closed == [True]
