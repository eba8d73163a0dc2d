"""A report that is disputed, settled by the referee, and its aftermaths rolled for all at once."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from campaigns.jobs.models import Job, JobState
from campaigns.tasks import work
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.recovery import RecoveryState
from campaigns.wars.reports import operations as reports
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage
from tests.browser.measures import Taps, fits, on_screen
from tests.factories.battles import HENCHMAN, LEADER, Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def put_out(page: Page, victim: str, number: int, by: str = "") -> None:
    """Tap a figure, and who did it."""
    tile = page.locator(".tile").filter(has=page.locator(f"#id_fate-{victim}-{number}"))
    tile.locator(".tile__tap").click()
    if by:
        tile.locator(f".foe:has(input[value='{by}'])").click()


def test_the_points_are_counted_while_the_report_is_filled_in(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    ours, theirs = fight.keys
    page = open_page("phone", language="en", member=fight.players[0])
    page.goto(f"{fight.battle.get_absolute_url()}report/")
    tally = page.locator("#tally")
    expect(tally).to_contain_text("A draw")
    put_out(page, theirs, LEADER)
    expect(tally).to_contain_text("Axes 10")
    expect(tally).to_contain_text("Winner: Axes")
    tile = page.locator(".tile").filter(has=page.locator(f"#id_fate-{theirs}-{LEADER}"))
    expect(tile).to_contain_text("henchman 2")
    put_out(page, ours, HENCHMAN)
    expect(tally).to_contain_text("Blades 5")
    tile.locator(".foe", has_text="an accident").click()
    expect(tally).to_contain_text("Winner: Blades")
    tile.locator(".tile__tap").click()  # taken back
    expect(tile.locator(".tile__by")).to_be_hidden()


def test_a_rarer_fate_takes_the_place_of_the_tap(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    page = open_page("phone", language="en", member=fight.players[0])
    page.goto(f"{fight.battle.get_absolute_url()}report/")
    tap = page.locator(f"#id_fate-{fight.keys[1]}-{LEADER}")
    tile = page.locator(".tile").filter(has=tap)
    tile.locator(".tile__tap").click()
    tile.locator("summary").click()
    tile.locator(".tile__else select").select_option("fled")
    expect(tap).not_to_be_checked()
    expect(tile.locator(".tile__fate--fled")).to_be_visible()
    expect(tile.locator(".tile__by")).to_be_hidden()
    tile.locator(".tile__tap").click()
    expect(tile.locator(".tile__else select")).to_have_value("")
    expect(tile.locator(".tile__fate--out")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_report_takes_three_taps_and_one_for_each_casualty(
    open_page: OpenPage, transactional_db: None, javascript: bool
) -> None:
    fight = field(henchmen=7)  # nine figures on each side
    ours, theirs = fight.keys
    casualties = [(theirs, LEADER), (theirs, HENCHMAN), (ours, HENCHMAN), (ours, 9)]
    page = open_page("phone", language="en", member=fight.players[0], javascript=javascript)
    page.goto(fight.campaign.get_absolute_url())
    thumb = Taps(page)
    thumb.on(page.locator(f"main a[href='{fight.battle.get_absolute_url()}']").first)
    thumb.on(page.get_by_role("link", name="Report the battle"))
    send = page.get_by_role("button", name="Send the report")
    expect(send).to_be_visible()
    fits(page)
    for key, number in casualties:
        assert on_screen(page, send)
        thumb.on(page.locator(f".tile__tap[for='id_fate-{key}-{number}']"))
    thumb.on(send)
    expect(page.locator("#messages")).to_contain_text("The report is sent")
    assert thumb.count == 3 + len(casualties)
    assert fight.battle.reports.get().report.downs == tuple(
        Down(Who(key, number), Who(theirs if key == ours else ours, 0))
        for key, number in sorted(casualties, key=lambda one: (one[0] != ours, one[1]))
    )


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_report_sent_shows_who_did_it_and_the_others_when_asked(
    open_page: OpenPage, transactional_db: None, javascript: bool
) -> None:
    fight = field(henchmen=7)  # nine figures on each side, four of them fell
    ours, theirs = fight.keys
    by = {(ours, HENCHMAN): LEADER, (ours, 9): 4, (theirs, LEADER): HENCHMAN, (theirs, HENCHMAN): 0}
    downs = tuple(
        Down(Who(key, number), Who(theirs if key == ours else ours, winner)) for (key, number), winner in by.items()
    )
    reports.report_battle(battle=fight.battle, report=Report(downs=downs), author=fight.players[0])
    for language in ("fr", "en"):
        page = open_page("phone", language=language, member=fight.players[0], javascript=javascript)
        page.goto(f"{fight.battle.get_absolute_url()}report/")
        fits(page)
        expect(page.locator(".tile__by:visible")).to_have_count(4)
        expect(page.locator(".foe:visible")).to_have_count(4)
    tile = page.locator(".tile").filter(has=page.locator(f"#id_fate-{ours}-{HENCHMAN}"))
    expect(tile.locator(".foe:visible")).to_have_text("B Leader")
    tile.get_by_text("Somebody else…").click()
    tile.locator(".foe", has_text="B Lieutenant").click()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#messages")).to_contain_text("The report is sent")
    changed = fight.battle.reports.first()
    assert changed is not None
    assert Down(Who(ours, HENCHMAN), Who(theirs, 2)) in changed.report.downs
    assert len(changed.report.downs) == 4


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_a_disputed_report_is_settled_and_all_aftermaths_rolled(
    open_page: OpenPage, transactional_db: None, javascript: bool
) -> None:
    fight: Field = field()
    ours, theirs = fight.keys

    def phone(seat: int | None) -> Page:
        member = fight.referee if seat is None else fight.players[seat]
        page = open_page("phone", language="en", javascript=javascript, member=member)
        page.goto(fight.battle.get_absolute_url())
        return page

    def sure(page: Page) -> None:
        """Answer the question that JavaScript asks first."""
        if javascript:
            page.locator("dialog .button--danger").click()

    one = phone(0)
    one.get_by_role("link", name="Report the battle").click()
    put_out(one, theirs, LEADER, f"{ours}:{HENCHMAN}")
    put_out(one, ours, HENCHMAN, f"{theirs}:{LEADER}")
    one.get_by_role("button", name="Send the report").click()
    expect(one.locator("#messages")).to_contain_text("The report is sent")

    other = phone(1)
    other.get_by_role("link", name="Something is wrong").click()
    other.fill("#id_text", "He never fell.")
    other.locator("main form button.button").first.click()
    expect(other.locator("main")).to_contain_text("He never fell.")
    assert fight.stored().state == BattleState.DISPUTED

    judge = phone(None)
    judge.locator("summary", has_text="Settle it as reported").click()
    judge.get_by_label("Reason", exact=True).fill("He stood.")
    judge.get_by_role("button", name="Settle it as reported").click()
    expect(judge.locator("#messages")).to_contain_text("The report is settled.")
    judge.locator("summary", has_text="Let the site roll for all").click()
    judge.get_by_label("Why you do this for the player").fill("The club closes")
    judge.get_by_role("button", name="Let the site roll", exact=True).click()
    expect(judge.locator("#messages")).to_contain_text("The site rolls for 2 warbands.")
    for job in Job.objects.filter(state=JobState.WAITING):
        work(job.pk)
    assert {fight.recovery(seat).state for seat in (0, 1)} == {RecoveryState.DONE}
    one.goto(f"{fight.battle.get_absolute_url()}aftermath/{fight.warbands[0].pk}/")
    expect(one.locator("#whose")).to_be_visible()
    one.locator("summary", has_text="Check the dice").click()
    with one.expect_download() as download:
        one.get_by_role("link", name="Download the proof").click()
    proof = download.value.path()
    verified = subprocess.run([sys.executable, "-m", "engines", "verify", str(proof)], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr
