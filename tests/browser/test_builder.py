"""The muster builder under a thumb: what is refused says why beside its cause, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.browser.conftest import OpenPage
from tests.browser.keyboard import Keyboard
from tests.browser.measures import MOST_SCREENS, Taps, fits, on_screen, screens
from tests.browser.mustering import buy
from tests.factories.rosters import WarbandFactory

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
def test_five_figures_with_nine_items_take_twenty_five_taps(
    open_page: OpenPage, member: Member, draft: Warband, javascript: bool
) -> None:
    """By the wares alone, no kit and no copy; three screens, even while the longest shelf is open."""
    page = at_the_desk(open_page, member, draft, javascript=javascript)
    taps, carried = 0, page.locator(".kit li")
    for number, (rank, items) in enumerate(
        (
            ("leader", ("two_handed_axe", "heavy_armour", "pistol")),
            ("lieutenant", ("axe", "shield")),
            ("lieutenant", ("submachine_gun",)),
            ("henchman", ("bow", "light_armour")),
            ("henchman", ("bow",)),
        ),
        start=1,
    ):
        page.click(f"#hire-{rank}-go")
        taps += 1
        expect(page.locator(f"#counter-{number}")).to_be_visible()
        expect(page.locator(".recruit__fold[open]")).to_have_count(1)
        for count, item in enumerate(items, start=2):
            taps += buy(page, number, item)
            expect(carried).to_have_count(count)
            assert screens(page) <= MOST_SCREENS
    assert taps <= 25
    page.locator("#figure-5 .recruit__fold > summary").click()
    fits(page)
    assert screens(page) <= MOST_SCREENS


def test_by_kits_and_copies_it_takes_ten_taps(open_page: OpenPage, member: Member, draft: Warband) -> None:
    page = at_the_desk(open_page, member, draft, javascript=True)
    taps = Taps(page)
    for number, rank in enumerate(("leader", "lieutenant", "lieutenant", "henchman"), start=1):
        taps.on(page.locator(f"#hire-{rank}-go"))
        taps.on(page.locator(f"#kit-{number}-brawlers"))
        expect(page.locator(f"#figure-{number} .kit li").nth(1)).to_be_visible()
        expect(page.locator(f"#kit-{number}-brawlers")).to_have_count(0)
    taps.on(page.locator("#another-4"))
    expect(page.locator("#figure-5 .kit li").nth(1)).to_be_visible()
    assert sum(len(figure.items) for figure in Warband.objects.get().roster.active) >= 5 + 9
    assert taps.count <= 10


@WITH_AND_WITHOUT
def test_a_newcomer_has_a_legal_warband_in_five_taps_and_its_sheet_in_three_more(
    open_page: OpenPage, member: Member, javascript: bool
) -> None:
    page = open_page("phone", language="en", javascript=javascript, member=member)
    page.goto("/")
    taps = Taps(page)
    taps.on(page.get_by_role("link", name="Muster a warband"))
    orcs = page.get_by_label("Orcs", exact=True)
    expect(orcs).to_be_visible()
    fits(page)
    taps.on(orcs)
    taps.on(page.get_by_role("button", name="Brawlers"))
    expect(page.locator(".total-bar")).to_contain_text("Legal")
    taps.on(page.get_by_role("button", name="Close the muster"))
    anyway = page.get_by_role("button", name="Close it all the same")
    printing = page.get_by_role("link", name="Its sheet to print")
    expect(anyway.or_(printing)).to_be_visible()
    if anyway.count():
        taps.on(anyway)
    expect(printing).to_be_visible()
    assert taps.count <= 5
    assert printing.get_attribute("href") == f"/warbands/{Warband.objects.get().pk}/sheet.pdf"
    assert Warband.objects.get().mustered


def test_who_is_quick_stays_on_the_page_and_where_they_were(
    open_page: OpenPage, member: Member, draft: Warband
) -> None:
    """A form that was just drawn and is sent at once goes to its part of the page, not to a new page."""
    page = at_the_desk(open_page, member, draft, javascript=True)
    page.evaluate(
        """() => {
          window.stayed = true;
          document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
            document.getElementById("hire-henchman-name").form.requestSubmit();
          }, 0), { once: true });
        }"""
    )
    page.focus("#hire-henchman-name")
    page.keyboard.press("Enter")
    expect(page.locator("#figure-2")).to_be_visible()
    expect(page.locator("#hire-henchman-name")).to_be_focused()
    assert page.evaluate("window.stayed")


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


def test_nine_figures_fit_on_three_screens(open_page: OpenPage, member: Member) -> None:
    """Name, price and weapons of each in sight; no list of all weapons is drawn before a row is opened."""
    muster = WarbandFactory.build_muster(member, 9)
    for language, pistol in (("fr", "Pistolet"), ("en", "Pistol")):
        page = open_page("phone", language=language, member=member)
        page.goto(f"/warbands/{muster.pk}/muster/")
        fits(page)
        expect(page.locator(".recruit")).to_have_count(9)
        for row in page.locator(".recruit").all():
            expect(row.locator(".recruit__arms")).to_contain_text(pistol)
            expect(row.locator(".recruit__price")).to_have_text(re.compile(r"\d+\spts"))
        expect(page.locator("[id^=counter-]")).to_have_count(0)


@WITH_AND_WITHOUT
def test_a_row_opens_wherever_it_is_touched(
    open_page: OpenPage, member: Member, axe: Callable[[Page], None], javascript: bool
) -> None:
    muster = WarbandFactory.build_muster(member, 9)
    page = at_the_desk(open_page, member, muster, javascript=javascript)
    page.locator("#figure-6 .recruit__arms").click(force=True)  # what is touched there is the whole row
    if not javascript:
        page.get_by_role("link", name="Arm or change Hench 6").click()
    expect(page.locator("#figure-6 .kit")).to_contain_text("Light armour")
    expect(page.locator(".recruit__fold[open]")).to_have_count(1)
    if javascript:
        axe(page)


def test_one_row_stands_open_while_somebody_is_armed_and_closes_when_somebody_joins(
    open_page: OpenPage, member: Member
) -> None:
    muster = WarbandFactory.build_muster(member, 6)
    page = at_the_desk(open_page, member, muster, javascript=True)
    for number in (2, 5):
        page.locator(f"#figure-{number} .recruit__fold > summary").click()
        expect(page.locator(f"#counter-{number}")).to_be_visible()
        expect(page.locator(".recruit__fold[open]")).to_have_count(1)
    buy(page, 5, "medikit")
    expect(page.locator("#figure-5 .kit")).to_contain_text("Medikit")
    expect(page.locator("#buy-5-medikit")).to_be_visible()
    page.fill("#hire-henchman-name", "Zed")
    page.click("#hire-henchman-go")
    expect(page.locator("#figure-7 .kit")).to_be_visible()
    expect(page.locator(".recruit__fold[open]")).to_have_count(1)


def test_what_is_wrong_with_a_figure_is_seen_while_its_row_is_closed(
    open_page: OpenPage, member: Member, draft: Warband
) -> None:
    page = at_the_desk(open_page, member, draft, javascript=True)
    page.click("#hire-leader-go")
    for item in ("two_handed_sword", "shield"):
        buy(page, 1, item)
        expect(page.locator("#figure-1 .recruit__arms")).to_contain_text(re.compile("sword", re.IGNORECASE))
    page.get_by_role("button", name="Buy all the same").click()
    problem = page.locator("#figure-1 .recruit__faults")
    expect(problem).to_contain_text("Shield")
    page.reload()
    expect(page.locator(".recruit__fold[open]")).to_have_count(0)
    expect(problem).to_be_visible()
    page.locator("#faults a[href='#figure-1']").click()
    assert on_screen(page, problem)


def test_the_focus_stays_with_the_figure(open_page: OpenPage, member: Member) -> None:
    muster = WarbandFactory.build_muster(member, 6)
    page = open_page("desktop", language="en", member=member)
    page.goto(f"/warbands/{muster.pk}/muster/")
    keys = Keyboard(page)
    keys.skip()
    keys.to("DisclosureTriangleGrouped", "Arm or change Cid")
    keys.press("Enter")
    expect(page.locator("#counter-3")).to_be_visible()
    keys.keeps("#figure-3 .recruit__fold > summary")
    keys.to("DisclosureTriangle", "Rename or dismiss (Cid)")
    keys.press("Enter")
    keys.to("textbox", "Name")
    keys.write("Sid")
    keys.press("Enter")
    expect(page.locator("#figure-3 h3")).to_have_text("Sid")
    keys.keeps("#figure-3 h3")
    keys.to("DisclosureTriangle", "Rename or dismiss (Sid)")
    keys.press("Enter")
    keys.to("button", "Dismiss Sid")
    keys.press("Enter")
    expect(page.locator("#figure-3")).to_have_count(0)
    keys.keeps("#rank-lieutenant")
