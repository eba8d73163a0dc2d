"""The pages one has open beside the table are short and light, and their first action is on the first screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.wars.models.battle import BattleState
from campaigns.wars.reports import operations as reports
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage
from tests.browser.measures import fits, on_screen
from tests.factories.battles import HENCHMAN, LEADER, Field, another_battle, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def nine() -> Field:
    """Two warbands of nine, and battles enough to fill a list."""
    fight = field(henchmen=7)
    for number in range(8):
        another_battle(fight.campaign, fight.warbands, f"At the ford, once more ({number})")
    return fight


def told(fight: Field) -> Report:
    a, b = fight.keys
    return Report(downs=tuple(Down(Who(b, number), Who(a, HENCHMAN)) for number in (LEADER, 3, 4, 5)))


def weigh(page: Page, first: Locator) -> None:
    expect(first).to_be_visible()
    assert on_screen(page, first), page.url
    fits(page)


def test_a_campaign_and_its_battle_in_every_state(open_page: OpenPage, transactional_db: None) -> None:
    fight = nine()
    page = open_page("phone", language="en", member=fight.players[1])
    page.goto(fight.campaign.get_absolute_url())
    weigh(page, page.locator(".next .button--primary"))
    battle = fight.battle.get_absolute_url()
    page.goto(battle)
    weigh(page, page.get_by_role("link", name="Report the battle"))
    reports.report_battle(battle=fight.battle, report=told(fight), author=fight.players[0])
    page.goto(fight.campaign.get_absolute_url())
    weigh(page, page.get_by_role("link", name="Answer the report"))
    page.goto(battle)
    weigh(page, page.locator(".duel__points").last)
    page.get_by_role("button", name="The report is right").click()
    expect(page.locator("#messages")).to_contain_text("The report is confirmed.")
    page.goto(battle)
    weigh(page, page.locator(".next .button--primary"))
    assert fight.stored().state == BattleState.CONFIRMED
    largest = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility())"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize)))"
    )
    points = page.locator(".duel__points").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert points == largest  # one thing per page is the largest


def test_a_referee_finds_the_desk_at_once(open_page: OpenPage, transactional_db: None) -> None:
    fight = nine()
    page = open_page("phone", language="en", member=fight.referee)
    page.goto(fight.campaign.get_absolute_url())
    weigh(page, page.locator(".page-header").get_by_role("link", name="Referee’s desk"))
