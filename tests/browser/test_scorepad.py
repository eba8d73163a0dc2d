"""A score pad on real phones: four at once, one that loses its connection, one without JavaScript; 360 px wide."""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from campaigns.matches.cards.kinds import KINDS
from campaigns.matches.cards.operations import begin_cards, put_card
from campaigns.matches.models.match import Match, MatchEntry, MatchState
from club.models import Member
from engines.baf.cards import training
from engines.core.score import encode
from tests.browser.conftest import OpenPage, shows_soon, violations
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, enter, kill, pad, result

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people(transactional_db: None) -> list[Member]:
    names = ("Ann", "Ben", "Cleo", "Dan")
    return [MemberFactory.create(username=name.lower(), display_name=name) for name in names]


def open_pad(page: Page, match: Match) -> Page:
    page.goto(f"/scores/{match.pk}/pad/")
    expect(page.locator("#pad-live")).to_be_visible()
    return page


def tap_kill(page: Page, killer: str, victim: str, means: str = "Weapon") -> None:
    """Who scores, whose character, how: three taps."""
    form = page.locator("form[data-entry^=kill]")
    form.get_by_role("group", name="Who scores").get_by_role("radio", name=killer, exact=True).check()
    form.get_by_role("group", name="Whose character").get_by_role("radio", name=victim, exact=True).check()
    form.get_by_role("button", name=means, exact=True).click()


def told(page: Page, state: str, said: str = "") -> None:
    """The bar at the bottom edge tells of this state, wherever the page is scrolled to."""
    bar = page.locator("[data-status]")
    expect(bar).to_have_attribute("data-state", state)
    expect(bar).to_contain_text(said)
    box, height = bar.bounding_box(), page.viewport_size["height"]
    assert box is not None and box["y"] >= height - 60 and box["y"] + box["height"] <= height


def test_four_phones_write_at_once_and_show_the_same(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people, options={"limit": 100})
    names = [member.name for member in people]
    phones = [open_pad(open_page("phone", language="en", member=member), match) for member in people]
    for further in (1, 2, 3):  # somebody else each time: the same thing twice within a moment would be asked about
        for seat, phone in enumerate(phones):
            tap_kill(phone, names[seat], names[(seat + further) % 4])
    for phone in phones:
        expect(phone.locator("#pad-live")).to_have_attribute("data-version", "12")
        expect(phone.locator("[data-queue]")).to_be_hidden()
    rows = MatchEntry.objects.filter(match=match)
    assert sorted(row.author_id for row in rows) == sorted([member.pk for member in people] * 3)
    shown = {phone.locator(".fuses").inner_text() for phone in phones}
    assert len(shown) == 1
    totals = [int(total) for total in re.findall(r"^\d+$", shown.pop(), re.MULTILINE)]
    assert sorted(totals) == sorted(seat.points or 0 for seat in match.seats.all())


def test_another_phone_s_entry_is_there_within_two_seconds(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    watching = open_pad(open_page("phone", language="en", member=people[1]), match)
    expect(watching.get_by_text("Nothing yet.")).to_be_visible()
    enter(match, kill(0, 2), people[0])
    told = watching.locator(".entries")
    shows_soon(watching, lambda: expect(told).to_contain_text("Ann kills a character of Cleo"))


def test_what_somebody_is_choosing_stays_when_the_pad_is_drawn_anew(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[1]), match)
    form = page.locator("form[data-entry^=kill]")
    form.get_by_role("group", name="Whose character").get_by_role("radio", name="Dan").check()
    page.locator("details", has_text="Armoury dice").locator("summary").first.click()
    enter(match, kill(0, 2), people[0])
    expect(page.locator(".entries")).to_contain_text("Ann kills")
    expect(form.get_by_role("group", name="Whose character").get_by_role("radio", name="Dan")).to_be_checked()
    expect(page.locator("form[data-entry^=armoury]")).to_be_visible()


