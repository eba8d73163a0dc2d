"""The roster at the table: nine figures on three screens, everything that counts in sight, the rest one tap away."""

from __future__ import annotations

import gzip

import pytest
from django.utils import translation
from playwright.sync_api import expect

from club.models import Member
from engines.musg.entries import AnyEntry, Engage, Hire
from engines.musg.ranks import Rank
from rosters.figure_card import figure_card
from rosters.models import Warband
from rosters.operations import take_step
from tests.browser.conftest import OpenPage
from tests.browser.measures import fits
from tests.factories.battles import HENCHMAN, LEADER, field
from tests.factories.rosters import WarbandFactory, lost_battle, recovered
from tests.web import kept_club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SCREEN = 844
"""Pixels: the height of the phone that the budgets are for."""
HEAVIEST = 15_000
"""Bytes of gzipped HTML."""
SEEN = """element => [...element.querySelectorAll(".stat-table td, .fighter__arms li, .chips li")]
  .filter(one => one.checkVisibility() && !one.closest("details:not([open])"))
  .map(one => one.innerText.trim())"""


def test_nine_figures_fit_on_three_screens_with_everything_that_counts(open_page: OpenPage) -> None:
    """In sight without opening anything: profile, weapons, and each skill, injury and effect of every figure."""
    kept_club.stand()
    measured = 0
    for warband in Warband.objects.filter(figures=9, enlistment__isnull=False):
        page = open_page("phone", language="fr", member=warband.owner)
        answer = page.goto(warband.get_absolute_url())
        assert answer is not None
        assert len(gzip.compress(answer.body())) <= HEAVIEST
        assert page.evaluate("document.documentElement.scrollHeight") <= 3 * SCREEN, warband.name
        with translation.override("fr"):
            cards = [figure_card(figure, warband.roster) for figure in warband.roster.active]
        for card in cards:
            seen = page.locator(f"#figure-{card.number}").evaluate(SEEN)
            assert [text.split()[0] for text in seen[:7]] == [stat.value for stat in card.stats]
            told = [*map(str, card.arms), *(one.name for one in (*card.skills, *card.injuries, *card.next_battle))]
            assert not [text for text in told if " ".join(text.split()) not in [" ".join(t.split()) for t in seen]]
            measured += 1
    assert measured >= 18, "two warbands of nine"


