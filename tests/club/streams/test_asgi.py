"""Streams under an ASGI server: answered before Django, told, and gone when the browser is."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError

from campaigns.matches.models.match import Match
from club.models import Member
from club.streams import asgi, events, looking
from club.streams.tickets import Ticket
from tests.club.streams.kit import ticket
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def match(ann: Member) -> Match:
    return pad([ann, MemberFactory.create(), "Guest"])


def scope(path: str, accept: str = "text/event-stream", method: str = "GET") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "headers": [(b"accept", accept.encode())]}


async def pages(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "pages"})


class Visit:
    """A browser's request, as a server passes it on."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.sent.put(message)


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, work).result()


def test_a_stream_begins_with_the_mark_and_leaves_its_place(ann: Member, match: Match) -> None:
    async def visit(shown: Ticket) -> None:
        site, browser = asgi.Streams(pages, most=4), Visit()
        answering = asyncio.create_task(site(scope(shown.address()), browser.receive, browser.send))
        start = await browser.sent.get()
        assert start["status"] == 200
        assert (b"content-type", b"text/event-stream") in start["headers"]
        first = await asyncio.wait_for(browser.sent.get(), 30)
        assert first["body"].startswith(b"data: ")
        assert first["more_body"] is True
        browser.left.set()
        await asyncio.wait_for(answering, 30)
        assert site._places.taken == 0
        assert site._looking is not None
        await asyncio.wait_for(site._looking, 30)

    in_a_loop(visit(ticket(ann, match)))


def test_whoever_may_not_look_on_is_sent_away(match: Match) -> None:
    async def visit(shown: Ticket) -> None:
        site, browser = asgi.Streams(pages, most=4), Visit()
        await asyncio.wait_for(site(scope(shown.address()), browser.receive, browser.send), 30)
        await browser.sent.get()
        last = await browser.sent.get()
        assert (last["body"], last["more_body"]) == (b"event: end\ndata:\n\n", False)
        assert site._looking is not None
        await asyncio.wait_for(site._looking, 30)

    in_a_loop(visit(ticket(None, match)))


@pytest.mark.parametrize("other", ["accept", "method", "path", "ticket", "full"])
def test_everything_else_is_the_sites(ann: Member, match: Match, other: str) -> None:
    address = ticket(ann, match).address()
    asked = {
        "accept": scope(address, accept="text/html"),
        "method": scope(address, method="POST"),
        "path": scope("/"),
        "ticket": scope("/live/nothing"),
        "full": scope(address),
    }[other]

    async def visit() -> None:
        site, browser = asgi.Streams(pages, most=0 if other == "full" else 4), Visit()
        await site(asked, browser.receive, browser.send)
        assert (await browser.sent.get())["type"] == "pages"

    in_a_loop(visit())


def test_it_only_beats_while_the_database_answers(ann: Member, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "BEATS", 0.02)
    away, asked = asyncio.Event(), []
    marks = looking.marks

    def ask(watched: Any) -> Any:
        asked.append(away.is_set())
        if away.is_set():
            raise OperationalError("the server is away")
        return marks(watched)

    monkeypatch.setattr(looking, "marks", ask)

    async def visit(shown: Ticket) -> None:
        site, browser = asgi.Streams(pages, most=4), Visit()
        away.set()
        answering = asyncio.create_task(site(scope(shown.address()), browser.receive, browser.send))
        await browser.sent.get()
        while len(asked) < 3:
            await asyncio.sleep(0.02)
        while not browser.sent.empty():
            await browser.sent.get()  # beats of before the first question
        await asyncio.sleep(0.1)
        assert browser.sent.empty()
        away.clear()
        while not (await asyncio.wait_for(browser.sent.get(), 30))["body"].startswith(b"data: "):
            pass
        assert (await asyncio.wait_for(browser.sent.get(), 30))["body"] == events.BEAT
        browser.left.set()
        await asyncio.wait_for(answering, 30)
        await asyncio.wait_for(site._looking, 30)  # type: ignore[arg-type]

    in_a_loop(visit(ticket(ann, match)))
