"""axe finds nothing in what opens on a page: menus, questions, refused forms."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from club.models import Member
from engines.musg.entries import Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.operations import create_warband, take_step
from tests.browser.conftest import OpenPage, violations

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


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
