"""How pages are laid out: the keyboard reaches everything, a side column opens where there is room."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaigns.league.news import tell
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage
from tests.browser.measures import faults, fits, screens, sideways
from tests.factories.battles import LEADER, another_battle, field
from tests.factories.campaigns import campaign, cast, enlisted, join
from tests.factories.club import MemberFactory
from tests.factories.rosters import WarbandFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_measure_finds_what_it_looks_for(open_page: OpenPage) -> None:
    page = open_page("phone")
    page.goto("/")
    assert faults(page) == []
    page.evaluate(
        """() => {
          const main = document.querySelector("main");
          for (const [tag, width, height] of [["h1", 900, 20], ["button", 20, 20]]) {
            const e = document.createElement(tag);
            e.textContent = tag;
            Object.assign(e.style, {display: "block", padding: 0, minHeight: 0, minWidth: 0});
            Object.assign(e.style, {width: `${width}px`, height: `${height}px`});
            main.append(e);
          }
        }"""
    )
    found = "\n".join(faults(page))
    for fault in ("scrolls sideways", "2 headings", "20 × 20 px"):
        assert fault in found


def test_the_keyboard_reaches_the_content_and_the_menus(open_page: OpenPage) -> None:
    page = open_page("desktop", language="en")
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip-link")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.goto("/")
    summary = page.locator(".site-tools details.menu summary").last
    for _press in range(12):
        page.keyboard.press("Tab")
        if summary.evaluate("e => e === document.activeElement"):
            break
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    item = page.locator(".site-tools").get_by_role("link", name="Sign up")
    expect(item).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(item).to_be_focused()
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    expect(summary).to_be_focused()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_banner_holds_a_long_name_beside_a_number_of_news(open_page: OpenPage, language: str) -> None:
    member = MemberFactory.create(display_name="Bartholomew the Bold!")
    for title in "abcdefghijkl":
        tell(campaign=None, to=[member], code="forecast", params={"title": title})
    page = open_page("desktop", language=language, member=member)
    page.goto("/rules/")
    expect(page.locator(".news-count")).to_contain_text("12")
    for width in (320, 390, 640, 768, 960, 1024, 1103, 1104, 1280, 1375, 1376, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) <= 0, width


@pytest.mark.parametrize(("size", "opened"), [("phone", False), ("desktop", True)])
def test_a_campaigns_side_column_stands_open_where_there_is_room(
    open_page: OpenPage, transactional_db: None, size: str, opened: bool
) -> None:
    """Standings and last results are read at once beside the battles; on a phone they stay folded and short."""
    fight = field()
    ours, theirs = fight.keys
    fight.fight(Report(downs=(Down(Who(theirs, LEADER), Who(ours, LEADER)),)))
    another_battle(fight.campaign, fight.warbands, "The next one")
    page = open_page(size, language="en", member=fight.players[0])
    page.goto(fight.campaign.get_absolute_url())
    for title, told in (("At the top", "1 won, 0 drawn, 0 lost"), ("Last results", "At the ford")):
        fold = page.locator("aside details").filter(has=page.locator("summary", has_text=title))
        expect(fold.get_by_text(told)).to_be_visible(visible=opened)
    if not opened:
        fits(page)


@pytest.mark.parametrize(("size", "most"), [("phone", 2), ("desktop", 1)])
def test_enlisting_a_warband_is_two_screens_of_a_phone_and_one_of_a_desktop(
    open_page: OpenPage, transactional_db: None, size: str, most: int
) -> None:
    """For who has none yet, and for who could bring one, or a copy of one that serves elsewhere."""
    who = cast()
    elsewhere = campaign(who.referee)
    join(elsewhere, who.player)
    for number in range(3):
        WarbandFactory.create(owner=who.player, name=f"Band {number}", mustered=True)
    enlisted(elsewhere, who.player, "Far away")
    newcomer = join(who.campaign)
    for language in ("fr", "en"):
        for member in (newcomer, who.player):
            page = open_page(size, language=language, member=member)
            page.goto(reverse("campaigns:enlist", args=[who.campaign.slug]))
            assert faults(page) == []
            assert screens(page) <= most, (language, member.username)
            page.close()
