"""axe finds nothing on any page: by daylight on a French phone, in the dark on an English desktop."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from club.models import Member
from tests.browser.conftest import OpenPage
from tests.browser.tour import tour

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("size", "language", "scheme"), [("phone", "fr", "light"), ("desktop", "en", "dark")], ids=["phone", "desktop"]
)
def test_every_page_is_accessible(open_page: OpenPage, size: str, language: str, scheme: str) -> None:
    def enter(member: Member | None) -> Page:
        page = open_page(size, language=language, member=member)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        return page

    axe, faults = Axe(), dict[str, str]()
    for shown, page in tour(enter, brief=True):
        for fault in axe.run(page, options=RULES).response["violations"]:
            for node in fault["nodes"]:
                line = f"{fault['id']}: {node['html'][:160]} {node['failureSummary'].splitlines()[-1].strip()[:160]}"
                faults.setdefault(line, str(shown))
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())
