"""Parts of pages on another site: anybody may frame them, axe finds nothing there, no other page comes into a frame."""

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


def test_only_they_come_into_a_frame_of_another_site(open_page: OpenPage, fought: Cast) -> None:
    page = open_page("desktop")
    page.goto("/about/")
    here = page.evaluate("location.origin")
    slug = fought.campaign.slug
    html = "".join(
        f'<iframe name="{name}" src="{here}{path}"></iframe>'
        for name, path in (("part", f"/embed/standings/{slug}/"), ("whole", f"/campaigns/{slug}/"))
    )
    page.route("**/elsewhere.html", lambda route: route.fulfill(body=html, content_type="text/html"))
    with page.expect_response(lambda answer: answer.url.endswith(f"/campaigns/{slug}/")):
        page.goto("http://another.localhost/elsewhere.html")
    expect(page.frame_locator('iframe[name="part"]').locator("h1")).to_have_text(fought.campaign.name)
    expect(page.frame_locator('iframe[name="whole"]').locator("h1")).to_have_count(0)


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