def test_a_row_opens_in_its_place_and_without_javascript_leads_to_the_figure(
    open_page: OpenPage, member: Member
) -> None:
    warband = WarbandFactory.create(owner=member, full=True, figures=5)
    page = open_page("phone", language="en", member=member)
    page.goto(warband.get_absolute_url())
    row = page.locator("#figure-2")
    expect(row.locator(".reasons")).to_have_count(0)
    row.locator("summary").click()
    expect(row.locator(".reasons")).to_contain_text("Light armour")
    expect(row).to_contain_text("Bo joins the warband")
    plain = open_page("phone", language="en", member=member, javascript=False)
    plain.goto(warband.get_absolute_url())
    plain.locator("#figure-2 summary").click()
    plain.get_by_role("link", name="All about Bo").click()
    expect(plain.locator("h1")).to_have_text("Bo")


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_the_roster_reminds_of_what_comes_before_the_battle(
    open_page: OpenPage, member: Member, javascript: bool
) -> None:
    """The hunter is paid with one tap; skills to choose lead to the figure."""
    steps: list[AnyEntry] = [
        Engage(mercenary="elf_sniper", name="Dru"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Cy"),
        lost_battle(present=(1, 2, 3, 4), fallen=4),
        recovered((3,)),
    ]
    warband = WarbandFactory.create(owner=member, mustered=True)
    for step in steps:
        take_step(warband=warband, entry=step, author=member)
    page = open_page("phone", language="en", member=member, javascript=javascript)
    page.goto(warband.get_absolute_url())
    before = page.locator(".before")
    expect(before).to_contain_text("Not paid for the next battle: Dru")
    expect(page.locator("#figure-3 .chips")).to_contain_text("Not paid")
    before.get_by_role("button", name="Pay Dru 30 points").click()
    expect(page.locator("#figure-3 .chips")).to_have_count(0)


def test_treasury_and_camp_stay_above_the_tabs_and_hide_nothing(open_page: OpenPage, member: Member) -> None:
    warband = WarbandFactory.create(owner=member, full=True, figures=9)
    page = open_page("phone", language="en", member=member)
    page.goto(warband.get_absolute_url())
    bar = page.locator(".roster-bar")
    tabs = page.locator(".site-nav").bounding_box()
    assert tabs is not None
    for place in ("0", "1200", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo({{top: {place}, behavior: 'instant'}})")
        box = bar.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= tabs["y"] + 1
        assert box["y"] >= SCREEN / 2 or place.startswith("document")
    last, folds = bar.bounding_box(), page.locator(".roster-folds").bounding_box()
    assert last is not None
    assert folds is not None
    assert folds["y"] + folds["height"] <= last["y"] + 1, "at the end the bar stands below everything"
    bar.locator("summary").click()
    bar.get_by_role("link", name="Note").click()
    expect(page.locator("#camp-form form")).to_be_in_viewport()
    expect(bar.locator(".menu__sheet")).to_be_hidden()
    bar.locator("summary").click()
    bar.get_by_role("link", name="Hire").click()
    page.wait_for_url("**/hire/")


def test_three_figures_stand_side_by_side_on_a_desktop(open_page: OpenPage, member: Member) -> None:
    warband = WarbandFactory.create(owner=member, full=True, figures=9)
    page = open_page("desktop", language="en", member=member)
    page.goto(warband.get_absolute_url())
    tops = [page.locator(f"#figure-{number}").bounding_box() for number in (1, 2, 3)]
    assert len({box["y"] for box in tops if box is not None}) == 1
    assert len({box["x"] for box in tops if box is not None}) == 3


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_hit_points_are_counted_with_one_tap_each(open_page: OpenPage, javascript: bool) -> None:
    fight = field()
    page = open_page("phone", language="en", member=fight.players[0], javascript=javascript)
    page.goto(fight.warbands[0].get_absolute_url())
    counter = page.locator(f"[data-count='{HENCHMAN}.hit_points']")
    less, more = counter.get_by_role("button", name="One fewer"), counter.get_by_role("button", name="One more")
    for button in (less, more):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    less.click()
    expect(counter).to_contain_text("2/3")
    less.click()
    expect(counter).to_contain_text("1/3")
    more.click()
    expect(counter).to_contain_text("2/3")
    again = open_page("phone", language="en", member=fight.players[0])
    again.goto(fight.warbands[0].get_absolute_url())
    expect(again.locator(f"[data-count='{HENCHMAN}.hit_points']")).to_contain_text("2/3")


def test_counts_wait_on_the_phone_for_a_network_and_reach_the_other_phone(open_page: OpenPage) -> None:
    fight = field()
    phone = open_page("phone", language="en", member=fight.players[0])
    other = open_page("phone", language="en", member=fight.players[0])
    for page in (phone, other):
        page.goto(fight.warbands[0].get_absolute_url())
    here, there = (page.locator(f"[data-count='{LEADER}.hit_points']") for page in (phone, other))
    phone.context.set_offline(True)
    here.get_by_role("button", name="One fewer").click()
    here.get_by_role("button", name="One fewer").click()
    expect(here).to_contain_text("4/6")
    expect(phone.locator("[data-unsent]")).to_be_visible()
    assert fight.side(0).tally == {}
    phone.context.set_offline(False)
    expect(phone.locator("[data-unsent]")).to_be_hidden()
    expect(there).to_contain_text("4/6")
    assert fight.side(0).tally[str(LEADER)]["hit_points"] == 4
    phone.complaints.clear()  # the network was away


def test_races_are_found_and_compared_before_one_is_chosen(open_page: OpenPage, member: Member) -> None:
    page = open_page("phone", language="fr", member=member)
    page.goto("/warbands/new/")
    fits(page)
    races = page.locator("[data-race]")
    page.locator("[data-races-filter]").fill("ELF")
    expect(races.filter(visible=True)).to_have_count(1)
    page.locator("[data-races-filter]").fill("")
    for code in ("human", "dwarf"):
        page.locator(f"input[name=compare][value={code}]").check()
    page.get_by_role("button", name="Comparer les races cochées").click()
    expect(page.locator("#compared thead th")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    plain = open_page("phone", language="fr", member=member, javascript=False)
    plain.goto("/warbands/new/")
    for code in ("human", "dwarf"):
        plain.locator(f"input[name=compare][value={code}]").check()
    plain.get_by_role("button", name="Comparer les races cochées").click()
    expect(plain.locator("#compared thead th")).to_have_count(3)
