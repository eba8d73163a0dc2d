"""To another server and back in a real browser, whose rules for where a form may end are its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from allauth.socialaccount.models import SocialAccount
from playwright.sync_api import Page, expect
from pytest_django import Settings

from club.models import Member
from club.ways_in.servers import OIDC, Server
from tests.browser.conftest import OpenPage
from tests.club.ways_in import elsewhere
from tests.club.ways_in.elsewhere import CLIENT, SECRET, Elsewhere
from tests.factories.club import member_with_address

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HOME = re.compile(r"://[^/]+/$")


@pytest.fixture
def place(settings: Settings) -> Iterator[Elsewhere]:
    with elsewhere.running() as found:
        server = Server(OIDC, "house", "The House", CLIENT, SECRET, found.address)
        settings.SIGN_IN = [server]
        form_action = [*settings.SECURE_CSP["form-action"], server.origin]
        settings.SECURE_CSP = {**settings.SECURE_CSP, "form-action": form_action}
        yield found


@pytest.fixture
def zoe(transactional_db: None) -> Member:
    return member_with_address(username="zoe", email="zoe@example.org")


@pytest.mark.parametrize("javascript", [True, False])
def test_one_press_leads_there_and_back(open_page: OpenPage, zoe: Member, place: Elsewhere, javascript: bool) -> None:
    page = open_page("phone", language="en", javascript=javascript)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with The House").click()
    page.wait_for_url(HOME)
    expect(page.get_by_text("Welcome back")).to_be_visible()
    assert SocialAccount.objects.get().user == zoe


def test_the_page_of_ones_ways_in(
    open_page: OpenPage, zoe: Member, place: Elsewhere, axe: Callable[[Page], None]
) -> None:
    page = open_page("phone", language="en", member=zoe)
    page.goto("/me/")
    page.get_by_role("link", name="Ways in").click()
    axe(page)
    page.get_by_role("button", name="Connect The House").click()
    page.get_by_label("Password").fill("a-long-sword-7")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("zoe@example.org")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Leave it").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.get_by_text("no longer lets you in here")).to_be_visible()
    assert not SocialAccount.objects.exists()


def test_a_form_ends_at_no_server_that_the_operator_has_not_named(
    open_page: OpenPage, zoe: Member, place: Elsewhere, settings: Settings
) -> None:
    settings.SECURE_CSP = {**settings.SECURE_CSP, "form-action": ["'self'"]}
    page = open_page("phone", language="en")
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with The House").click()
    page.wait_for_timeout(500)
    assert "/authorize" not in place.asked
    assert [line for line in page.complaints if "form-action" in line]
    page.complaints.clear()
