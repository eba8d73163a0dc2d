"""Every page: on the narrowest phone, by daylight and in French, and on a desktop in the dark and in English.

Nothing lies beyond the edge, targets are large enough for thumbs, there is one heading; and axe finds nothing.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from club.models import Member
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import NARROW, faults
from tests.browser.tour import PARTS, tour
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def violations_at_the_end(page: Page) -> list[str]:
    """At its end no bar that stays in sight lies over a part of the page."""
    page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
    return violations(page)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_a_narrow_phone_and_is_accessible_there(open_page: OpenPage, part: int) -> None:
    """axe looks at one page of each address, and at each object of those that have many faces."""

    def enter(member: Member | None) -> Page:
        page = open_page("phone", member=member)
        page.set_viewport_size(NARROW)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        return page

    wrong: dict[str, str] = {}
    for stop, page in tour(enter, part, brief=not THOROUGH):
        found = faults(page)
        if stop.new:
            found += violations_at_the_end(page)
        for fault in found:
            wrong.setdefault(fault, str(stop.shown))
    assert not wrong, "\n".join(f"{where}: {fault}" for fault, where in wrong.items())


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_on_a_desktop_in_the_dark(open_page: OpenPage, part: int) -> None:
    def enter(member: Member | None) -> Page:
        page = open_page("desktop", language="en", member=member)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        return page

    wrong: dict[str, str] = {}
    for stop, page in tour(enter, part, brief=True):
        for fault in violations_at_the_end(page):
            wrong.setdefault(fault, str(stop.shown))
    assert not wrong, "\n".join(f"{where}: {fault}" for fault, where in wrong.items())
