"""Space Serenade on a phone: a person against bots reads a card, plays it, plays all plain ones and ends the turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.demo.tables import play_out
from campaigns.tables.operations import play as card_play
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import faults
from tests.factories.club import MemberFactory
from tests.factories.tables import BEBOP, BOT, dealt

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_person_plays_a_turn_against_bots_on_a_phone(open_page: OpenPage, transactional_db: None) -> None:
    ann = MemberFactory.create(username="ann", display_name="Ann")
    table = play_out(dealt(ann, BOT, BOT, game=BEBOP), moves=1)
    page = open_page("phone", language="en", member=ann)
    page.goto(table.get_absolute_url())
    expect(page.locator("#table-status")).to_contain_text("Your turn")
    assert faults(page) == []
    assert violations(page) == []
    stands_whole(page)
    # A touch reads the card out, a second one plays it.
    page.locator(".tiles--hand .tile__face").first.click()
    play = page.get_by_role("button", name="Play this card")
    expect(play).to_be_visible()
    stands_whole(page)
    before = table.actions.count()
    play.click()
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version + 1))
    page.get_by_role("button", name="plain card").click()
    expect(page.get_by_role("button", name="plain card")).to_have_count(0)
    assert table.actions.count() > before + 2, "each card played is a decision of its own in the log"
    mine = page.locator("#table").get_attribute("data-version")
    page.get_by_role("button", name="End my turn").click()
    # The bots play at once, and it is Ann's turn again. Of what takes them longer than a request a worker sees to.
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(mine))
    card_play.advance(table=table, patient=True)
    expect(page.get_by_role("button", name="End my turn")).to_be_visible()
    assert table.actions.filter(bot="thumb").exists()


def stands_whole(page: Page) -> None:
    """The market is seen to the lower edge of its cards, above what is to be decided."""
    market, dock = (page.locator(name).bounding_box() for name in (".tiles--market", "#dock"))
    assert market is not None
    assert dock is not None
    assert market["y"] + market["height"] <= dock["y"] + 0.5
