"""An aftermath typed at the table: one screen, six faces, the last result above the next question."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.aftermath import operations
from campaigns.wars.models.recovery import RecoveryState
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage
from tests.browser.measures import LEAST_FACE, Taps, fits, on_screen, targets
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fight(transactional_db: None) -> Field:
    """Four of the nine Blades fell."""
    made = field(henchmen=7)
    a, b = made.keys
    fallen = (LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN)
    made.fight(Report(downs=tuple(Down(Who(b, number), Who(a, LEADER)) for number in fallen)))
    return made


def address(fight: Field) -> str:
    return f"{fight.battle.get_absolute_url()}aftermath/{fight.warbands[1].pk}/"


@pytest.mark.parametrize(("javascript", "language"), [(True, "fr"), (False, "en")], ids=["javascript", "plain"])
def test_every_roll_fits_one_screen_and_takes_a_tap_a_die(
    open_page: OpenPage, fight: Field, javascript: bool, language: str
) -> None:
    page = open_page("phone", language=language, javascript=javascript, member=fight.players[1])
    page.goto(address(fight))
    fits(page)
    page.locator("button[value=typed]").click()
    thumb = Taps(page)
    # The leader: multiple injuries, two of them; the lieutenant recovers; one henchman is gone, one is back.
    rolls = ["16", "2", "34", "22", "65", "1", "4"]
    totals = [4, 6, 7, 7, 7, 7, 7]  # as far as each question knows
    for number, (faces, total) in enumerate(zip(rolls, totals, strict=True), start=1):
        said = f"{number} sur {total}" if language == "fr" else f"{number} of {total}"
        expect(page.locator(".roll__count strong")).to_have_text(said)
        for place, face in enumerate(faces, start=1):
            expect(page.locator(f"button[name=die{place}]")).to_have_count(6)
            one_screen(page, first=number == 1)
            thumb.on(page.locator(f"button[name=die{place}][value='{face}']"))
    expect(page.locator("#whose")).to_be_visible()
    fits(page)
    assert thumb.count == sum(len(faces) for faces in rolls)
    assert fight.recovery(1).state == RecoveryState.DONE


def test_the_first_of_two_dice_outlives_a_page_that_is_drawn_anew(open_page: OpenPage, fight: Field) -> None:
    """Who sent the first die and thinks of the second one keeps it, although the battle has moved on since."""
    page = open_page("phone", language="en", member=fight.players[1])
    page.clock.install()
    page.goto(address(fight))
    page.locator("button[value=typed]").click()
    for die, face in ((1, 3), (2, 4), (1, 3)):  # a whole roll, so that the battle has moved on, and a first die
        page.locator(f"button[name=die{die}][value='{face}']").click()
        expect(page.locator(f"button[name=die{3 - die}]")).to_have_count(6)
    page.clock.fast_forward("00:10")
    for _ in range(3):  # what the page asked before these is answered by then
        page.evaluate("fetch(location.href).then((answer) => answer.text())")
    expect(page.locator("button[name=die2]")).to_have_count(6)
    page.locator("button[name=die2][value='4']").click()
    expect(page.locator(".roll__count strong")).to_contain_text("3 of")


def one_screen(page: Page, *, first: bool) -> None:
    """Which roll of how many, the last result and all six faces are seen at once, in this order."""
    shown = ["h1", "#next-roll", ".roll__count", *(f".throw__face >> nth={number}" for number in range(6))]
    for selector in [*shown, *([] if first else ["#last-roll"])]:
        assert on_screen(page, page.locator(selector)), (selector, page.url)
    assert targets(page, ".throw__face") >= LEAST_FACE
    if not first:
        gap = """() => document.querySelector("#next-roll").getBoundingClientRect().top
                    - document.querySelector("#last-roll").getBoundingClientRect().bottom"""
        assert page.evaluate(gap) >= 0


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "plain"])
def test_who_typed_a_wrong_die_stands_at_the_reason_and_types_again(
    open_page: OpenPage, fight: Field, javascript: bool
) -> None:
    page = open_page("phone", language="en", javascript=javascript, member=fight.players[1])
    page.goto(address(fight))
    page.locator("button[value=typed]").click()
    page.locator("button[name=die1][value='1']").click()
    wrong = page.locator("button[name=die2][value='6']")
    wrong.evaluate("button => { button.value = '7'; }")
    page.locator("button[name=die2][value='7']").click()
    reason = page.get_by_role("alert")
    expect(reason).to_contain_text("7 is not a face of a die: 1 to 6.")
    if javascript:
        expect(reason).to_be_focused()
    expect(page.locator("input[name=die1]")).to_have_value("1")  # what was right stays
    page.locator("button[name=die2][value='6']").click()
    expect(page.locator(".roll__count strong")).to_have_text("2 of 6")


def test_a_referee_who_gives_no_reason_types_the_roll_again(open_page: OpenPage, fight: Field) -> None:
    operations.begin(recovery=fight.recovery(1), mode="typed", member=fight.players[1])
    page = open_page("phone", language="en", member=fight.referee)
    page.goto(address(fight))
    for place in (1, 2):
        page.locator(f"button[name=die{place}][value='6']").click()
    reason = page.get_by_role("alert")
    expect(reason).to_be_focused()
    expect(page.locator("button[name=die1]")).to_have_count(6)
    page.locator("#why-die").fill("Away")
    page.locator("button[name=die1][value='6']").click()
    page.locator("button[name=die2][value='5']").click()
    expect(page.locator(".roll__count strong")).to_have_text("2 of 4")
