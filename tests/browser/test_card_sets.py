"""A club's own box on a phone: cards by form, the rest from a file, one put together step by step; it is played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaigns.matches.cards.files import written
from campaigns.matches.cards.operations import begin_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.tables.models.card_table import CardTable
from club.models import Member
from engines.baf.cards import training
from engines.core.score import encode
from tests.browser.conftest import OpenPage, violations
from tests.factories.club import MemberFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


def test_a_box_is_typed_in_by_file_and_form_and_a_table_begun_with_it(open_page: OpenPage, ann: Member) -> None:
    box = encode(training())
    box |= {"name": {"fr": "Boîte", "en": "Our box"}, "heroes": box["heroes"][:-1]}
    page = open_page("phone", language="en", member=ann)
    page.goto("/scores/cards/")
    page.get_by_text("Import a set from a file").click()
    file = {"name": "box.toml", "mimeType": "application/toml", "buffer": written(box).encode()}
    page.get_by_label("Or the file itself").set_input_files([file])
    page.get_by_role("button", name="Add the set").click()
    expect(page.get_by_text("is kept; the page says what is missing")).to_be_visible()
    expect(page.get_by_text(re.compile("Missing: 1"))).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name=re.compile("Type them in.*Heroes")).click()
    page.get_by_label("Name on the card").fill("Lamplighter")
    page.get_by_label("Stealth").fill("2")
    page.get_by_role("button", name="Add the card").click()
    expect(page.get_by_text("They are all there.")).to_be_visible()
    cards = ScoreCards.objects.get()
    assert cards.ready
    page.goto("/tables/new/?game=baf")
    page.get_by_label("Card set").select_option(label="Our box")
    page.get_by_role("button", name=re.compile("Open the table")).click()
    expect(page.locator("#table")).to_be_visible()
    table = CardTable.objects.get()
    assert table.options["cards"]["heroes"][-1]["name"]["en"] == "Lamplighter"


def test_a_card_is_put_together_on_a_phone_and_drawn_meanwhile(open_page: OpenPage, ann: Member) -> None:
    cards = begin_cards(game="bebop", name="Our box", author=ann)
    page = open_page("phone", language="en", member=ann)
    page.goto(f"/scores/cards/{cards.pk}/kinds/common/")
    page.get_by_label("Name on the card").fill("Toolbox")
    page.get_by_label("Fuel").fill("1")
    played = page.get_by_role("group", name="When it is played")
    played.get_by_label("Another step").select_option(label="Draw cards")
    played.get_by_role("button", name="Go on with this step").click()
    played.get_by_label("How many").fill("2")
    played.get_by_role("button", name="Add this step").click()
    expect(page.locator("#preview")).to_contain_text("Draw 2 cards.")
    page.get_by_label("The words on the card").fill("You may draw 3 cards.")
    expect(page.locator("#preview")).to_contain_text("The text says 3, but no step does")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Add the card").click()
    expect(page.get_by_text("Toolbox is in the set.")).to_be_visible()
    (card,) = ScoreCards.objects.get().data["cards"]
    assert card["play"] == [{"do": "draw", "n": 2}]
