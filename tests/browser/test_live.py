"""Pages that keep themselves up to date: what one reports, the other’s open page shows; nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.battles import operations as battles
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import BattleState
from tests.browser.conftest import OpenPage
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fight(transactional_db: None) -> Field:
    return field()


def not_loaded_again(page: Page) -> None:
    """Leave something in the page that a new one would not have."""
    page.evaluate("window.stillHere = true")


def test_a_report_is_seen_by_the_other_side_and_its_answer_by_the_first(open_page: OpenPage, fight: Field) -> None:
    one, other = (open_page("phone", language="en", member=player) for player in fight.players)
    overview = open_page("desktop", language="en", member=fight.players[1])
    for page, address in (
        (other, fight.battle.get_absolute_url()),
        (overview, fight.campaign.get_absolute_url()),
    ):
        page.goto(address)
        not_loaded_again(page)
    expect(other.get_by_role("link", name="Report the battle")).to_be_visible()
    one.goto(fight.battle.get_absolute_url())
    one.get_by_role("link", name="Report the battle").click()
    one.get_by_role("button", name="Send the report").click()
    expect(one.locator("#messages")).to_contain_text("The report is sent")
    expect(other.get_by_role("button", name="The report is right")).to_be_visible()
    expect(overview.locator("#unread-title")).to_be_visible()
    expect(overview.get_by_text("reported “").first).to_be_visible()
    not_loaded_again(one)
    other.get_by_role("button", name="The report is right").click()
    expect(one.get_by_role("heading", name="The battle is settled")).to_be_visible()
    for page in (one, overview):
        assert page.evaluate("window.stillHere") is True
    assert fight.stored().state == BattleState.CONFIRMED


def test_what_is_open_stays_open_and_what_is_typed_stays_typed(open_page: OpenPage, fight: Field) -> None:
    page = open_page("desktop", language="en", member=fight.players[0])
    page.goto(fight.battle.get_absolute_url())
    folded = page.locator("details.disclosure").first
    folded.locator("summary").click()
    plan = Plan(title="Moved", place="The Mill")
    battles.change_battle(battle=fight.battle, warbands=fight.warbands, plan=plan, author=fight.players[1])
    expect(page.locator("h1")).to_have_text("Moved")
    expect(folded).to_have_attribute("open", "")
    # A choice in a form holds the page still, until it is as it was.
    page.locator("summary", has_text="Or let the engine fight it").click()
    temper = page.locator("#temper")
    if temper.count():
        temper.select_option("bold")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "mark=" in request.url else None)
        battles.change_battle(battle=fight.battle, warbands=fight.warbands, plan=Plan(title="Again"))
        page.wait_for_timeout(9000)
        expect(page.locator("h1")).to_have_text("Moved")
        expect(temper).to_have_value("bold")
        assert asked == []
        temper.select_option("cautious")
        page.locator("h1").click()
        page.evaluate("document.activeElement.blur()")
        expect(page.locator("h1")).to_have_text("Again")


def test_a_finger_that_is_down_hits_what_it_was_put_on(open_page: OpenPage, fight: Field) -> None:
    page = open_page("desktop", language="en", member=fight.players[0])
    page.goto(fight.battle.get_absolute_url())
    page.get_by_role("link", name="Report the battle").hover()
    page.mouse.down()
    battles.change_battle(battle=fight.battle, warbands=fight.warbands, plan=Plan(title="Moved"))
    page.wait_for_timeout(9000)  # twice as long as a page waits until it asks
    expect(page.locator("h1")).not_to_have_text("Moved")
    page.mouse.up()
    page.wait_for_url("**/report/")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Moved")