def test_a_phone_without_connection_keeps_what_was_entered_and_sends_it(
    open_page: OpenPage, people: list[Member]
) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.context.set_offline(True)
    told(page, "offline", "No connection")
    tap_kill(page, "Ann", "Ben")
    tap_kill(page, "Ann", "Cleo", "Power")
    waiting = page.locator("[data-queue] li")
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("Ben")
    page.mouse.wheel(0, 3000)
    told(page, "offline", "(2)")
    assert not match.entries.exists()
    # Meanwhile somebody else goes on.
    enter(match, kill(1, 0), people[1])
    page.context.set_offline(False)
    expect(page.locator("[data-queue]")).to_be_hidden()
    told(page, "sent", "Everything is sent")
    expect(page.locator(".entries")).to_contain_text("Ann kills a character of Cleo with a power")
    kinds = [(row.data["killer"], row.data["victim"]) for row in match.entries.order_by("position")]
    assert kinds == [(1, 0), (0, 1), (0, 2)]
    page.complaints.clear()  # the browser's own lines about the lost connection


def test_without_connection_the_last_entry_is_taken_back_on_the_phone(
    open_page: OpenPage, people: list[Member]
) -> None:
    match = pad(people, entries=[kill(0, 1)])
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.context.set_offline(True)
    tap_kill(page, "Ann", "Cleo")
    expect(page.locator("[data-queue] li")).to_have_count(1)
    undo = page.get_by_role("button", name="Undo my last entry")
    undo.click()
    expect(page.locator("[data-queue]")).to_be_hidden()
    undo.click()  # what is on the site already is not reached now: nothing is lost, and the pad says so
    told(page, "offline")
    page.context.set_offline(False)
    told(page, "sent")
    assert match.entries.filter(struck=False).count() == 1
    page.complaints.clear()


