"""A warband mustered and kept with one thumb, with JavaScript and without; its pages are open to everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from rosters.models import Warband
from tests.browser.mustering import buy
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
    buy(page, 1, "two_handed_axe")
    expect(total).to_contain_text("50/500")
    buy(page, 1, "shield")
    expect(page.locator("#figure-1 .errors").first).to_contain_text("two-handed close combat weapon")
    expect(total).to_contain_text("50/500")
    page.get_by_role("button", name="Buy all the same").click()
    expect(total).to_contain_text("70/500")
    expect(page.locator("#figure-1 .errors")).to_contain_text("two-handed close combat weapon")
    page.get_by_role("button", name="Take Shield back from Gorg").click()
    expect(page.locator("#figure-1 .errors")).to_have_count(0)
    page.locator("#hire-henchman-go").click()
    expect(total).to_contain_text("Legal")
    page.locator("#undo-go").click()
    expect(total).to_contain_text("1 problem")
    page.locator("#hire-henchman-go").click()
    expect(total).to_contain_text("Legal")
    page.get_by_role("button", name="Close the muster").click()
    expect(page.locator(".notice--warning")).to_contain_text("Not spent yet: 442 of 500 points.")
    page.get_by_role("button", name="Close it all the same").click()

    expect(page.locator(".roster-bar")).to_contain_text("442")
    page.get_by_role("link", name="Gorg").first.click()
    page.get_by_role("link", name="Weapons and equipment").click()
    page.locator("#buy-laser_sword").click()
    expect(page.locator(".shop-bar")).to_contain_text("420")
    page.goto(f"/warbands/{Warband.objects.get(name='The Fangs').pk}/figures/1/")
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
        f"/warbands/{full.pk}/shop/?who=1&who=2",
    ):
        page.goto(address)
        # At its end no bar lies over what the page says; a menu that is open would.
        page.evaluate(
            "document.querySelectorAll('main details:not([data-menu])').forEach(fold => { fold.open = true })"
        )
        page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        axe(page)
