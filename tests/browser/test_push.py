"""What the service worker does with what is pushed: shows, replaces, takes away, keeps quiet; the page that asks.

A browser without a screen shows no notices, nor does it reach a push service. So messages are handed to its worker as
its push service would, and a screen of paper stands where the system's would be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect
from pytest_django.live_server_helper import LiveServer

from club.models import Member
from tests.browser.conftest import HAS_WORKER, PATIENCE, PAUSE, SIZES, eventually
from tests.browser.test_offline import log_in
from tests.factories.club import MemberFactory

SCREEN = """() => {
  self.screen = [];
  self.rung = [];
  self.registration.showNotification = async (title, said) => {
    self.screen = self.screen.filter(({ tag }) => tag !== said.tag);
    const close = () => (self.screen = self.screen.filter((one) => one !== notice));
    const notice = { title, ...said, close };
    self.screen.push(notice);
    if (!said.silent) self.rung.push(said.body);
  };
  self.registration.getNotifications = async ({ tag } = {}) =>
    self.screen.filter((one) => tag === undefined || one.tag === tag);
}"""
SHOWN = "() => self.screen.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))"
HAS_RUNG = """
  self.takenAway = [];
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  ServiceWorkerRegistration.prototype.getNotifications = async () =>
    ["forgotten", "by the site"].map((tag) => ({ tag, close: () => self.takenAway.push(tag) }));
"""

pytestmark = [pytest.mark.django_db(transaction=True)]


def message(number: int, tag: str = "a", *, hush: bool = False, gone: tuple[str, ...] = ()) -> str:
    """What the site pushes (club.channels.push.sending)."""
    notification = {
        "title": "The Club",
        "body": f"Somebody waits for you: {number}.",
        "lang": "en",
        "dir": "ltr",
        "tag": tag,
        "navigate": "/me/channels/",
        "silent": False,
        "data": {"id": number, "hush": hush, "gone": list(gone)},
    }
    return json.dumps({"web_push": 8030, "notification": notification})


class Phone:
    """A phone whose owner lets it ring, and the push service's way to it."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page, self.site, self.context = context.new_page(), site, context
        self.registrations: list[str] = []
        self.line = context.new_cdp_session(self.page)
        self.line.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.line.send("ServiceWorker.enable")

    def _registered(self, told: dict[str, Any]) -> None:
        self.registrations += [row["registrationId"] for row in told["registrations"] if not row["isDeleted"]]

    @property
    def worker(self) -> Worker:
        return self.context.service_workers[-1]

    def opens(self, address: str) -> None:
        self.page.goto(address)
        eventually(self.page, HAS_WORKER)
        self.worker.evaluate(SCREEN)

    def gets(self, said: str) -> None:
        """A message arrives."""
        where = {"origin": self.site, "registrationId": self.registrations[-1]}
        self.line.send("ServiceWorker.deliverPushMessage", {**where, "data": said})

    def until_shown(self, *numbers: int) -> list[dict[str, Any]]:
        """Wait until exactly these messages lie on the screen; return them."""
        wanted = sorted(f"Somebody waits for you: {number}." for number in numbers)
        shown: list[dict[str, Any]] = []
        for _look in range(PATIENCE // PAUSE):
            shown = self.worker.evaluate(SHOWN)
            if sorted(one["body"] for one in shown) == wanted:
                return shown
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"{[one['body'] for one in shown]} instead of {wanted}")


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Callable[[Member], Phone]]:
    contexts: list[BrowserContext] = []

    def opened(member: Member) -> Phone:
        context = browser.new_context(
            base_url=live_server.url, viewport=SIZES["phone"], locale="en-GB", service_workers="allow"
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        log_in(context, member, live_server.url)
        return Phone(context, live_server.url)

    yield opened
    for context in contexts:
        context.close()


def test_messages_are_shown_replaced_and_taken_away(phone: Callable[[Member], Phone]) -> None:
    mine = phone(MemberFactory.create())
    mine.opens("/me/channels/")
    mine.gets(message(1))
    (shown,) = mine.until_shown(1)
    assert (shown["title"], shown["lang"], shown["data"]["navigate"]) == ("The Club", "en", "/me/channels/")
    mine.gets(message(2))  # about the same thing
    mine.until_shown(2)
    mine.gets(message(2))  # from a sender that did not know whether it had arrived
    mine.gets(message(3, "b"))
    mine.until_shown(2, 3)
    assert mine.worker.evaluate("self.rung") == [f"Somebody waits for you: {number}." for number in (1, 2, 3)]
    mine.gets(message(4, "c", gone=("a",)))  # what the first was about has been dealt with
    mine.until_shown(3, 4)
    mine.gets(message(5, "d", hush=True, gone=("b",)))  # whoever looks at the site is not told, but rid of the rest
    mine.until_shown(4)


def test_what_was_dealt_with_goes_when_the_site_is_opened(phone: Callable[[Member], Phone]) -> None:
    mine = phone(MemberFactory.create())
    mine.page.add_init_script(HAS_RUNG)
    mine.opens("/")
    mine.page.goto("/")  # what rang did so after the first visit
    closed: list[str] = []
    for _look in range(PATIENCE // PAUSE):
        closed = mine.page.evaluate("self.takenAway")
        if len(closed) == 2:
            break
        mine.page.wait_for_timeout(PAUSE)
    assert closed == ["forgotten", "by the site"]


def test_leave_is_asked_for_only_by_the_button(phone: Callable[[Member], Phone], axe: Callable[[Page], None]) -> None:
    mine = phone(MemberFactory.create())
    mine.page.goto("/me/channels/")
    button = mine.page.get_by_role("button", name="Let this device ring")
    expect(button).to_be_visible()
    expect(mine.page.get_by_text("This browser cannot be woken.")).to_be_hidden()
    axe(mine.page)
    mine.page.get_by_label("Results, Push").check()
    mine.page.get_by_role("button", name="Save").click()
    expect(mine.page.get_by_text("This is how you are told from now on.")).to_be_visible()
    expect(mine.page.get_by_label("Results, Push")).to_be_checked()
    button.click()  # a browser without a screen forbids it
    expect(mine.page.get_by_text("You have forbidden this in the browser")).to_be_visible()