def test_what_waits_survives_closing_the_page(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.context.set_offline(True)
    tap_kill(page, "Ann", "Ben")
    expect(page.locator("[data-queue] li")).to_have_count(1)
    page.context.set_offline(False)
    other = page.context.new_page()
    page.close(run_before_unload=False)
    other.goto(f"/scores/{match.pk}/pad/")
    expect(other.locator(".entries")).to_contain_text("Ann kills a character of Ben")
    expect(other.locator("[data-queue]")).to_be_hidden()
    assert match.entries.count() == 1
    page.complaints.clear()


def test_what_one_chooses_while_the_entry_before_is_on_its_way_stays(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    dan = page.get_by_role("group", name="Whose character").get_by_role("radio", name="Dan")

    def on_the_way(route: Route) -> None:
        dan.check()
        route.continue_()

    page.route(re.compile(r"/enter/$"), on_the_way, times=1)
    tap_kill(page, "Ann", "Ben")
    expect(page.locator(".entries")).to_contain_text("Ann kills a character of Ben")
    expect(dan).to_be_checked()


@pytest.mark.parametrize("arrives", [True, False])
def test_what_is_on_its_way_is_taken_back_wherever_it_ends_up(
    open_page: OpenPage, people: list[Member], arrives: bool
) -> None:
    match = pad(people, entries=[kill(0, 1)])
    page = open_pad(open_page("phone", language="en", member=people[0]), match)

    def on_the_way(route: Route) -> None:
        page.get_by_role("button", name="Undo my last entry").click()
        if arrives:
            route.continue_()
        else:
            route.abort()

    page.route(re.compile(r"/enter/$"), on_the_way, times=1)
    with page.expect_response(re.compile(r"/undo/$")) if arrives else nullcontext():
        tap_kill(page, "Ann", "Cleo")
    expect(page.locator("[data-queue]")).to_be_hidden()
    assert list(match.entries.order_by("number").values_list("struck", flat=True)) == [False, *[True] * arrives]
    page.complaints.clear()  # the browser's own line about the lost connection


def test_a_refused_entry_says_why_and_does_not_wait(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    tap_kill(page, "Ann", "Ann")
    expect(page.get_by_role("alert").filter(has_text="cannot score on their own character")).to_be_visible()
    expect(page.locator("[data-queue]")).to_be_hidden()
    tap_kill(page, "Ann", "Ben")
    expect(page.locator(".entries")).to_contain_text("Ann kills a character of Ben")
    expect(page.locator("[data-refused]")).to_be_empty()


def test_what_was_refused_comes_back_to_be_mended(open_page: OpenPage, people: list[Member]) -> None:
    phone = open_pad(open_page("phone", language="en", member=people[0]), pad(people))
    tap_kill(phone, "Ann", "Ann")
    expect(phone.locator("[data-refused]")).to_contain_text("was not entered")
    form = phone.locator("form[data-entry^=kill]")
    victims = form.get_by_role("group", name="Whose character")
    expect(victims.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    victims.get_by_role("radio", name="Ben", exact=True).check()
    form.get_by_role("button", name="Weapon", exact=True).click()
    expect(phone.locator(".entries")).to_contain_text("Ann kills a character of Ben")
    expect(victims.get_by_role("radio", name="Ben", exact=True)).not_to_be_checked()


def test_a_chip_that_nothing_asks_for_is_given_up_by_a_second_tap(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people, game="bagarre")
    phone = open_pad(open_page("phone", language="en", member=people[0]), match)
    phone.get_by_text("Falls at the same moment", exact=True).click()
    chip = phone.locator("label.chip", has=phone.locator("input[name='f.falls.1.seat'][value='1']"))
    chosen = phone.locator("input[name='f.falls.1.seat'][value='1']")
    chip.click()
    expect(chosen).to_be_checked()
    chip.click()
    expect(chosen).not_to_be_checked()


def test_one_tap_takes_the_last_entry_back(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people, entries=[kill(0, 1)])
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.get_by_role("button", name="Undo my last entry").click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    assert match.entries.filter(struck=False).count() == 0


def test_a_second_tap_on_the_same_thing_within_a_moment_asks(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    question = page.locator("[data-twice]")
    # As close as two taps can be: on a busy machine those of a mouse may be further apart than a moment. The button is
    # looked for within: the pad may be drawn anew whenever it is told of what was entered.
    twice = """() => { const buttons = [...document.querySelectorAll("button")];
                       const button = buttons.find((one) => one.textContent.includes("End of the turn"));
                       button.click(); button.click(); }"""
    page.evaluate(twice)
    expect(question).to_contain_text("End of the turn")
    question.get_by_role("button", name="No, once").click()
    expect(question).to_be_hidden()
    expect(page.locator("#pad-live")).to_have_attribute("data-version", "1")
    page.wait_for_timeout(700)
    page.evaluate(twice)
    expect(page.locator("#pad-live")).to_have_attribute("data-version", "2")
    question.get_by_role("button", name="Enter it twice").click()
    expect(page.locator("#pad-live")).to_have_attribute("data-version", "3")
    assert match.entries.count() == 3


def test_two_different_things_in_quick_succession_are_both_entered(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people[:2], game="bebop", entries=TAKE_APART["bebop"])
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.evaluate(
        """() => { for (const name of ["Earth, Resistance", "Mars, Resistance"])
             document.querySelector(`[role="region"][aria-label="${name}"] button[value="1"]`).click(); }"""
    )
    expect(page.locator("#pad-live")).to_have_attribute("data-version", "5")
    expect(page.locator("[data-twice]")).to_be_hidden()


def test_a_whole_match_without_javascript(open_page: OpenPage, people: list[Member]) -> None:
    page = open_page("phone", language="en", javascript=False, member=people[0])
    page.goto("/scores/new/badass_force/")
    page.get_by_label("Player 2", exact=True).select_option("new")
    page.get_by_label("Name of the new guest").nth(1).fill("Gail")
    page.locator("summary", has_text="Variant and house rules").click()
    page.get_by_label("Points to reach").fill("2")
    page.get_by_role("button", name="Start the score pad").click()
    tap_kill(page, "Ann", "Gail")
    expect(page.locator(".entries")).to_contain_text("Ann kills a character of Gail with a weapon")
    page.get_by_role("button", name="End of the turn").click()
    expect(page.locator(".scorepad__verdict")).to_contain_text("Ann wins")
    page.get_by_role("button", name="That is the result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins")
    page.get_by_role("button", name="Show a code to confirm with").click()
    code = page.locator(".code-shown").inner_text()
    guest = open_page("phone", language="en", javascript=False)
    guest.goto("/scores/confirm/")
    guest.get_by_label("Code").fill(code)
    guest.get_by_role("button", name="Show me the result").click()
    guest.get_by_label("G.").check()
    guest.get_by_role("button", name="The result is right").click()
    expect(guest.get_by_text("Thank you: the result is confirmed.")).to_be_visible()
    assert Match.objects.get().state == MatchState.CONFIRMED


TAKE_APART = {
    "badass_force": [kill(0, 1), END_TURN],
    "bagarre": [{"kind": "eliminated", "falls": [{"seat": 1, "by": 0, "cause": "attack"}]}],
    "baf": [{"kind": "win", "seat": 0, "round": 1, "hands": "left", "coins": 2, "put": "left", "magic": 2}],
    "bebop": [
        {"kind": "place", "planet": planet, "resistance": 2, "clues": 3} for planet in ("earth", "mars", "ganymede")
    ],
}


FIRST_SCREEN = {
    "badass_force": [kill(0, 1), END_TURN, kill(1, 0)],
    "bagarre": [{"kind": "heroes", "seat": 0, "heroes": ["necromancer"]}, *TAKE_APART["bagarre"]],
    "baf": TAKE_APART["baf"],
    "bebop": TAKE_APART["bebop"],
}


@pytest.mark.parametrize("game", TAKE_APART)
def test_pads_fit_a_narrow_phone_and_are_accessible_with_everything_open(
    open_page: OpenPage, people: list[Member], game: str
) -> None:
    long = Member.objects.create(username="long", display_name="Marie-Antoinette de la Rochefoucauld-Montmorency")
    match = pad([*people[:3], long], game=game, entries=TAKE_APART[game])
    page = open_page("phone", language="fr", member=people[0])
    page.set_viewport_size({"width": 360, "height": 740})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        open_pad(page, match)
        for fold in page.locator("#pad-live details, .pad-bar details").all():
            fold.evaluate("one => one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(page) == []
        small = page.evaluate(
            """() => [...document.querySelectorAll(":is(.scorepad, .pad-bar) :is(button, summary, a, .chip)")]
              .map(e => [e.innerText, e.getBoundingClientRect()])
              .filter(([, box]) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
              .map(([said]) => said)"""
        )
        assert small == []


FULL = {"badass_force": 6, "bagarre": 6, "baf": 5, "bebop": 4}
"""How many sit down at most."""
NAMES = ("Aline", "Baptiste", "Clémence", "David", "Émile", "Fanny")


@pytest.mark.parametrize("large", [False, True], ids=["normal print", "large print"])
@pytest.mark.parametrize("size", ["few", "full"])
@pytest.mark.parametrize("game", FULL)
def test_state_and_own_actions_share_the_first_screen(open_page: OpenPage, game: str, size: str, large: bool) -> None:
    """390 × 844: the state in the upper third, every usual action below, then the newest entry and what undoes it."""
    names = NAMES[: FULL[game] if size == "full" else 2]
    people = [MemberFactory.create(username=name.lower(), display_name=name, large_print=large) for name in names]
    entries = FIRST_SCREEN[game] if size == "full" or game != "bagarre" else [FIRST_SCREEN[game][0]]
    page = open_pad(open_page("phone", language="fr", member=people[0]), pad(people, game=game, entries=entries))
    height = page.viewport_size["height"]
    for gone in (".site-header", ".site-nav", ".breadcrumbs", ".site-footer"):
        expect(page.locator(gone)).to_have_count(0)
    assert bottom(page.locator(".scorepad__state")) <= height / 3 + 1
    edge = page.locator(".scorepad__last").bounding_box()
    assert edge is not None
    keys = page.locator(".scorepad__key .entry__buttons button, .scorepad__key .chip, .scorepad__key .entry__send")
    assert keys.count() > 4
    for number in range(keys.count()):
        key = keys.nth(number)
        if key.is_visible():
            assert bottom(key) <= edge["y"], (game, size, key.inner_text())
    undo = page.locator(".scorepad__last").get_by_role("button")
    assert bottom(undo) <= height
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("large", [False, True], ids=["normal print", "large print"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_a_card_set_a_fight_is_entered_on_the_first_screen(open_page: OpenPage, seats: int, large: bool) -> None:
    people = [
        MemberFactory.create(username=name.lower(), display_name=name, large_print=large) for name in NAMES[:seats]
    ]
    match = pad(people, game="baf", entries=drafted(seats), options={"cards": encode(training())})
    page = open_pad(open_page("phone", language="fr", member=people[0]), match)
    edge = page.locator(".scorepad__last").bounding_box()
    assert edge is not None
    assert bottom(page.locator(".scorepad__state")) <= page.viewport_size["height"] / 3 + 1
    form = page.locator("form[data-entry^=win]")
    assert form.locator(".chip-group .chip").count() == 3 * seats
    for key in form.locator(".chip-group .chip, .chips__row--list, .entry__buttons button").all():
        assert bottom(key) <= edge["y"], key.inner_text()
    over = page.locator("form[data-entry^=close_round] .entry__send")
    assert bottom(over) <= edge["y"], (bottom(over), edge["y"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


class Thumb:
    """Counts its taps."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, part: Locator) -> None:
        part.click()
        self.taps += 1


def test_a_monster_of_baf_takes_two_taps(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people, game="baf")
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    form = page.locator("form[data-entry^=win]")
    for version, (hand, button) in enumerate((("Left", "3"), ("Right", "Beaten by a monster")), start=1):
        thumb = Thumb()
        thumb.tap(form.locator("label.chip", has=page.get_by_role("radio", name=f"Ben: {hand}", exact=True)))
        thumb.tap(form.get_by_role("button", name=button, exact=True))
        expect(page.locator("#pad-live")).to_have_attribute("data-version", str(version))
        assert thumb.taps == 2
    assert match.seats.get(seat=1).points == 2  # 3 coins, one less for the monster that beat him
    assert list(match.entries.order_by("number").values_list("data__kind", flat=True)) == ["win", "loss"]


def drafted(seats: int) -> list[dict[str, object]]:
    """Everybody has two heroes of the training set: from the first player on, then back from the last."""
    heroes = [card.code for card in training().heroes]
    order = (*range(seats), *reversed(range(seats)))
    return [{"kind": "draft", "seat": seat, "hero": hero} for seat, hero in zip(order, heroes, strict=False)]


def test_with_a_card_set_a_monster_takes_three_taps(open_page: OpenPage, people: list[Member]) -> None:
    """Who with which hand, which monster, under which hero; a rune asks for its category, one tap more.

    Ann drafts the juggler (ranged 1, stealth 1) and the postman (stealth 2), Ben the baker (melee 2) and the gardener
    (melee 1, magic 1).
    """
    match = pad(people[:2], game="baf", entries=drafted(2), options={"cards": encode(training())})
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    form = page.locator("form[data-entry^=win]")
    fights: list[tuple[str, str, str, str]] = [
        ("Ann: Left", "Paper Bat", "", "under nobody"),  # 1 ranged beats it: 1 coin, no gain
        ("Ben: Left", "Rusty Broom", "", "right"),  # 2 melee beat it: 2 coins and 1 melee for the gardener
        ("Ben: Right", "Two-headed Mop", "Ranged", "left"),  # 1 melee and 1 magic beat it: 2 coins and a rune
        ("Ann: Right", "Ink Puddle", "", "Beaten by a monster"),  # a postman knows no magic: one coin less
    ]
    for version, (who, monster, rune, last) in enumerate(fights, start=5):
        thumb = Thumb()
        thumb.tap(form.locator("label.chip", has=page.get_by_role("radio", name=who, exact=True)))
        thumb.tap(form.get_by_role("group", name="Monster").locator("label.chip", has_text=monster))
        runes = form.get_by_role("group", name="Rune for")
        expect(runes).to_have_count(1 if rune else 0)
        under = form.get_by_role("button", name="left", exact=True)
        expect(under).to_have_count(0 if monster == "Paper Bat" else 1)
        if rune:
            thumb.tap(runes.locator("label.chip", has_text=rune))
        thumb.tap(form.get_by_role("button", name=last, exact=True))
        expect(page.locator("#pad-live")).to_have_attribute("data-version", str(version))
        assert thumb.taps == 3 + bool(rune)
        expect(form.get_by_role("radio", name=who, exact=True)).to_have_count(0)  # that hero has attacked
    assert list(match.seats.order_by("seat").values_list("points", flat=True)) == [0, 4]
    expect(page.locator(".entries")).to_contain_text("Ben, hero on the left: Ranged +1")


def test_the_end_of_baf_is_counted_in_six_taps_a_player(open_page: OpenPage, people: list[Member]) -> None:
    """7 + 5 + 2 coins less 3 and a dragon of 8, then 4 + 9 + 1 less 1: 22 − 3 = 19 and 14 − 1 = 13."""
    match = pad(people[:2], game="baf")
    page = open_pad(open_page("phone", language="en", member=people[0]), match)
    page.locator("summary", has_text="Count the coins at the end").click()
    form = page.locator("form[data-entry^=count]")
    for seat, (stacks, last) in enumerate((((7, 5, 2, 3), "Dragon"), ((4, 9, 1, 1), "lost"))):
        thumb = Thumb()
        lines = form.locator("details.each").nth(seat)
        if seat:
            thumb.tap(lines.locator("summary"))
        fields = ("Coins under the left hero", "Coins under the right hero", "Coins on other cards", "Cards face down")
        for field, number in zip(fields, stacks, strict=True):
            stack = lines.locator("fieldset", has_text=field)
            thumb.tap(stack.get_by_role("button", name=str(number), exact=True))
        thumb.tap(lines.locator("label.chip", has_text=last))
        assert thumb.taps <= 6
    form.get_by_label("Coins on the dragon").fill("8")
    form.get_by_role("button", name="Count the coins at the end").click()
    expect(page.locator(".scorepad__verdict")).to_contain_text("Ann wins")
    assert list(match.seats.order_by("seat").values_list("points", flat=True)) == [19, 13]
    page.get_by_role("button", name="Undo my last entry").click()
    expect(page.locator(".scorepad__verdict")).to_have_count(0)
    assert not match.entries.filter(struck=False).exists()


def bottom(part: Locator) -> float:
    """Where a part of the page ends."""
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_a_pad_is_left_by_keyboard(open_page: OpenPage, people: list[Member]) -> None:
    match = pad(people)
    page = open_pad(open_page("desktop", language="en", member=people[0]), match)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page’s content")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Leave the pad")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    menu = page.get_by_role("navigation", name="Main navigation")
    expect(menu.get_by_role("link", name="Noticeboard")).to_be_visible()
    page.get_by_role("link", name="Leave the pad").press("Enter")
    expect(page).to_have_url(re.compile(rf"/scores/{match.pk}/$"))


def test_forms_and_results_fit_a_narrow_phone(open_page: OpenPage, people: list[Member]) -> None:
    match = result(people, [16, 9, 3, 1], recorder=people[1])
    cards = begin_cards(game="baf", name="La boîte du club", author=people[0])
    wolf = {"name": {"fr": "Loup", "en": "Wolf"}, "defence": {"melee": 2}, "coins": 1, "copies": 2}
    put_card(cards=cards, kind=KINDS["baf"][1], row=wolf, author=people[0])
    page = open_page("phone", language="fr", member=people[0])
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (
        "/scores/", "/scores/new/", "/scores/new/bagarre/", "/scores/new/bagarre/result/", "/scores/guests/",
        f"/scores/{match.pk}/", f"/scores/{match.pk}/edit/", f"/scores/{match.pk}/entries/1/",
        f"/scores/{match.pk}/dispute/", "/scores/?from=2026-02-30&to=x", "/scores/cards/", f"/scores/cards/{cards.pk}/",
        f"/scores/cards/{cards.pk}/kinds/monsters-1/", f"/scores/cards/{cards.pk}/kinds/monsters-1/?card=loup",
    ):  # fmt: skip
        page.goto(address)
        for fold in page.locator("main details").all():
            fold.evaluate("one => one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
        assert violations(page) == [], address
