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
from tests.browser.conftest import OpenPage
from tests.factories.battles import HENCHMAN, LEADER, Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def put_out(page: Page, victim: str, number: int, by: str) -> None:
    page.select_option(f"#id_fate-{victim}-{number}", "out")
    page.select_option(f"#id_by-{victim}-{number}", by)


def test_the_points_are_counted_while_the_report_is_filled_in(open_page: OpenPage, transactional_db: None) -> None:
    fight = field()
    ours, theirs = fight.keys
    page = open_page("phone", language="en", member=fight.players[0])
    page.goto(f"{fight.battle.get_absolute_url()}report/")
    tally = page.locator("#tally")
    expect(tally).to_contain_text("A draw")
    page.select_option(f"#id_fate-{theirs}-{LEADER}", "out")
    expect(tally).to_contain_text("1 entry is not possible yet")  # put out by whom?
    page.select_option(f"#id_by-{theirs}-{LEADER}", f"{ours}:{HENCHMAN}")
    expect(tally).to_contain_text("Axes 10")
    expect(tally).to_contain_text("Winner: Axes")
    expect(tally).not_to_contain_text("not possible")


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
    judge.get_by_role("button", name="Settle it as reported").click()
    sure(judge)
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
    with one.expect_download() as download:
        one.get_by_role("link", name="Download the proof").click()
    proof = download.value.path()
    verified = subprocess.run([sys.executable, "-m", "engines", "verify", str(proof)], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr
