"""From the printed code to the finished report: ticks on paper, a phone, and a sheet that is out of date afterwards."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from campaigns.wars.models.battle import BattleState
from campaigns.wars.reports import operations as reports
from rosters.sheets.order import in_order
from tests.browser.conftest import OpenPage
from tests.browser.measures import fits
from tests.factories.battles import HENCHMAN, LEADER, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CODE = re.compile(r"\b[0-9A-Z]{1,6}-[0-9A-Z]{1,6}-[0-9A-Z]{6}\b")


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_ticks_on_paper_become_a_report(open_page: OpenPage, transactional_db: None, javascript: bool) -> None:
    fight = field()
    ours, theirs = fight.keys
    mine = fight.warbands[0]
    # At the desk the sheet is printed: what follows knows nothing of it but what stands on paper.
    desk = open_page("desktop", language="en", member=fight.players[0])
    desk.goto(f"{mine.get_absolute_url()}sheet/")
    printed = desk.request.get(f"{desk.url.rstrip('/')}.pdf")
    assert printed.ok
    paper = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(printed.body())).pages)
    code = CODE.search(paper)
    assert code is not None
    names = [figure.name for figure in in_order(mine.roster)]
    places = [paper.index(name) for name in names]
    assert places == sorted(places)

    # On the phone the code is typed in; what the camera reads leads to the same page.
    phone = open_page("phone", language="en", member=fight.players[0], javascript=javascript)
    phone.goto("/s/")
    phone.get_by_label("Code on the sheet").fill(code[0].lower())
    phone.locator("main form button").first.click()
    expect(phone.locator("main")).to_contain_text("This sheet is up to date.")
    fits(phone)
    phone.locator(f"main a[href='{fight.battle.get_absolute_url()}']").first.click()
    phone.get_by_role("link", name="Report the battle").click()
    send = phone.get_by_role("button", name="Send the report")
    expect(send).to_be_visible()
    fits(phone)

    # The figures stand as on paper, so that ticks are copied down the page.
    taps = phone.locator(f"[id^='id_fate-{ours}-']")
    order = [str(taps.nth(number).get_attribute("id")) for number in range(taps.count())]
    numbers = list(dict.fromkeys(int(match[1]) for one in order if (match := re.search(rf"{ours}-(\d+)$", one))))
    assert numbers == [figure.id for figure in in_order(mine.roster)]
    for key, number in ((ours, HENCHMAN), (theirs, LEADER)):
        phone.locator(f".tile__tap[for='id_fate-{key}-{number}']").click()
    send.click()
    expect(phone.locator("#messages")).to_contain_text("The report is sent")

    # The campaign shows it.
    fight.battle.refresh_from_db()
    assert fight.battle.state == BattleState.REPORTED
    phone.goto(fight.campaign.get_absolute_url())
    phone.locator(f"main a[href='{fight.battle.get_absolute_url()}']").first.click()
    expect(phone.locator("main")).to_contain_text("Axes")
    downs = {(down.victim.warband, down.victim.figure) for down in fight.battle.reports.get().report.downs}
    assert downs == {(ours, HENCHMAN), (theirs, LEADER)}

    # Once the other side agrees the warband has changed: the same sheet says so, and what happened.
    reports.confirm_report(battle=fight.battle, member=fight.players[1])
    phone.goto(f"/s/{code[0]}/")
    expect(phone.locator("main")).to_contain_text("This sheet is out of date")
    expect(phone.locator("main")).to_contain_text("Since it was printed")
    assert phone.locator("section[aria-labelledby='made-title'] .log > *").count() > 0
    fits(phone)
