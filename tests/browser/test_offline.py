"""Aeroplane mode: what one visit leaves in the browser opens without a network, for its member and nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from club.models import Member
from club.offline import worker
from tests.browser.conftest import HAS_WORKER, PATIENCE, SIZES, eventually
from tests.factories.battles import field, warband
from tests.factories.club import PASSWORD, MemberFactory
from tests.factories.matches import pad

pytestmark = [pytest.mark.django_db(transaction=True)]
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("kept:")) continue;
    for (const one of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(one.url);
      found.push(pathname + search);
    }
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
    eventually(page, f"async () => (await ({KEPT})()).includes({path!r})")


def visit(page: Page, *addresses: str) -> None:
    """Visit the noticeboard until the worker has fetched what it will; then these pages.

    Where a page did not come, as on a busy machine, it tries again when the next one is visited.
    """
    page.goto("/")
    with suppress(AssertionError):
        until_kept(page, "/-/gathered")
    page.goto("/")
    until_kept(page, "/-/gathered")
    for address in addresses:
        page.goto(address)
        until_kept(page, address)


def test_after_one_visit_all_that_a_cellar_needs_opens(
    phone: Callable[..., Page], live_server: LiveServer, axe: Callable[[Page], None]
) -> None:
    due = field(names=("Wolves", "Crows"))
    (ann, ben), band = due.players, due.warbands[0]
    match = pad([ann, ben])
    page = phone(ann)
    visit(page)
    page.goto(f"{reverse('rosters:odds')}?attacker_warband={band.pk}")
    page.get_by_role("button", name="Work out the odds").click()
    expect(page).to_have_url(re.compile("&"))
    asked = page.url.removeprefix(live_server.url)
    until_kept(page, asked)
    page.context.set_offline(True)

    battle = [due.campaign.slug, due.battle.pk]
    for address in (
        reverse("rosters:sheet", args=[band.pk]),
        reverse("campaigns:match_pad", args=[match.pk]),
        reverse("campaigns:report", args=battle),
        reverse("evenings:list"),
        asked,
        reverse("club:home"),
        reverse("club:go", args=["warband"]),
    ):
        page.goto(address)
        expect(page.locator(".kept-notice")).to_contain_text(re.compile(r"As of \d\d:\d\d\."))
    expect(page).to_have_url(re.compile(reverse("rosters:roster", args=[band.pk])))
    expect(page.get_by_role("heading", name="Wolves")).to_be_visible()
    axe(page)

    page.goto(reverse("rosters:catalogue"))
    page.locator("#id_q").fill("poison")
    expect(page.get_by_role("heading", name="Found in what is kept")).to_be_visible()
    expect(page.locator(".kept-finds a[href*='/rules/#']").first).to_be_visible()

    page.goto(f"{reverse('club:search')}?q=wolves")
    expect(page.get_by_role("heading", name="Without a network")).to_be_visible()
    expect(page.locator(".kept-finds a").first).to_be_visible()
    expect(page.locator(f"[data-kind=warbands] a[href$='/warbands/{band.pk}/']")).to_be_visible()
    axe(page)

    page.context.set_offline(False)
    page.goto(reverse("rosters:roster", args=[band.pk]))
    expect(page.get_by_role("heading", name="Wolves")).to_be_visible()
    expect(page.locator(".kept-notice")).to_have_count(0)


def test_what_one_member_left_no_other_reads(phone: Callable[..., Page], live_server: LiveServer) -> None:
    ann, ben = MemberFactory.create(username="ann"), MemberFactory.create()
    band = reverse("rosters:roster", args=[warband(ann, "Wolves").pk])
    page = phone(ann)
    visit(page)

    # Somebody else is logged in, without a word at this browser: the first answer tells.
    log_in(page.context, ben, live_server.url)
    page.goto("/about/")
    assert band not in page.evaluate(KEPT)
    visit(page)
    page.context.set_offline(True)
    page.goto(band)
    expect(page.get_by_role("heading", name="Without a network")).to_be_visible()
    expect(page.get_by_text("Wolves")).to_have_count(0)
    page.context.set_offline(False)

    # Whoever logs out leaves nothing, even where the site cannot hear of it.
    page.goto("/accounts/logout/")
    page.context.set_offline(True)
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_text("what you just sent has not arrived")).to_be_visible()
    expect(page.get_by_text("Nothing is kept on this device.")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_attached()
    assert page.evaluate(KEPT) == []

    # On a shared device nothing is kept to begin with.
    page.goto("/accounts/login/")
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Others use this device too").check()
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(f"{live_server.url}/")
    page.goto(band)
    expect(page.get_by_role("heading", name="Wolves")).to_be_visible()
    assert page.evaluate(KEPT) == []


def test_a_new_version_takes_over_and_the_old_one_s_files_stay_while_a_page_needs_them(
    phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone(MemberFactory.create())
    visit(page)
    old = "/static/css/gone.0123456789ab.css"  # a file that the new version has no more
    page.evaluate(
        f"""async () => {{
          const [name] = (await caches.keys()).filter((one) => one.startsWith("assets:"));
          await (await caches.open(name)).put({old!r}, new Response("p {{}}"));
        }}"""
    )
    stores = "caches.keys().then((all) => all.filter((name) => name.startsWith('assets:')))"
    before = page.evaluate(stores)
    assert len(before) == 1
    there = f"fetch({old!r}).then((answer) => answer.status)"

    monkeypatch.setattr(worker, "version", lambda: "99.0")
    other = page.context.new_page()
    other.goto("/about/")
    eventually(other, f"async () => (await {stores}).length >= 2")
    eventually(other, HAS_WORKER)
    # The page of the old version still has its files, and both go on.
    assert page.evaluate(there) == 200
    assert other.evaluate(there) == 200

    page.goto("about:blank")
    for _visit in range(5):  # the page may still be on its way out while the next one is drawn
        other.close()
        other = page.context.new_page()
        other.goto("/about/")
        other.wait_for_timeout(1000)
        if len(other.evaluate(stores)) == 1:
            break
    assert other.evaluate(stores) != before
    assert other.evaluate(there) == 404
    other.context.set_offline(True)
    other.goto("/")
    expect(other.locator(".kept-notice")).to_be_visible()
    assert other.evaluate("getComputedStyle(document.querySelector('.site-header')).position") == "relative"


def test_the_hint_to_install_is_put_away_for_good(open_page: Callable[..., Page], member: Member) -> None:
    page = open_page("phone", language="en", member=member)
    offer = "window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))"
    hint = page.locator("#install-hint")
    page.goto("/")
    expect(hint).to_be_hidden()
    page.evaluate(offer)
    expect(hint.get_by_role("button", name="Install")).to_be_visible()
    hint.get_by_role("button", name="Not again").click()
    expect(hint).to_be_hidden()
    page.goto("/")
    page.evaluate(offer)
    expect(hint).to_be_hidden()
