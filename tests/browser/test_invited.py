"""A stranger's phone at somebody's QR code: into a game as a guest, into a campaign as a member."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from club.models import Member, SignupMode
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import faults
from tests.browser.test_start import Thumb
from tests.factories.campaigns import campaign
from tests.factories.club import MemberFactory, club_settings
from tests.factories.tables import OPEN, decide, open_table, seat_at

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST_TAPS, MOST_PAGES = 6, 3
"""That is less than a minute, on however slow a machine this runs."""


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


def test_a_stranger_plays_la_bagarre_as_a_guest_within_six_taps(open_page: OpenPage, ann: Member) -> None:
    """From the QR code of a seat to the first decision of one's own: what a person has to tap and to wait for."""
    table = open_table(ann, OPEN, variant="plain")
    page, thumb = open_page("phone", language="en"), Thumb()
    loaded: list[str] = []
    page.on("load", lambda shown: loaded.append(shown.url))
    page.goto(reverse("tables:seat", args=[seat_at(table, 1).link]))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann keeps a seat for you")
    assert faults(page) == []
    thumb.tap(page.get_by_label("Your name at this table"))
    page.keyboard.type("Zoé")
    thumb.tap(page.get_by_role("button", name="Sit down as a guest"))
    thumb.tap(page.get_by_role("button", name="Deal the cards"))
    expect(page.locator("#table")).to_be_visible()
    table.refresh_from_db()
    if table.actor == 0:
        decide(table)
    expect(page).to_have_title(re.compile("^● Your move"))
    before = int(page.locator("#table").get_attribute("data-version") or -1)
    thumb.tap(page.locator("#acts button:visible").first)
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
    assert table.actions.filter(seat=1).exists()
    assert thumb.taps <= MOST_TAPS
    assert len(loaded) <= MOST_PAGES, loaded


def test_a_stranger_signs_up_on_the_page_of_a_campaign_and_is_in(open_page: OpenPage, ann: Member) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Tower", asks_for_email=False)
    made = campaign(ann)
    page, thumb = open_page("phone", language="en"), Thumb()
    page.goto(reverse("campaigns:join_link", args=[made.join_code]))
    expect(page.get_by_role("main")).to_contain_text("Ann of The Wolves invites you.")
    assert faults(page) == []
    assert violations(page) == []
    thumb.tap(page.get_by_label("User name"))
    page.keyboard.type("zoe")
    thumb.tap(page.get_by_label("Password"))
    page.keyboard.type("a-long-sword-7")
    thumb.tap(page.get_by_role("button", name="Sign up and join"))
    expect(page).to_have_url(re.compile(reverse("campaigns:enlist", args=[made.slug])))
    assert made.memberships.filter(member__username="zoe").exists()
    assert thumb.taps <= 3
