"""Every page: on the narrowest phone, by daylight, and on a desktop in the dark.

Nothing lies beyond the edge, targets are large enough for thumbs, there is one heading; and axe finds nothing. The tour
is gone in French, the longer language; of pages with many faces one each is looked at in English.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from club.models import Member
from tests.browser.conftest import OpenPage
from tests.browser.looks import faults, in_daylight_on_a_phone
from tests.browser.tour import MANY_FACED, PARTS, Stop, tour
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def told(found: dict[str, str]) -> str:
    return "\n".join(f"{where}: {fault}" for fault, where in found.items())


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_a_narrow_phone_and_is_accessible_there_and_on_a_dark_desktop(
    open_page: OpenPage, part: int
) -> None:
    """axe looks at one page of each address, and at each object of those that have many faces."""

    def enter(member: Member | None) -> Page:
        return in_daylight_on_a_phone(open_page("phone", member=member))

    found: dict[str, str] = {}
    for stop, page in tour(enter, lambda stop: stop.new or THOROUGH, slice(part, None, PARTS)):
        for fault in faults(page, axe=stop.new):
            found.setdefault(fault, str(stop.shown))
    assert not found, told(found)


def test_pages_in_english_are_accessible_on_phone_and_desktop(open_page: OpenPage) -> None:
    def enter(member: Member | None) -> Page:
        return in_daylight_on_a_phone(open_page("phone", language="en", member=member))

    left = set(MANY_FACED)

    def first(stop: Stop) -> bool:
        wanted = stop.shown.name in left
        left.discard(stop.shown.name)
        return wanted

    found: dict[str, str] = {}
    for stop, page in tour(enter, first):
        for fault in faults(page):
            found.setdefault(fault, str(stop.shown))
    assert not left
    assert not found, told(found)
