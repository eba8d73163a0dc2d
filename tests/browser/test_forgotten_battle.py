"""A battle that nobody reported is put into the past on a phone: asked for, reported, rolled for, confirmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.models.battle import Battle, BattleState
from tests.browser.conftest import OpenPage
from tests.browser.measures import sideways
from tests.browser.test_report import put_out
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.past import Story, past

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def fits(page: Page) -> None:
    assert sideways(page) <= 0


def report(page: Page, story: Story) -> None:
    """The Blades met the third warband after the Ford; their leader put a henchman out."""
    page.goto(f"/campaigns/{story.field.campaign.slug}/corrections/")
    page.get_by_role("link", name="Add a battle that was forgotten").click()
    for number in (1, 2):
        page.get_by_label(story.warband(number).name, exact=True).check()
    page.get_by_label("After which battle").select_option(label="The Ford")
    page.get_by_label("Title").fill("The Lost Ford")
    fits(page)
    page.get_by_role("button", name="Report it").click()
    winner, loser = story.field.keys[1:3]
    put_out(page, loser, HENCHMAN, f"{winner}:{LEADER}")
    fits(page)
    page.get_by_role("button", name="See what follows").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_forgotten_battle_on_phones(open_page: OpenPage, axe: Callable[[Page], None], javascript: bool) -> None:
    story = past()
    page = open_page("phone", language="en", javascript=javascript, member=story.referee)
    report(page, story)
    main = page.locator("main")
    expect(main).to_contain_text("A battle that was forgotten: “The Lost Ford”")
    expect(main).to_contain_text("Rolls that were never made")
    fits(page)
    if javascript:
        axe(page)
    assert not Battle.objects.filter(title="The Lost Ford").exists()

    player = open_page("phone", language="en", javascript=javascript, member=story.field.players[2])
    player.goto("/")
    player.get_by_role("link", name="Roll the dice").click()
    player.locator(".throw__face").nth(4).click()
    expect(player.locator("#messages")).to_contain_text("The roll is noted.")

    page.goto(f"/campaigns/{story.field.campaign.slug}/corrections/")
    page.locator("main .log a").first.click()
    expect(main).to_contain_text("Nothing has changed yet")
    expect(main).not_to_contain_text("never made")
    page.get_by_label("Why").fill("The sheet was under the table")
    page.get_by_role("button", name="Make this correction").click()
    expect(page.locator(".notice").first).to_contain_text("The correction is made")
    battle = Battle.objects.get(title="The Lost Ford")
    assert (battle.state, battle.winner) == (BattleState.CONFIRMED, story.warband(1))
    player.goto(battle.get_absolute_url())
    expect(player.locator("main")).to_contain_text("The Lost Ford")
    fits(player)
