"""The second lesson in a real browser: from the noticeboard to its end, on a phone in French, at a desk in English."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from campaigns.jobs import queue
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Campaign
from campaigns.wars.models.lesson import Lesson, LessonCode
from campaigns.wars.play.lessons.camp.bands import FACES
from campaigns.wars.play.lessons.camp.goals import Place
from campaigns.wars.play.lessons.camp.steps import STEPS
from club.models import Member
from rosters.models import Warband
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import faults
from tests.factories.club import MemberFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOOKED_AT = (Place.BATTLE, Place.AFTERMATH, Place.ROSTER)
"""Where axe looks at the panel; the other pages have tests of their own."""
WORDS = {
    "fr": ("Après la bataille", "Commencer la leçon", "Étape {} sur {}", "C’est fait."),
    "en": ("After the battle", "Begin the lesson", "Step {} of {}", "You have done it."),
}


def own_dice(page: Page) -> None:
    """Tap the faces that dice show."""
    page.locator("button[value=typed]").click()
    for faces in FACES.values():
        for place, face in enumerate(faces, 1):
            page.locator(f"button[name=die{place}][value='{face}']").click()


def site_dice(page: Page) -> None:
    """Let the site roll; its worker is this test."""
    page.locator("button[value=site]").click()
    expect(page.locator("#aftermath[hx-trigger]")).to_be_visible()
    queue.run(Job.objects.get(state=JobState.WAITING).pk)


def look(page: Page) -> None:
    """There is only something to look at, and it is looked at."""


def to_the_roster(page: Page) -> None:
    page.locator("h1 a").click()


def learn(page: Page) -> None:
    page.locator("#choice button[name=skill]").first.click()


def buy(page: Page) -> None:
    page.locator("#buy-sword").click()


def hire(page: Page) -> None:
    page.locator("button[name=profile][value='henchman:human']").click()


def newcomer() -> Member:
    """Somebody who has done the first lesson."""
    member = MemberFactory.create()
    Lesson.objects.create(member=member, code=LessonCode.FIRST_BATTLE, step=7, furthest=7, finished=timezone.now())
    return member


@pytest.mark.parametrize(("size", "language", "roll"), [("phone", "fr", own_dice), ("desktop", "en", site_dice)])
def test_a_newcomer_takes_the_lesson(
    open_page: OpenPage, transactional_db: None, size: str, language: str, roll: Callable[[Page], None]
) -> None:
    page = open_page(size, language=language, member=newcomer())
    lesson, begin, place, done = WORDS[language]
    page.goto("/")
    page.get_by_role("link", name=lesson).click()
    page.locator("section, article", has=page.get_by_role("heading", name=lesson)).last.get_by_role(
        "button", name=begin
    ).click()
    for number, (step, do) in enumerate(
        zip(STEPS, (look, roll, to_the_roster, learn, buy, hire, look), strict=True), 1
    ):
        expect(page.locator(".coach__place")).to_have_text(place.format(number, len(STEPS)))
        do(page)
        expect(page.locator("#coach-next")).to_be_visible()
        if step.place in LOOKED_AT:
            assert violations(page) == []
        assert faults(page) == []
        expect(page.locator("#coach-next")).to_be_in_viewport()
        page.locator("#coach-next").click()
    expect(page.get_by_text(done).last).to_be_visible()
    assert Lesson.objects.get(code=LessonCode.FIRST_CAMP).finished is not None
    assert not Warband.every.exists()
    assert not Campaign.objects.exists()
