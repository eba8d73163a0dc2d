"""The form of a new table on a phone: from a season's page to its field, and the seven characters of Badass Force."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.tables.models.card_table import CardTable
from club.models import Member
from engines.badass_force.cards import PLAYED, training
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import NARROW, faults
from tests.campaigns.tables.sets import club_set
from tests.factories.club import MemberFactory
from tests.factories.matches import season
from tests.factories.tables import BADASS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SEASON: Final = "Les jeudis du hangar"
WORDS: Final = {
    "en": {
        "play": "Play at a table", "season": "Season", "outside": "outside of seasons", "open": "Open the table",
        "seven": "The seven characters", "six": "6 are ticked",
    },
    "fr": {
        "play": "Jouer à une table", "season": "Saison", "outside": "hors saisons", "open": "Ouvrir la table",
        "seven": "Les sept personnages", "six": "vous en avez coché 6",
    },
}  # fmt: skip


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob(transactional_db: None) -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


@pytest.fixture
def thursdays(ann: Member, bob: Member) -> Campaign:
    """One of two seasons of Badass Force that Ann and Bob play in."""
    other, made = season(BADASS, ann, name="L’an dernier"), season(BADASS, ann, name=SEASON)
    for one in (other, made):
        people.join(campaign=one, member=bob, code=one.join_code)
    return made


def phone_of(open_page: OpenPage, member: Member, language: str) -> Page:
    page = open_page("phone", language=language, member=member)
    page.set_viewport_size(NARROW)
    page.emulate_media(reduced_motion="reduce")
    return page


def sound(page: Page) -> None:
    """Nothing is cut off, too small or hard to read."""
    assert faults(page) == []
    assert violations(page) == []


def chosen(field: Locator) -> str:
    """What a field of choices shows."""
    return str(field.evaluate("field => field.selectedOptions[0].textContent.trim()"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_from_the_seasons_page_a_table_counts_in_it(
    open_page: OpenPage, bob: Member, thursdays: Campaign, language: str
) -> None:
    words = WORDS[language]
    page = phone_of(open_page, bob, language)
    page.goto(thursdays.get_absolute_url())
    sound(page)
    page.get_by_role("link", name=words["play"]).click()
    field = page.get_by_label(words["season"], exact=True)
    assert chosen(field) == SEASON
    expect(field.locator("option")).to_have_text([words["outside"], SEASON, "L’an dernier"])
    sound(page)
    page.get_by_role("button", name=words["open"]).click()
    expect(page.locator("#table")).to_contain_text(SEASON)
    sound(page)
    assert CardTable.objects.get().season == thursdays


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_seven_characters_are_ticked_by_thumb(open_page: OpenPage, ann: Member, language: str) -> None:
    """Ruling F32: the table may choose who plays. Six are refused where they were ticked and stay so; seven play."""
    words = WORDS[language]
    page = phone_of(open_page, ann, language)
    page.goto(f"/tables/new/?game={BADASS}")
    cast = page.get_by_role("group", name=words["seven"])
    boxes = cast.get_by_role("checkbox")
    expect(boxes).to_have_count(len(training().characters))
    sound(page)
    for number in range(PLAYED - 1):
        boxes.nth(number).check()
    page.get_by_role("button", name=words["open"]).click()
    expect(cast).to_contain_text(words["six"])
    expect(cast.get_by_role("checkbox", checked=True)).to_have_count(PLAYED - 1)
    expect(boxes.first).to_have_attribute("aria-invalid", "true")
    sound(page)
    boxes.nth(PLAYED - 1).check()
    page.get_by_role("button", name=words["open"]).click()
    expect(page.locator("#table")).to_be_visible()
    assert CardTable.objects.get().options["characters"] == [card.code for card in training().characters[:PLAYED]]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_of_several_sets_only_the_one_that_is_ticked_stands_open(
    open_page: OpenPage, ann: Member, language: str
) -> None:
    """Two sets have characters of the same names: each stands under its set."""
    own = club_set(BADASS, ann)
    page = phone_of(open_page, ann, language)
    page.goto(f"/tables/new/?game={BADASS}")
    cast = page.get_by_role("group", name=WORDS[language]["seven"])
    expect(cast.get_by_role("checkbox")).to_have_count(0)
    sound(page)
    cast.get_by_text(own.name, exact=True).click()
    boxes = cast.get_by_role("group", name=own.name).get_by_role("checkbox")
    expect(boxes).to_have_count(len(training().characters))
    for number in range(PLAYED - 1):
        boxes.nth(number).check()
    sound(page)
    page.get_by_role("button", name=WORDS[language]["open"]).click()
    expect(cast).to_contain_text(WORDS[language]["six"])
    expect(cast.get_by_role("checkbox")).to_have_count(len(training().characters))
    expect(cast.get_by_role("checkbox", checked=True)).to_have_count(PLAYED - 1)
    sound(page)
