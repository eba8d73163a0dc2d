"""Passkeys and codes in a real browser, with an authenticator that Chromium plays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from club.models import Member
from tests.browser.conftest import OpenPage, violations
from tests.factories.club import PASSWORD, member_with_address
from tests.factories.second_step import give_second_step

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def alix(transactional_db: None) -> Member:
    return member_with_address(username="alix", display_name="Alix")


def with_authenticator(page: Page) -> None:
    """Let the browser have a phone of its own that vouches for whoever sits there."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


HOME = re.compile(r"://[^/]+/$")
"""The noticeboard and nothing below it: every address of the site ends in a stroke."""


def log_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("User name or e-mail address").fill("alix")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(HOME)


def test_a_passkey_is_made_is_the_second_step_and_logs_in_alone(open_page: OpenPage, alix: Member) -> None:
    page = open_page("phone", language="en")
    with_authenticator(page)
    log_in(page)
    page.wait_for_url(HOME)
    page.goto("/me/")
    page.get_by_role("link", name="App, passkeys, recovery codes").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_label("Log in with this passkey alone").check()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").wrap().name == "My phone"

    log_out(page)
    log_in(page)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Use my passkey").click()
    page.wait_for_url(HOME)
    page.goto("/me/")
    expect(page.get_by_role("heading", name="My profile")).to_be_visible()

    log_out(page)
    page.goto("/accounts/login/?next=/me/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="My profile")).to_be_visible()


def test_a_browser_without_passkeys_says_so(open_page: OpenPage, alix: Member) -> None:
    page = open_page("phone", language="en")
    page.goto("/accounts/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('none')); }")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That did not work")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_fit_a_phone_and_are_accessible(
    open_page: OpenPage, alix: Member, language: str, axe: Callable[[Page], None]
) -> None:
    page = open_page("phone", language=language)
    page.goto("/accounts/login/")
    page.locator("#id_login").fill("alix")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("form:not([data-passkey]) button.button--primary").click()
    page.wait_for_url(HOME)
    page.goto("/accounts/2fa/totp/activate/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button.button--primary").click()
    expect(page.locator("img.qr")).to_be_visible()
    page.wait_for_load_state()  # with its pictures
    assert page.locator("img.qr").evaluate("image => image.naturalWidth") > 0, "the policy lets the picture through"
    shown = ["/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/sessions/", "/me/"]
    for path in shown:
        page.goto(path)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    give_second_step(alix)
    for path in ("/accounts/2fa/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/webauthn/"):
        page.goto(path)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
