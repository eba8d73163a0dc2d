"""axe finds nothing on any page: by daylight on a French phone, in the dark on an English desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from engines.musg.entries import Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.operations import create_warband, take_step
from tests.browser.conftest import OpenPage, violations
from tests.browser.tour import tour

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("size", "language", "scheme"), [("phone", "fr", "light"), ("desktop", "en", "dark")], ids=["phone", "desktop"]
)
def test_every_page_is_accessible(open_page: OpenPage, size: str, language: str, scheme: str) -> None:
    def enter(member: Member | None) -> Page:
        page = open_page(size, language=language, member=member)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        return page

    faults: dict[str, str] = {}
    for shown, page in tour(enter, brief=True):
        # At its end no bar that stays in sight lies over a part of the page.
        page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
        for fault in violations(page):
            faults.setdefault(fault, str(shown))
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


def test_menus_questions_and_refused_forms_are_accessible(open_page: OpenPage, member: Member) -> None:
    warband = create_warband(owner=member, setup=Setup(race="elf", name="Argelune"))
    take_step(warband=warband, entry=Hire(rank=Rank.LEADER, race="elf", name="Aelin"), author=member)
    take_step(warband=warband, entry=Hire(rank=Rank.HENCHMAN, race="elf", name="Ithil"), author=member)
    take_step(warband=warband, entry=Muster(), author=member)
    page = open_page("phone", member=member)
    page.goto("/")
    for menu in page.locator(".site-tools details.menu").all():
        menu.locator("summary").click()
        expect(menu.locator(".menu__sheet")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
    page.goto(f"/warbands/{warband.pk}/figures/2/")
    page.locator("details").filter(has=page.locator("#dismiss-2-go")).locator("summary").click()
    page.click("#dismiss-2-go")
    expect(page.locator("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.goto("/campaigns/new/")
    page.locator("#id_name").evaluate("e => e.removeAttribute('required')")
    page.locator("main form button.button--primary").click()
    expect(page.locator(".notice--error")).to_be_focused()
    assert violations(page) == []
