"""The referee's desk on a phone at the table, and the club room's screen on the wall."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from campaigns.demo.club import MARCH
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.league.models import Campaign
from campaigns.wars.battles import operations as battles
from campaigns.wars.battles.operations import Plan
from campaigns.wars.forecast import pairs
from campaigns.wars.models.battle import BattleState
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import fits, sideways
from tests.factories.battles import LEADER, Field, field
from tests.web import kept_club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WALL = {"width": 1280, "height": 720}
SMALLEST = """() => {
  const walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && !e.closest(".visually-hidden") && e.checkVisibility())
      sizes.push(parseFloat(getComputedStyle(e).fontSize));
  }
  return Math.min(...sizes) / innerHeight;
}"""


@pytest.fixture
def fight(transactional_db: None) -> Field:
    return field()


def test_a_report_comes_to_the_referees_phone_and_is_settled_there(open_page: OpenPage, fight: Field) -> None:
    page = open_page("phone", language="en", member=fight.referee)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("campaigns:dashboard", args=[fight.campaign.slug]))
    expect(page.get_by_text("All quiet.")).to_be_visible()
    page.evaluate("window.stillHere = true")
    one, other = fight.keys
    felled = Report(downs=(Down(Who(other, LEADER), Who(one, LEADER)),))
    reports.report_battle(battle=fight.battle, report=felled, author=fight.players[0])
    expect(page.get_by_text(f"Waits for {fight.players[1].name}")).to_be_visible()
    assert page.evaluate("window.stillHere")
    assert sideways(page) == 0
    assert violations(page) == []
    page.get_by_role("button", name="Confirm it as it stands").click()
    expect(page.get_by_text("The report is settled.")).to_be_visible()
    assert fight.stored().state == BattleState.CONFIRMED
    page.locator("summary", has_text="Let the site roll").click()
    page.get_by_label("Why you do this for the player").fill("Away")
    # What is being typed stays, although the page asks for itself every few seconds.
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Let the site roll").click()
    expect(page.get_by_text("The site rolls for Blades.")).to_be_visible()
    assert fight.recovery(1).mode == "site"
    assert sideways(page) == 0


def test_the_odds_of_a_suggested_pair_come_in_by_themselves(
    open_page: OpenPage, fight: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "COUNT", 4)
    monkeypatch.setattr(pairs, "PART", 2)
    page = open_page("phone", language="en", member=fight.referee)
    page.goto(reverse("campaigns:dashboard", args=[fight.campaign.slug]))
    page.get_by_role("button", name="Calculate the odds – Axes, Blades").click()
    pair = page.locator("li", has_text="Axes – Blades")
    expect(pair.get_by_role("progressbar", name="0 of 4 battles fought")).to_be_visible()
    page.evaluate("window.stillHere = true")
    first, last = Job.objects.filter(kind=pairs.KIND).order_by("pk")
    assert jobs.run(first.pk)
    expect(pair.get_by_role("progressbar", name="2 of 4 battles fought")).to_be_visible()
    assert violations(page) == []
    assert sideways(page) == 0
    assert jobs.run(last.pk)
    expect(pair).to_contain_text("forecast of")
    expect(pair.get_by_role("progressbar")).to_have_count(0)
    expect(pair.get_by_role("button")).to_have_count(0)
    assert page.evaluate("window.stillHere")


def test_a_busy_desk_fits_on_three_screens_with_what_blocks_the_round_first(open_page: OpenPage) -> None:
    """Of the nine things that block the round of the demo's campaign the first five are read without opening."""
    kept_club.stand()
    campaign = Campaign.objects.get(name=MARCH.name)
    referee = Member.objects.get(username="arbitre")
    for language in ("fr", "en"):
        page = open_page("phone", language=language, member=referee)
        page.goto(reverse("campaigns:dashboard", args=[campaign.slug]))
        expect(page.get_by_text("Le bois des Pendus").first).to_be_visible()
        expect(page.locator(".desk-kind[open]:visible")).to_have_count(3)
        fits(page)
        assert violations(page) == []
    folded = page.locator(".desk-kind").filter(has_text="Aftermaths to roll")
    expect(folded.locator("li").first).to_be_hidden()
    folded.locator("summary").first.click()
    expect(folded.locator("li").first).to_be_visible()


def test_the_wall_turns_its_pages_by_itself_in_letters_for_a_room(open_page: OpenPage, fight: Field) -> None:
    opened = rounds.open_round(campaign=fight.campaign)
    battles.schedule_battle(campaign=fight.campaign, warbands=fight.warbands, plan=Plan(round=opened))
    page = open_page("desktop", language="en", member=fight.referee)
    page.set_viewport_size(WALL)
    began = timezone.now()
    page.clock.install(time=began)
    page.goto(reverse("campaigns:projector", args=[fight.campaign.slug]))
    page.clock.pause_at(began + timedelta(minutes=1))  # from here on it goes only as far as it is told
    titles = []
    for _turn in range(3):
        shown = page.locator(".projector__panel:visible")
        expect(shown).to_have_count(1)
        titles.append(shown.locator("h2").inner_text())
        assert page.evaluate(SMALLEST) >= 0.049
        assert page.evaluate("document.documentElement.scrollHeight") <= WALL["height"]
        page.clock.run_for(12_500)
    assert titles == ["Pairings", "Standings", "Join in"]
    expect(page.locator(".projector__panel:visible h2")).to_have_text("Pairings")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")  # held
    page.clock.resume()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_text(fight.campaign.join_code)).to_be_visible()
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")  # it fades in
    assert violations(page) == []
    page.clock.run_for(30_000)
    expect(page.get_by_text(fight.campaign.join_code)).to_be_visible()
    assert sideways(page) == 0


def test_the_wall_shows_a_result_without_being_touched(open_page: OpenPage, fight: Field) -> None:
    page = open_page("desktop", language="en", member=fight.referee)
    page.set_viewport_size(WALL)
    page.goto(reverse("campaigns:projector", args=[fight.campaign.slug]))
    expect(page.locator(".projector__panel:visible")).to_contain_text("Axes")
    fight.fight(Report(bonus={fight.keys[0]: 7}))
    expect(page.locator(".projector__panel", has_text="Results")).to_contain_text("Axes 7")
    expect(page.locator(".projector__panel:visible")).to_have_count(1)


def test_the_wall_is_one_page_without_javascript(open_page: OpenPage, fight: Field) -> None:
    page = open_page("desktop", language="en", member=fight.referee, javascript=False)
    page.goto(reverse("campaigns:projector", args=[fight.campaign.slug]))
    expect(page.locator(".projector__panel:visible")).to_have_count(3)
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    assert sideways(page) == 0
