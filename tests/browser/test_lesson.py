"""The first lesson in a real browser: from the noticeboard to its end on a phone, by tapping."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play import positions
from campaigns.wars.play.lessons.first_battle import STEPS
from engines.musg.prospects import code_of
from tests.browser.conftest import OpenPage, eventually, violations
from tests.browser.measures import faults
from tests.browser.test_play import HAS_ROOM, decide
from tests.campaigns.wars.play.lesson_ways import DESCRIBED, Do
from tests.factories.club import MemberFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def tap(page: Page, do: Do) -> None:
    """Tap the answer in the list that a step's words describe."""
    with positions.standing(PlayedBattle.objects.get()) as game:
        code = code_of(do.of(game).action)
    version = page.locator("#battle").get_attribute("data-version") or ""
    button = page.locator(f"#choice button[value='{code}']")
    if not button.is_visible():
        page.locator("#choice details", has=button).locator("> summary").click()
    button.click()
    expect(page.locator("#battle")).not_to_have_attribute("data-version", version)


def test_a_newcomer_takes_the_lesson_on_a_phone(open_page: OpenPage, transactional_db: None) -> None:
    positions.forget()
    page = open_page("phone", language="fr", member=MemberFactory.create())
    page.goto("/")
    page.get_by_role("link", name="Votre première bataille").click()
    page.get_by_role("region", name="Votre première bataille").get_by_role("button").click()
    for number, step in enumerate(STEPS, 1):
        expect(page.locator(".coach__place")).to_have_text(f"Étape {number} sur {len(STEPS)}")
        eventually(page, HAS_ROOM)
        for do in DESCRIBED.get(step.code, ()):
            tap(page, do)
        if not DESCRIBED.get(step.code):
            break
        expect(page.locator("#coach-next")).to_be_in_viewport()
        if number == 1:
            assert violations(page) == []
            assert faults(page) == []
        page.locator("#coach-next").click()
    for _number in range(80):
        expect(page.locator("#battle[data-mine], .play__ending")).to_be_visible()
        if page.locator(".play__ending").count():
            break
        decide(page, ("deploy", "activate", "shoot", "end"))
    expect(page.locator("#gains-title")).to_be_visible()
    page.locator("#coach-next").click()
    expect(page.get_by_text("C’est fait.")).to_be_visible()
    assert Lesson.objects.get().finished is not None
