"""A warband mustered and kept with one thumb, with JavaScript and without; its pages are open to everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from rosters.models import Warband
from tests.factories.rosters import WarbandFactory

OpenPage = Callable[..., Page]


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_warband_is_mustered_on_a_phone(open_page: OpenPage, member: Member, javascript: bool) -> None:
    page = open_page("phone", language="en", javascript=javascript, member=member)
    page.goto("/warbands/new/")
    page.get_by_label("Name of the warband").fill("The Fangs")
    page.get_by_label("Orcs", exact=True).check()
    page.get_by_role("button", name="Draw up the muster").click()
    expect(page.locator("h1")).to_have_text("The Fangs")
    total = page.locator(".total-bar")

    page.locator("#hire-leader-name").fill("Gorg")
    page.locator("#hire-leader-go").click()
    expect(total).to_contain_text("40/500")
    page.locator("#buy-1-item").select_option("two_handed_axe")
    page.locator("#buy-1-go").click()
    expect(total).to_contain_text("50/500")
    page.locator("#buy-1-item").select_option("shield")
    page.locator("#buy-1-go").click()
    expect(page.locator("#figure-1 .errors")).to_contain_text("two-handed close combat weapon")
    page.get_by_role("button", name="Take Shield back from Gorg").click()
    expect(page.locator("#figure-1 .errors")).to_have_count(0)
    page.locator("#hire-henchman-go").click()
    expect(total).to_contain_text("Legal")
    page.locator("#undo-go").click()
    expect(total).to_contain_text("1 problem")
    page.locator("#hire-henchman-go").click()
    page.get_by_role("button", name="Close the muster").click()

    expect(page.locator(".meta")).to_contain_text("442")
    page.get_by_role("link", name="Gorg").first.click()
    page.locator("#buy-1-item").select_option("laser_sword")
    page.locator("#buy-1-go").click()
    expect(page.locator(".arms")).to_contain_text("Laser sword 2d S12")
    warband = Warband.objects.get(name="The Fangs")
    assert warband.mustered
    assert warband.treasury == 500 - 40 - 10 - 8 - 22


def test_warband_pages_shut_nobody_out(open_page: OpenPage, member: Member, axe: Callable[[Page], None]) -> None:
    full = WarbandFactory.create(owner=member, full=True, figures=5)
    begun = WarbandFactory.build_muster(member, 5)
    page = open_page("phone", member=member)
    for address in (
        "/warbands/",
        "/warbands/new/",
        f"/warbands/{begun.pk}/muster/",
        f"/warbands/{full.pk}/",
        f"/warbands/{full.pk}/?at=3",
        f"/warbands/{full.pk}/journal/",
        f"/warbands/{full.pk}/figures/1/",
        f"/warbands/{full.pk}/steps/buy/?figure=1",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(fold => { fold.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        axe(page)
