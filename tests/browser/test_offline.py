"""Aeroplane mode: what one visit leaves in the browser opens without a network, for its member and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from club.models import Member
from tests.browser.conftest import PATIENCE, SIZES
from tests.factories.battles import warband
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

pytestmark = [pytest.mark.django_db(transaction=True)]
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("kept:")) continue;
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
  }
  return found;
}"""


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Opens a phone that lets the service worker in: ``phone(member)``."""
    contexts: list[BrowserContext] = []

    def opened(member: Member | None = None, language: str = "en-GB") -> Page:
        context = browser.new_context(
            base_url=live_server.url, viewport=SIZES["phone"], locale=language, service_workers="allow"
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if member is not None:
            log_in(context, member, live_server.url)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def log_in(context: BrowserContext, member: Member, site: str) -> None:
    client = Client()
    client.force_login(member)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])


def until_kept(page: Page, path: str) -> None:
    """Wait until the browser has kept that."""
    page.evaluate(
        f"""async () => {{
          while (!(await ({KEPT})()).includes({path!r})) await new Promise((done) => setTimeout(done, 100));
        }}"""
    )


def visit(page: Page, *addresses: str) -> None:
    """Visit the noticeboard until the worker has fetched what it will; then these pages."""
    page.goto("/")
    until_kept(page, "/-/gathered")
    for address in addresses:
        page.goto(address)
        until_kept(page, address.partition("?")[0])


def test_after_one_visit(phone: Callable[..., Page]) -> None:
    ann = MemberFactory.create(display_name="Ann")
    band = warband(ann, "Wolves")
    pad([ann, MemberFactory.create(display_name="Ben")])
    page = phone(ann)
    visit(page)
    page.context.set_offline(True)
    page.goto(reverse("rosters:roster", args=[band.pk]))
    expect(page.get_by_text("As of")).to_be_visible()
