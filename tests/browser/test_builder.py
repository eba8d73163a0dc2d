"""The muster builder under a thumb: what is refused says why beside its cause, and nothing typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.browser.conftest import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WITH_AND_WITHOUT = pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])


@pytest.fixture
def draft(member: Member) -> Warband:
    return create_warband(owner=member, setup=Setup(race="orc", name="Crocs de Fer"))


def at_the_desk(open_page: OpenPage, member: Member, warband: Warband, *, javascript: bool) -> Page:
    page = open_page("phone", language="en", javascript=javascript, member=member)
    page.goto(f"/warbands/{warband.pk}/muster/")
    return page


@WITH_AND_WITHOUT
def test_a_page_that_is_out_of_date_keeps_what_was_typed(
    open_page: OpenPage, member: Member, draft: Warband, javascript: bool
) -> None:
    page = at_the_desk(open_page, member, draft, javascript=javascript)
    elsewhere = at_the_desk(open_page, member, draft, javascript=javascript)
    elsewhere.click("#hire-leader-go")
    expect(elsewhere.locator("#figure-1")).to_be_visible()
    page.fill("#hire-henchman-name", "Snark")
    page.click("#hire-henchman-go")
    expect(page.locator(".notice--error").first).to_contain_text("changed since you opened it")
    expect(page.locator("#figure-1")).to_be_visible()  # what happened elsewhere is shown
    expect(page.locator("#hire-henchman-name")).to_have_value("Snark")
    page.click("#hire-henchman-go")
    expect(page.locator("#figure-2")).to_contain_text("Snark")


@WITH_AND_WITHOUT
def test_a_purchase_without_an_item_is_refused_beside_its_field(
    open_page: OpenPage, member: Member, draft: Warband, javascript: bool
) -> None:
    page = at_the_desk(open_page, member, draft, javascript=javascript)
    page.click("#hire-leader-go")
    expect(page.locator("#figure-1")).to_be_visible()
    page.locator("#buy-1-item").evaluate("e => e.removeAttribute('required')")
    page.click("#buy-1-go")
    expect(page.locator("#figure-1 .errors").first).to_be_visible()
    expect(page.locator("#buy-1-item")).to_have_attribute("aria-invalid", "true")


@WITH_AND_WITHOUT
def test_the_last_step_is_taken_back(open_page: OpenPage, member: Member, draft: Warband, javascript: bool) -> None:
    page = at_the_desk(open_page, member, draft, javascript=javascript)
    page.click("#hire-leader-go")
    expect(page.locator("#figure-1")).to_be_visible()
    page.click("#undo-go")
    expect(page.locator("#figure-1")).to_have_count(0)
    expect(page.locator("#faults > li")).to_have_count(2)


@WITH_AND_WITHOUT
def test_the_totals_count_while_figures_join(
    open_page: OpenPage, member: Member, draft: Warband, javascript: bool
) -> None:
    page = at_the_desk(open_page, member, draft, javascript=javascript)
    spent = page.locator(".totals dd strong").first
    expect(spent).to_have_text("0")
    page.click("#hire-leader-go")
    expect(page.locator("#figure-1")).to_be_visible()
    expect(spent).to_have_text(re.compile(r"^[1-9]\d+$"))
