"""Every page: on the narrowest phone, by daylight and in French, and on a desktop in the dark and in English.

Nothing lies beyond the edge, targets are large enough for thumbs, there is one heading; and axe finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from club.models import Member
from tests.browser.conftest import AXE_OPTIONS, OpenPage, violations
from tests.browser.measures import NARROW, faults
from tests.browser.tour import PARTS, tour

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


SEEN = AXE_OPTIONS | {"runOnly": ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"]}
"""Of what axe looks at, what comes of the colours and of where things stand."""


def violations_at_the_end(page: Page, options: dict[str, list[str]] = AXE_OPTIONS) -> list[str]:
    """At its end no bar that stays in sight lies over a part of the page."""
    page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
    return violations(page, options)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_a_narrow_phone_and_is_accessible_there(open_page: OpenPage, part: int) -> None:
    """Of every address a page, and every object of those that have many faces."""
    wrong: dict[str, str] = {}
    for stop, page in tour(narrow_phones(open_page), part, brief=True):
        for fault in faults(page) + violations_at_the_end(page):
            wrong.setdefault(fault, str(stop.shown))
    assert not wrong, "\n".join(f"{where}: {fault}" for fault, where in wrong.items())


@pytest.mark.marathon
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_in_every_state_fits_a_narrow_phone(open_page: OpenPage, part: int) -> None:
    wrong: dict[str, str] = {}
    for stop, page in tour(narrow_phones(open_page), part):
        for fault in faults(page):
            wrong.setdefault(fault, str(stop.shown))
    assert not wrong, "\n".join(f"{where}: {fault}" for fault, where in wrong.items())


def narrow_phones(open_page: OpenPage) -> Callable[[Member | None], Page]:
    """Opens the narrowest phone for each reader, by daylight and in French."""

    def enter(member: Member | None) -> Page:
        page = open_page("phone", member=member)
        page.set_viewport_size(NARROW)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        return page

    return enter


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_on_a_desktop_in_the_dark(open_page: OpenPage, part: int) -> None:
    """What words say and how parts belong together axe has heard on the phone; here it looks at what light and room
    change."""

    def enter(member: Member | None) -> Page:
        page = open_page("desktop", language="en", member=member)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        return page

    wrong: dict[str, str] = {}
    for stop, page in tour(enter, part, brief=True):
        for fault in violations_at_the_end(page, SEEN):
            wrong.setdefault(fault, str(stop.shown))
    assert not wrong, "\n".join(f"{where}: {fault}" for fault, where in wrong.items())
