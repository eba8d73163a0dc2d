"""BAF! in real browsers: two narrow phones in secret, four phones with quick hands, a full table on one screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines.baf.bots import BOTS
from engines.core.dice import FastDice
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import NARROW, faults
from tests.factories.club import MemberFactory
from tests.factories.tables import BAF, BOT, dealt, decide, person_at

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def four(transactional_db: None) -> list[Member]:
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cleo", "dan")]


def prepared(table: CardTable) -> CardTable:
    """Draft all heroes and place them."""
    while table.actor is not None and len([one for one in table.seats.all() if one.asked is not None]) == 1:
        card_play.advance(table=table, patient=True)
        table.refresh_from_db()
        asked = [one for one in table.seats.all() if one.asked is not None]
        if len(asked) != 1:
            break
        decide(table)
    return table


def at(page: Page, table: CardTable) -> Page:
    page.goto(table.get_absolute_url())
    expect(page.locator("#table")).to_be_visible()
    return page


def hand(page: Page, side: str, place: str) -> Locator:
    return page.locator(f"label:has(#hand-{side}-{place})")


def test_two_narrow_phones_lay_their_hands_and_neither_knows_the_others(
    open_page: OpenPage, four: list[Member]
) -> None:
    table = prepared(dealt(four[0], four[1], game=BAF))
    pages = [open_page("phone", language="en", member=member) for member in four[:2]]
    for page, other in zip(pages, ("Bob", "Ann"), strict=True):
        page.set_viewport_size(NARROW)
        at(page, table)
        expect(page.locator("#table-pending")).to_have_text(
            re.compile(f"Still to answer: {other}$"), use_inner_text=True
        )
        assert faults(page) == []
        assert violations(page) == []
    ann, bob = pages
    # What Ann has half chosen survives Bob's answer.
    hand(ann, "left", "1").click()
    hand(bob, "left", "0").click()
    hand(bob, "right", "1").click()
    monster = bob.locator("#monster-0 .monster__name").inner_text()
    expect(bob.locator(".hands .hand--left")).to_have_text(f"Left hand {monster}", use_inner_text=True)
    expect(bob.locator("#pass")).to_be_hidden()
    bob.get_by_role("button", name="Lay my hands").click()
    expect(bob.locator("#kept")).to_contain_text("Kept secret: left hand")
    # What Ann has not seen, Bob may take back: he passes, which asks first, and takes that back, too.
    bob.get_by_role("button", name="Take it back").click()
    expect(bob.get_by_role("button", name="Lay my hands")).to_be_hidden()
    bob.locator("#pass summary").click()
    bob.get_by_role("button", name="Yes, I pass").click()
    expect(bob.locator("#kept")).to_contain_text("left hand nowhere")
    bob.get_by_role("button", name="Take it back").click()
    hand(bob, "left", "0").click()
    hand(bob, "right", "1").click()
    bob.get_by_role("button", name="Lay my hands").click()
    expect(bob.locator("#kept")).to_contain_text("Kept secret: left hand")
    expect(bob.locator("#table-pending")).to_have_text(re.compile("Still to answer: Ann$"), use_inner_text=True)
    expect(ann.locator("#table-pending")).to_have_count(0)
    expect(ann.locator("#hand-left-1")).to_be_checked()
    assert ann.locator("#kept").count() == 0
    assert not table.actions.filter(code__startswith="lay").exists()
    hand(ann, "right", "idle").click()
    ann.get_by_role("button", name="Lay my hands").click()
    expect(ann.locator("#account-recent")).to_contain_text("The hands are shown")
    expect(bob.locator("#account-recent")).to_contain_text("The hands are shown")
    assert list(table.actions.filter(code__startswith="lay").values_list("code", flat=True)[:2]) == [
        "lay 1 -",
        "lay 0 1",
    ]


def test_four_phones_see_the_monsters_at_one_moment_and_the_first_touch_counts(
    open_page: OpenPage, four: list[Member]
) -> None:
    table = prepared(dealt(four[0], *four[1:], game=BAF, variant="quick"))
    pages = [at(open_page("phone", language="en", member=member), table) for member in four]
    for page in pages:
        page.evaluate(
            """() => {
              window.shown = 0;
              new MutationObserver(() => {
                if (!window.shown && document.getElementById("monster-0")) window.shown = Date.now();
              }).observe(document.body, {childList: true, subtree: true});
            }"""
        )
        assert page.locator("#monster-0").count() == 0 or page.locator("#table-countdown").count() == 0
    for page in pages:
        expect(page.locator("#monster-0")).to_be_visible()
    assert table.actions.filter(code="show", seat=None).count() == 1
    # All four put a hand on the same monster: one has it, the others read why not.
    moment = pages[0].evaluate("Date.now()") + 1000
    for number in (2, 0, 3, 1):
        pages[number].evaluate(
            "([id, at]) => setTimeout(() => document.getElementById(id)?.click(), at - Date.now())",
            [f"do-touch-{number}-left-5", moment],
        )
    for page in pages:
        expect(page.locator("#monster-5 .monster__owner")).to_be_visible()
    first = table.actions.filter(code__endswith="left 5").get()
    owners = {page.locator("#monster-5 .monster__owner").inner_text() for page in pages}
    assert owners == {four[first.seat or 0].display_name}, "everybody sees whose hand was first, as the log has it"
    # Both hands of one player, one right after the other, are both heard.
    other = next(number for number in range(4) if number != first.seat)
    pages[other].evaluate(
        """(touches) => touches.forEach((id) => document.getElementById(id).click())""",
        [f"do-touch-{other}-left-0", f"do-touch-{other}-right-1"],
    )
    for page in pages:
        for place in (0, 1):  # two questions, whose answers may overtake each other
            expect(page.locator(f"#monster-{place} .monster__owner")).to_be_visible()
        assert faults(page) == []
    # The account on every phone tells the touches in the order in which the server heard of them.
    heard = [code.split(" ") for code in table.actions.filter(code__startswith="touch").values_list("code", flat=True)]
    wanted = [f"{four[int(seat)].display_name}, the {side} hand" for _touch, seat, side, _place in heard]
    assert len(wanted) >= 3
    for page in pages:
        lines = page.locator("#account-recent li").all_text_contents()
        told = [line.strip().partition(":")[0] for line in lines if re.search("the (left|right) hand:", line)]
        assert told == wanted
    assert violations(pages[other]) == []


def test_quick_hands_without_javascript(open_page: OpenPage, four: list[Member]) -> None:
    table = prepared(dealt(four[0], four[1], game=BAF, variant="quick"))
    page = open_page("phone", language="en", member=four[0], javascript=False)
    page.goto(table.get_absolute_url())
    # The page asks again by itself until the monsters are shown.
    expect(page.locator("#monster-0")).to_be_visible()
    page.locator("#do-touch-0-left-2").click()
    expect(page.locator("#account-recent")).to_contain_text("Ann, the left hand")
    assert table.actions.filter(code="touch 0 left 2").exists()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_opponents_monsters_choices_and_heroes_are_on_one_screen(
    open_page: OpenPage, four: list[Member], players: int
) -> None:
    table = dealt(four[0], *[BOT] * (players - 1), game=BAF)
    page = open_page("phone", language="fr", member=four[0])
    seen: set[str] = set()
    for _ in range(40):
        card_play.advance(table=table, patient=True)
        table.refresh_from_db()
        if table.actor is None:
            break
        game = rules.of(BAF).replay(table, players, card_play.codes_of(table))
        phase = str(game.phase)  # type: ignore[attr-defined]
        if phase not in seen:
            seen.add(phase)
            at(page, table)
            height = page.evaluate("window.innerHeight")
            assert page.evaluate("document.documentElement.scrollHeight") == height == 844, "nothing to scroll"
            state = page.locator("#state").bounding_box()
            assert state is not None
            assert state["y"] + state["height"] <= height / 3
            for part in ("#dock", ".felt__board"):
                assert page.locator(part).evaluate("e => e.scrollHeight - e.clientHeight") <= 0, (phase, part)
            for choice in page.locator("button[form=choice]:visible, #pass > summary").all():
                expect(choice).to_be_in_viewport(ratio=1)
            for hero in page.locator(".own .adventurer").all():
                expect(hero).to_be_in_viewport(ratio=1)
            assert faults(page) == []
        chosen = BOTS["thumb"].choose(ahead(game, 0), FastDice(table.version))
        card_play.play(table=table, person=person_at(table, 0), code=chosen.code)
    assert {"draft", "sides", "lay", "gain"} <= seen
