"""Parts of pages for other sites: axe finds nothing in them, and what is copied is what was chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from club.visibility import Visibility
from tests.browser.conftest import OpenPage, violations
from tests.factories.campaigns import Cast, cast, fight

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fought() -> Cast:
    here = cast(visibility=Visibility.PUBLIC)
    fight(here.campaign, [here.warband, here.other])
    return here


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_them(open_page: OpenPage, fought: Cast, theme: str) -> None:
    page = open_page("phone")
    slug = fought.campaign.slug
    addresses = [f"/embed/{kind}/{slug}/" for kind in ("standings", "battles", "results")]
    for address in [*addresses, "/embed/evening/next/", "/embed/leaderboard/baf/"]:
        page.goto(f"{address}?theme={theme}")
        expect(page.locator("h1")).to_be_visible()
        assert violations(page) == [], address


def test_what_is_copied_is_what_is_shown(open_page: OpenPage, fought: Cast) -> None:
    page = open_page("phone")
    page.goto(f"/share/campaign/{fought.campaign.slug}/")
    page.locator("#id_theme").select_option("dark")
    page.locator("#id_rows").fill("3")
    page.locator(".share-look button").click()
    page.wait_for_url("**theme=dark**")
    code = page.locator("#frame-standings").input_value()
    assert "theme=dark&amp;rows=3" in code
    assert violations(page) == []
