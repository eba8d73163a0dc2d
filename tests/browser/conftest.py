"""A real Chromium on the live site: phone or desktop, French or English, with JavaScript or without."""

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from club.models import Member
from tests import services

# Playwright's synchronous interface keeps an event loop in this thread, which Django takes for a mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Milliseconds. A busy machine is no fault of the pages.
PATIENCE = 60_000
PAUSE = 100
"""Milliseconds between two looks at what comes sooner or later."""
expect.set_options(timeout=PATIENCE)

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}

AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder needs a browser."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=services.chromium(), args=FLAGS, timeout=PATIENCE)
        # Only tests of reading offline let the site's service worker in (``service_workers="allow"``).
        chromium.new_context = partial(chromium.new_context, service_workers="block")  # type: ignore[method-assign]
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[OpenPage]:
    """Opens a page in its own context: ``open_page("phone", language="en", javascript=False, member=ann)``.

    ``page.goto`` takes paths. At the end the test fails if a page threw an error, broke the content security
    policy, or asked for a file that is not there; a test that means to do so clears ``page.complaints``.
    """
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def opened(
        size: str = "phone", *, language: str = "fr", javascript: bool = True, member: Member | None = None
    ) -> Page:
        phone = size == "phone"
        context = browser.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],
            locale=LOCALES[language],
            java_script_enabled=javascript,
            has_touch=phone,
            is_mobile=phone,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if member is not None:
            client = Client()
            client.force_login(member)
            session = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
        page = context.new_page()
        page.complaints = []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda message: _note(page, message))
        pages.append(page)
        return page

    yield opened
    complaints = [line for page in pages for line in page.complaints]
    for context in contexts:
        context.close()
    assert not complaints, complaints


# A refused form answers 422 and a closed door 403 or 404; and who leaves a page leaves behind what it was just asking
# for. The browser and htmx log those as errors, we do not. (Of a request that fails htmx also logs htmx:sendError.) Nor
# is it the page's fault when a busy machine takes long to answer a live page's question; the page asks again.
NO_COMPLAINT = ("the server responded with a status of 4", "htmx:sendAbort", "htmx:afterRequest", "htmx:timeout")


def _note(page: Page, message: ConsoleMessage) -> None:
    if message.type == "error" and not any(words in message.text for words in NO_COMPLAINT):
        page.complaints.append(f"{page.url}: {message.text}")


@pytest.fixture
def phone_page(open_page: OpenPage) -> Page:
    """A visitor's phone, in French, with JavaScript."""
    return open_page("phone")


@pytest.fixture
def plain_phone_page(open_page: OpenPage) -> Page:
    """A visitor's phone, in French, without JavaScript."""
    return open_page("phone", javascript=False)


@pytest.fixture
def desktop_page(open_page: OpenPage) -> Page:
    """A visitor's desktop, in French, with JavaScript."""
    return open_page("desktop")


def shows_soon(page: Page, look: Callable[[], None]) -> None:
    """Check with ``look`` that a page shows what just happened elsewhere, without being touched, within two seconds.

    It asks every second, and the first question after the event must bring it; one may have been on its way before.
    Questions are counted and not seconds: how fast they are answered here says nothing about the pages.
    """
    pulse = page.locator("[hx-get*='/status/']")
    expect(pulse).to_have_attribute("hx-trigger", re.compile("^every [15]s(, told)?$"))  # 5: it shows the end already
    answers: list[int] = []

    def note(response: Response) -> None:
        if "/status/" in response.url:
            answers.append(response.status)

    page.on("response", note)
    look()
    page.remove_listener("response", note)
    assert 200 not in answers[2:] or 200 in answers[:2], answers


def eventually(page: Page, said: str) -> None:
    """Wait until a function of the page, which may take its time, says yes; not for ever, as a loop in it would."""
    for _look in range(PATIENCE // PAUSE):
        if page.evaluate(said):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"{page.url} never says yes to {said}")


HAS_WORKER: Final = """async () =>
  (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
"""
"""Whether a service worker is at work for the page."""


def violations(page: Page, options: dict[str, list[str]] = AXE_OPTIONS) -> list[str]:
    """Every violation axe finds on the page shown, once all of it is there, one line per element (needs JavaScript)."""
    page.wait_for_load_state()
    page.evaluate(AXE_SCRIPT)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'].splitlines()[-1].strip()[:160]}"
        for fault in page.evaluate("async (options) => (await axe.run(options)).violations", options)
        for node in fault["nodes"]
    ]


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Asserts that the page shown has no accessibility violation axe can find."""

    def check(page: Page) -> None:
        assert violations(page) == [], page.url

    return check


@pytest.fixture
def member(transactional_db: None) -> Member:
    """Somebody to log in as where nothing about them matters."""
    return get_user_model().objects.create_user(username="robin", email="robin@example.org", password=None)
