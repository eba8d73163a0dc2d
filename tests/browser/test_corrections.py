"""A correction across three rounds and four warbands, made on phones: looked at, broken off, rolled for, confirmed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.corrections.past import past as past_of
from campaigns.wars.models.battle import Battle
from campaigns.wars.reports.wording import by_field, fate_field
from rosters.models import JournalEntry, Warband
from tests.browser.conftest import OpenPage
from tests.browser.measures import LEAST_FACE, sideways, targets
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.past import Story, past

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def state() -> object:
    return (
        list(Warband.objects.order_by("pk").values_list("version", "state")),
        list(Battle.objects.order_by("pk").values_list("version", "state")),
        JournalEntry.objects.count(),
    )


def fits(page: Page) -> None:
    assert sideways(page) <= 0


def report_otherwise(page: Page, story: Story) -> None:
    """The Axes' leader stood after all, and put a henchman of the Blades out."""
    axes, blades = story.field.keys[:2]
    page.goto(story.battles[0].get_absolute_url())
    page.get_by_role("link", name="Correct").click()
    page.locator(f".tile__tap[for=id_{fate_field(axes, LEADER)}]").click()
    page.locator(f".tile__tap[for=id_{fate_field(blades, HENCHMAN)}]").click()
    page.locator(f".foe:has([name={by_field(blades, HENCHMAN)}][value='{axes}:{LEADER}'])").click()
    page.get_by_role("button", name="See what follows").click()


def correct_the_bridge(page: Page, story: Story) -> None:
    """In the third round the Drakes' lieutenant did not come back: the die showed otherwise."""
    row = story.warband(3).journal.get(kind="recover")
    page.goto(f"/warbands/{story.warband(3).pk}/journal/")
    page.locator(f"a[href$='/corrections/steps/{story.warband(3).pk}/{row.number}/']").click()
    page.locator("select").first.select_option("1")
    page.locator("select").nth(1).select_option("1")
    page.get_by_role("button", name="See what follows").click()
    expect(page.locator("main")).to_contain_text("Nothing has changed yet")


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_correction_on_phones(open_page: OpenPage, axe: Callable[[Page], None], javascript: bool) -> None:
    story = past()
    before = state()
    page = open_page("phone", language="en", javascript=javascript, member=story.referee)
    report_otherwise(page, story)
    expect(page.locator("main")).to_contain_text("Nothing has changed yet")
    correct_the_bridge(page, story)
    main = page.locator("main")
    for said in ("Axes: won 2 → 3", "The Ford", "D Lieutenant: whereabouts: on the roster → dead", "never made"):
        expect(main).to_contain_text(said)
    fits(page)
    if javascript:
        axe(page)
    page.goto("/")  # broken off in the middle
    assert state() == before

    player = open_page("phone", language="en", javascript=javascript, member=story.field.players[1])
    player.goto("/")
    expect(player.locator("main")).to_contain_text("a correction asks for a roll")
    player.get_by_role("link", name="Roll the dice").click()
    assert targets(player, ".throw__face") >= LEAST_FACE
    player.locator(".throw__face").nth(4).click()
    expect(player.locator("#messages")).to_contain_text("The roll is noted.")
    expect(player.locator("main")).to_contain_text("Blades")
    assert state() == before

    page.goto(f"/campaigns/{story.field.campaign.slug}/corrections/")
    page.locator("main .log a").first.click()
    expect(main).to_contain_text("Nothing has changed yet")
    expect(main).not_to_contain_text("never made")
    page.locator("fieldset.consequence").filter(has_text="D Lieutenant: whereabouts").get_by_label(
        "kept by decree"
    ).check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save this and see what follows").click()
    kept = page.locator("fieldset.consequence").filter(has_text="D Lieutenant: whereabouts")
    expect(kept.get_by_label("kept by decree")).to_be_checked()
    page.get_by_label("Why").fill("We read the dice upside down")
    page.get_by_role("button", name="Make this correction").click()
    expect(page.locator(".notice").first).to_contain_text("The correction is made")
    fits(page)

    known = past_of(story.field.campaign)
    assert story.warband(0).roster.record.won == 3
    lieutenant = story.warband(3).roster.figure(2)
    assert lieutenant is not None
    assert lieutenant.active
    assert len(known.battles) == 3
    player.goto(f"/campaigns/{story.field.campaign.slug}/chronicle/")
    expect(player.locator("main")).to_contain_text(re.compile("We read the dice upside down"))
    fits(player)


def test_a_player_who_buys_meanwhile_loses_nothing(open_page: OpenPage) -> None:
    story = past()
    page = open_page("phone", language="en", member=story.referee)
    correct_the_bridge(page, story)
    player = open_page("phone", language="en", member=story.field.players[3])
    player.goto(f"/warbands/{story.warband(3).pk}/shop/")
    player.locator("#buy-sword").click()
    expect(player.locator("#messages")).to_contain_text("Sword is bought for the stash")
    page.get_by_label("Why").fill("We read the dice upside down")
    page.get_by_role("button", name="Make this correction").click()
    expect(page.locator("main")).to_contain_text("look again and confirm")
    assert [item.code for item in story.warband(3).roster.stash] == ["sword"]
    page.get_by_role("button", name="Make this correction").click()
    expect(page.locator(".notice").first).to_contain_text("The correction is made")
    assert "sword" in [item.code for item in story.warband(3).roster.stash]
