"""Two phones: one changes something, the other is told of it by a stream, or by what it asks where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from campaigns.matches.models.match import Match
from club.models import Member
from tests.browser.conftest import PATIENCE
from tests.config.test_serve import port
from tests.config.web_server import running
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad

__all__ = ["port"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PAD = "/status/?version="
TICKET = "/live/"
OpenPhone = Callable[..., Page]


@pytest.fixture
def match(transactional_db: None) -> Match:
    return pad([MemberFactory.create(display_name="Ann"), MemberFactory.create(display_name="Ben")])


@pytest.fixture
def server(tmp_path: Path, port: int, match: Match) -> Iterator[str]:
    """The web server as docs/operating.md has it started, which holds streams; the tests' own does not."""
    with running(tmp_path, port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[OpenPhone]:
    opened = []

    def phone(site: str, member: Member, script: str = "") -> Page:
        context = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, locale="en-GB")
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        client = Client()
        client.force_login(member)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
        if script:
            context.add_init_script(script)
        return context.new_page()

    yield phone
    for context in opened:
        context.close()


def asked_by(page: Page) -> list[str]:
    """What the page asks from now on."""
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if PAD in request.url or TICKET in request.url else None
    )
    return asked


def shows(page: Page, match: Match) -> None:
    match.refresh_from_db()
    expect(page.locator("#pad-live")).to_have_attribute("data-version", str(match.version))


def test_the_other_phone_is_told_by_the_stream_and_asks_only_then(
    server: str, match: Match, open_phone: OpenPhone
) -> None:
    ann, ben = (seat.player.member for seat in match.seats.select_related("player__member").order_by("seat"))
    assert ann is not None
    assert ben is not None
    page = open_phone(server, ben)
    with page.expect_request("**/live/**") as stream:
        page.goto(f"/scores/{match.pk}/pad/")
    assert stream.value.headers["accept"] == "text/event-stream"
    asked = asked_by(page)
    page.wait_for_timeout(3500)
    assert asked == [], "nothing has changed: nobody asks"
    enter(match, kill(0, 1), ann)
    shows(page, match)
    assert len(asked) == 1, asked
    # A page that nobody looks at is told nothing, and knows all when it is looked at again.
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
            window.away = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    enter(match, kill(1, 0), ann)
    page.wait_for_timeout(1500)
    assert len(asked) == 1
    with page.expect_request("**/live/**"):
        page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    shows(page, match)


@pytest.mark.parametrize("lacks", ["a browser without streams", "a server without streams"])
def test_where_there_is_no_stream_the_phone_asks_for_the_mark_alone(
    lacks: str, server: str, match: Match, open_phone: OpenPhone
) -> None:
    ann, ben = (seat.player.member for seat in match.seats.select_related("player__member").order_by("seat"))
    assert ann is not None
    assert ben is not None
    refused = """
        window.EventSource = class extends EventTarget {
            constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("error")), 0); }
            close() {}
        };"""
    page = open_phone(server, ben, "delete window.EventSource;" if "browser" in lacks else refused)
    with page.expect_response("**/live/**") as answer:
        page.goto(f"/scores/{match.pk}/pad/")
    assert (answer.value.status, answer.value.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    asked = asked_by(page)
    for _ in range(2):
        with page.expect_response("**/live/**"):
            pass
    assert asked
    assert not [url for url in asked if TICKET not in url], "as long as the mark is the same, nothing else is asked"
    enter(match, kill(0, 1), ann)
    shows(page, match)


def test_where_nobody_answers_for_tickets_the_phone_asks_as_ever(
    server: str, match: Match, open_phone: OpenPhone
) -> None:
    ann, ben = (seat.player.member for seat in match.seats.select_related("player__member").order_by("seat"))
    assert ann is not None
    assert ben is not None
    page = open_phone(server, ben)
    page.route("**/live/**", lambda route: route.abort())
    with page.expect_response(f"**{PAD}*") as answer:
        page.goto(f"/scores/{match.pk}/pad/")
    assert answer.value.status == 204
    enter(match, kill(0, 1), ann)
    shows(page, match)


def test_a_stream_that_only_beats_is_not_trusted(server: str, match: Match, open_phone: OpenPhone) -> None:
    ann, ben = (seat.player.member for seat in match.seats.select_related("player__member").order_by("seat"))
    assert ann is not None
    assert ben is not None
    phone = open_phone(
        server,
        ann,
        """window.EventSource = class {
             addEventListener(name, hear) { if (name === "beat") this.beats = setInterval(() => hear({}), 200); }
             close() { clearInterval(this.beats); }
           };""",
    )
    phone.goto(f"/scores/{match.pk}/pad/")
    shows(phone, match)
    enter(match, kill(1, 0), ben)
    shows(phone, match)
