"""To another site of the club and back in a real browser, by way of the log-in: no form ends where it may not."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from club.models import Member
from tests.browser.conftest import OpenPage
from tests.club.sites.test_provider import new_site
from tests.factories.club import PASSWORD, member_with_address

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class _There(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        said = b"<!doctype html><title>There</title><p>Arrived"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def back() -> Iterator[str]:
    """Where the other site waits for those who come back."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _There)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/back"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def zoe(transactional_db: None) -> Member:
    return member_with_address(username="zoe", display_name="Zoé")


def log_in(page: Page) -> None:
    page.get_by_label("User name or e-mail address").fill("zoe")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_member_goes_to_the_forum_by_way_of_the_log_in(
    open_page: OpenPage, live_server: LiveServer, zoe: Member, back: str, axe: Callable[[Page], None], javascript: bool
) -> None:
    site, _secret = new_site(back=back)
    asked = {
        "client_id": site.pk,
        "redirect_uri": back,
        "response_type": "code",
        "scope": "openid groups",
        "state": "s",
    }
    address = f"/identity/o/authorize?{urlencode({**asked, 'state': 's'})}"
    page = open_page("phone", language="en", javascript=javascript)
    page.goto(address)
    log_in(page)
    expect(page.get_by_role("heading", name="Sign in to The Forum")).to_be_visible()
    if javascript:
        axe(page)
    page.get_by_role("button", name="Agree and go on").click()
    expect(page.get_by_text("Arrived")).to_be_visible()
    assert "code=" in page.url and "state=s" in page.url
    page.context.clear_cookies()
    page.goto(address)
    log_in(page)
    expect(page.get_by_text("Arrived")).to_be_visible()
    page.goto(f"{live_server.url}/me/sites/")
    if javascript:
        axe(page)
    expect(page.get_by_role("heading", name="The Forum")).to_be_visible()
