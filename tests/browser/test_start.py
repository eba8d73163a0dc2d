"""From the noticeboard to a game in two taps, on a phone."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from campaigns.matches.models.match import Match
from campaigns.tables.models.card_table import CardTable, TableState
from club.models import Member
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import MOST_SCREENS, faults, screens
from tests.factories.club import MemberFactory
from tests.factories.matches import result
from tests.factories.rosters import WarbandFactory
from tests.factories.tables import finished
from tests.web import kept_club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob(transactional_db: None) -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


class Thumb:
    """Taps, and counts them."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, here: Locator) -> None:
        here.tap()
        self.taps += 1


def home(open_page: OpenPage, member: Member) -> Page:
    page = open_page("phone", language="en", member=member)
    page.goto("/")
    return page


def test_the_noticeboard_of_every_member_is_three_screens_of_a_phone(open_page: OpenPage) -> None:
    """However much one plays: of each list what comes first, the rest one tap away, in either way of reading."""
    kept_club.stand()
    members = list(Member.objects.filter(is_active=True))
    assert len(members) >= 5
    for member in members:
        page = open_page("phone", language="fr", member=member)
        page.goto("/")
        assert screens(page) <= MOST_SCREENS, member.username
        page.close()


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_the_rest_of_a_list_unfolds(open_page: OpenPage, ann: Member, javascript: bool) -> None:
    for number in range(1, 5):
        WarbandFactory.create(owner=ann, name=f"Band {number}")
    page = open_page("phone", language="en", member=ann, javascript=javascript)
    page.goto("/")
    mine = page.locator("section[aria-labelledby=my-warbands]")
    names = mine.locator("li strong")
    expect(names).to_have_count(4)
    assert [name.is_visible() for name in names.all()] == [True, True, False, False]
    mine.locator("summary", has_text="2 more").click()
    expect(names.last).to_be_visible()
    expect(mine.get_by_role("link", name="New warband")).to_be_visible()


def test_a_score_pad_for_the_same_table_is_one_tap_away(open_page: OpenPage, ann: Member, bob: Member) -> None:
    result([ann, bob], [16, 3])
    page, thumb = home(open_page, ann), Thumb()
    assert faults(page) == []
    thumb.tap(page.get_by_role("button", name="Same table as last time"))
    expect(page).to_have_url(re.compile(r"/pad/$"))
    assert thumb.taps <= 2
    assert [seat.player.member for seat in Match.objects.latest("pk").seats.order_by("seat")] == [ann, bob]


def test_the_same_card_table_is_dealt_with_two_taps(open_page: OpenPage, ann: Member, bob: Member) -> None:
    finished(ann, bob, variant="plain")
    page, thumb = home(open_page, ann), Thumb()
    thumb.tap(page.get_by_role("button", name="Same table as last time"))
    thumb.tap(page.get_by_role("button", name="Deal the cards"))
    expect(page.locator("#dock")).to_be_visible()
    assert thumb.taps <= 2
    assert CardTable.objects.latest("pk").state == TableState.RUNNING


def test_against_two_bots_with_two_taps(open_page: OpenPage, ann: Member) -> None:
    page, thumb = home(open_page, ann), Thumb()
    thumb.tap(page.get_by_role("link", name="Card games"))
    expect(page).to_have_url(re.compile(reverse("tables:list")))
    expect(page.get_by_role("button", name="La Bagarre against two bots")).to_be_in_viewport()
    assert faults(page) == []
    thumb.tap(page.get_by_role("button", name="La Bagarre against two bots"))
    expect(page.locator("#dock")).to_be_visible()
    assert thumb.taps <= 2


def test_people_take_their_seats_with_a_tap_each(open_page: OpenPage, ann: Member, bob: Member) -> None:
    cleo = MemberFactory.create(username="cleo", display_name="Cleo")
    result([ann, cleo], [16, 3])
    page = open_page("phone", language="en", member=ann)
    page.goto(reverse("campaigns:match_open", args=["badass_force"]))
    chips = page.get_by_role("group", name="Seat somebody with a tap").get_by_role("button")
    assert chips.all_text_contents() == ["Ann", "Cleo", "Bob"]
    assert chips.first.get_attribute("aria-pressed") == "true", "whoever opens the pad sits already"
    seats = page.locator(".seating__who > select")
    thumb = Thumb()
    thumb.tap(chips.first)  # who taps all that play means herself, too
    expect(seats.first).to_have_value(f"m{ann.pk}")
    expect(chips.first).to_have_attribute("aria-pressed", "true")
    thumb.tap(chips.nth(1))
    expect(seats.nth(1)).to_have_value(f"m{cleo.pk}")
    thumb.tap(chips.nth(2))
    expect(seats.nth(2)).to_have_value(f"m{bob.pk}")
    thumb.tap(chips.nth(1))  # she leaves again
    expect(seats.nth(1)).to_have_value("")
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "false")
    assert violations(page) == []
    page.get_by_role("button", name="Start the score pad").tap()
    expect(page).to_have_url(re.compile(r"/pad/$"))
    assert {seat.player.member for seat in Match.objects.latest("pk").seats.all()} == {ann, bob}


def test_bots_and_members_take_open_seats_of_a_card_table(open_page: OpenPage, ann: Member, bob: Member) -> None:
    page = open_page("phone", language="en", member=ann)
    page.goto(reverse("tables:new"))
    assert faults(page) == []
    chips = page.get_by_role("group", name="Seat somebody with a tap").get_by_role("button")
    for name in ("Bob", "A bot", "A bot"):
        chips.filter(has_text=name).tap()
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator("#dock")).to_be_visible()
    table = CardTable.objects.get()
    assert [(seat.member, seat.bot) for seat in table.seats.all()] == [
        (ann, ""),
        (bob, ""),
        (None, "thumb"),
        (None, "thumb"),
    ]
