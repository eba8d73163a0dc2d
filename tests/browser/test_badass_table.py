"""Badass Force on three phones: all lay at once, one lies, two answer, and everybody sees what comes of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.tables.operations import play as card_play
from club.models import Member
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import faults
from tests.factories.club import MemberFactory
from tests.factories.tables import BADASS, dealt

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people(transactional_db: None) -> list[Member]:
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cleo")]


def sound(page: Page) -> None:
    """Nothing is cut off, too small or hard to read."""
    assert faults(page) == []
    assert violations(page) == []


def test_a_bluff_is_asked_about_on_all_phones_at_once(open_page: OpenPage, people: list[Member]) -> None:
    table = dealt(people[0], *people[1:], game=BADASS)
    phones = [open_page("phone", language="en", member=member) for member in people]
    for phone in phones:
        phone.goto(table.get_absolute_url())
        expect(phone.locator("#table-status")).to_contain_text("Which character do you lay")
    sound(phones[0])
    for phone in reversed(phones):
        phone.locator(".role__do").first.click()
        expect(phone.locator(".role--active")).to_have_count(1)
    table.refresh_from_db()
    first = table.actor
    assert first is not None
    liar, others = phones[first], [phone for seat, phone in enumerate(phones) if seat != first]
    expect(liar.locator("#table-status")).to_contain_text("Your turn")
    sound(liar)
    # A touch reads a character out; the button under it says that one is it.
    bluff = liar.locator(".role--hand").first
    bluff.locator(".role__face").click()
    expect(bluff.locator(".sheet")).to_be_visible()
    liar.keyboard.press("Escape")
    bluff.locator(".role__do").click()
    for phone in others:
        expect(phone.locator("#claim")).to_contain_text("I am")
        expect(phone.locator("#do-call")).to_be_visible()
        expect(phone.locator("#do-believe")).to_be_visible()
    sound(others[0])
    # Who answers first waits for the others, and nobody learns what the answer is.
    others[1].locator("#do-call").click()
    expect(others[1].locator(".kept")).to_contain_text("you call a bluff")
    expect(liar.locator("#table-pending")).to_be_visible()
    expect(liar.locator("body")).not_to_contain_text("call a bluff")
    others[0].locator("#do-believe").click()
    # The bluff is called: it costs the liar that character, and the caller has two points.
    for phone in phones:
        expect(phone.locator("#claim")).to_have_count(0)
    caller = (first + 2) % 3 if others[1] is phones[(first + 2) % 3] else (first + 1) % 3
    expect(phones[caller].locator(".own .fuse__total")).to_contain_text("2")
    expect(liar.locator(".role--graveyard")).to_have_count(1)
    assert card_play.codes_of(table)[-2:].count("call") == 1
