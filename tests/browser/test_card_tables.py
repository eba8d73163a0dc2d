"""A card game in real browsers: two players on two devices, a guest, the keyboard, a lost connection, no JavaScript."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Response, expect

from campaigns.seating.people import Person
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.page import ASKS_WAITING
from club.models import Member
from tests.browser.conftest import OpenPage, violations
from tests.browser.measures import NARROW, faults
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, OPEN, dealt, decide, legal, open_table, person_at, plain_duel, seat_at

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob(transactional_db: None) -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or -1)


def at(page: Page, table: CardTable) -> Page:
    page.goto(table.get_absolute_url())
    expect(page.locator("#table")).to_be_visible()
    return page


def attack(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Attack "))


def is_at(page: Page, number: int) -> None:
    """The page shows this version, after a while."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(number))


def soon_at(page: Page, number: int) -> None:
    """The page shows this version, which somebody else brought about, without being touched.

    The first or second question after the event must bring it: one may have been on its way before.
    """
    answers: list[int] = []

    def note(response: Response) -> None:
        if "/status/" in response.url:
            answers.append(response.status)

    page.on("response", note)
    is_at(page, number)
    page.remove_listener("response", note)
    assert 200 not in answers[2:] or 200 in answers[:2], answers


def open_account(page: Page) -> None:
    """On a phone the account lies in a drawer."""
    page.get_by_role("button", name="Account").click()
    expect(page.get_by_role("heading", name="What happened")).to_be_visible()


def test_two_players_on_two_devices_see_each_others_moves(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    pages = [
        at(open_page("phone", language="en", member=ann), table),
        at(open_page("desktop", language="en", member=bob), table),
    ]
    for move in range(6):
        table.refresh_from_db()
        if table.state != TableState.RUNNING:
            break
        assert table.actor is not None
        mine, other = pages[table.actor], pages[1 - table.actor]
        expect(mine).to_have_title(re.compile("^● Your move"))
        expect(other).not_to_have_title(re.compile("Your move"))
        assert attack(other).count() == 0
        before = table.version
        if move % 2:
            attack(mine).first.click()
        else:
            mine.get_by_role("button", name="Change my shield").click()
        is_at(mine, before + 1)
        soon_at(other, before + 1)
        # What happened is said aloud on the other device.
        expect(other.locator("#table-news p").first).not_to_be_empty()
    assert table.actions.count() >= 2
    names = [page.locator("#account-recent li").last.text_content() for page in pages]
    assert names[0] == names[1], "both read the same account"


def test_what_one_has_opened_and_where_one_stands_survives_the_others_move(
    open_page: OpenPage, ann: Member, bob: Member
) -> None:
    table = dealt(ann, bob, MemberFactory.create(username="cleo", display_name="Cleo"), variant="plain")
    assert table.actor is not None
    mine = (ann, bob)[table.actor] if table.actor < 2 else None
    reader = mine or ann
    page = at(open_page("desktop", language="en", member=reader), table)
    page.locator("#table-dice summary").click()
    focused = page.locator("#table-dice summary")
    focused.focus()
    other = next(number for number in range(3) if number not in (table.actor, [ann, bob].index(reader)))
    card_play.resign(table=table, person=person_at(table, other))
    soon_at(page, table.version + 1)
    expect(page.locator("#table-dice")).to_have_attribute("open", "")
    expect(page.locator("#account-recent")).to_contain_text("gives up")


def test_a_choice_half_made_survives_somebody_sitting_down(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN, OPEN)
    page = at(open_page("phone", language="en", member=ann), table)
    page.locator("#bot-1").select_option("strong")
    page.locator("#bot-1").focus()
    tables.take_seat(seat=seat_at(table, 2), person=Person(bob))
    soon_at(page, table.version + 1)
    expect(page.locator("#bot-1")).to_have_value("strong")
    expect(page.locator("#bot-1")).to_be_focused()
    expect(page.get_by_text("Bob")).to_be_visible()


def test_a_game_is_played_with_the_keyboard_alone(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    page = at(open_page("desktop", language="en", member=(ann, bob)[table.actor]), table)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == f"do-attack-{1 - table.actor}":
            break
    else:
        pytest.fail("the attack cannot be reached")
    page.keyboard.press("Enter")
    is_at(page, table.version + 1)
    assert table.actions.count() == 1
    # The button is gone; whoever steers with the keyboard goes on from the news.
    expect(page.locator("#table-status")).to_be_focused()


def test_a_lost_connection_is_told_and_made_good(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    page = at(open_page("phone", language="en", member=(bob, ann)[table.actor]), table)
    lost = page.locator("#table-lost")
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    expect(lost).to_be_visible()
    decide(table)
    page.context.set_offline(False)
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version))
    expect(lost).to_be_hidden()
    assert page.locator("[data-request-error]").count() == 0
    page.complaints.clear()  # the browser logs every request that got nowhere
    # Coming back later, or on another device, shows the same table.
    again = at(open_page("desktop", language="en", member=(bob, ann)[table.actor]), table)
    assert version(again) == table.version


def to_my_turn(table: CardTable) -> None:
    """Let the bots play, and the reader take what comes first, until it is the reader's whole turn."""
    while True:
        card_play.advance(table=table, patient=True)
        table.refresh_from_db()
        codes = legal(table)
        if any(code.startswith("attack") for code in codes):
            return
        decide(table, codes[0])


def box(here: Locator) -> tuple[float, float]:
    """Where an element begins and ends, from the top of the screen."""
    found = here.bounding_box()
    assert found is not None
    return found["y"], found["y"] + found["height"]


@pytest.mark.parametrize(
    ("players", "variant"),
    [(2, "heroes"), (3, "trolls"), (4, "heroes"), (5, "trolls"), (6, "plain"), (6, "heroes"), (6, "trolls")],
)
def test_table_question_answers_and_hand_are_on_one_screen(
    open_page: OpenPage, ann: Member, players: int, variant: str
) -> None:
    table = dealt(ann, *[BOT] * (players - 1), variant=variant)
    to_my_turn(table)
    page = at(open_page("phone", language="en", member=ann), table)
    height = page.evaluate("window.innerHeight")
    assert height == 844
    assert page.evaluate("document.documentElement.scrollHeight") == height, "nothing to scroll"
    # The site's banner, its bar at the bottom and its footer have left; a way out has stayed.
    assert page.locator(".site-header, .site-nav, .breadcrumbs, .site-footer").count() == 0
    expect(page.get_by_role("navigation").get_by_role("link", name="All tables")).to_be_in_viewport()
    # Everybody else and the piles: at most a third of the screen.
    assert box(page.locator("#state"))[1] <= height / 3
    assert page.locator(".seats > .seat").count() == players - 1
    # Below them the question, the answers and the own hand at the lower edge, in this order.
    status, acts, hand = page.locator("#table-status"), page.locator("#acts"), page.locator(".seat--own")
    assert height / 3 < box(status)[0] < box(status)[1] <= box(acts)[0] < box(acts)[1] <= box(hand)[0]
    assert height - 16 <= box(hand)[1] <= height
    assert page.locator("#dock").evaluate("e => e.scrollHeight - e.clientHeight") == 0
    shown = [one for one in page.locator("[form=choice]").all() if one.is_visible()]
    assert len(shown) == 2 * (players - 1) + 2, "attack or shield of everybody else, own shield, charge"
    for one in shown:
        expect(one).to_be_in_viewport(ratio=1)
    for card in page.locator(".seat--own .pcard").all():
        expect(card).to_be_in_viewport(ratio=1)


def test_whose_turn_it_is_is_marked_at_the_seat(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    for member, number in ((ann, 0), (bob, 1)):
        page = at(open_page("phone", language="en", member=member), table)
        marked = page.locator(".seat--turn")
        expect(marked).to_have_count(1)
        expect(marked).to_have_id(f"seat-{table.actor}")
        assert marked.evaluate("e => e.matches('.seat--own')") == (table.actor == number)


def test_two_phones_see_the_move_and_how_it_came_about(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    phones = [at(open_page("phone", language="en", member=member), table) for member in (ann, bob)]
    mine, other = phones[table.actor], phones[1 - table.actor]
    expect(other.locator("#table-pulse")).to_have_attribute("data-asks", str(ASKS_WAITING))
    other.evaluate(
        """() => {
          window.drawn = [];
          new MutationObserver((changes) => {
            for (const change of changes) for (const one of change.addedNodes)
              if (one.classList?.contains("motion__thing")) window.drawn.push(one.className);
          }).observe(document.body, {childList: true, subtree: true});
        }"""
    )
    attack(mine).first.click()
    is_at(mine, table.version + 1)
    soon_at(other, table.version + 1)
    other.wait_for_function("window.drawn.some((one) => one.includes('motion__card'))")
    expect(other.locator(".motion")).to_have_count(0)
    assert other.locator(".seat").count() == 2


def test_nothing_moves_for_whoever_asked_for_stillness_and_nobody_waits_for_motion(
    open_page: OpenPage, ann: Member, bob: Member
) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    mover, watcher = (ann, bob) if table.actor == 0 else (bob, ann)
    still = open_page("phone", language="en", member=watcher)
    still.emulate_media(reduced_motion="reduce")
    at(still, table)
    lively = at(open_page("phone", language="en", member=watcher), table)
    for page in (still, lively):
        page.evaluate(
            """() => {
              window.motions = 0;
              new MutationObserver((changes) => {
                for (const change of changes) for (const one of change.addedNodes)
                  if (one.classList?.contains("motion")) window.motions += 1;
              }).observe(document.body, {childList: true});
            }"""
        )
    card_play.play(table=table, person=Person(mover), code="charge", version=table.version)
    is_at(lively, table.version + 1)
    lively.wait_for_function("window.motions === 1")
    # Whatever still flies lies over the buttons and lets a thumb through.
    lively.get_by_role("button", name="Lay a charge").click()
    is_at(lively, table.version + 2)
    is_at(still, table.version + 2)
    assert still.evaluate("window.motions") == 0


def test_the_account_is_a_drawer_that_stays_open_while_others_move(
    open_page: OpenPage, ann: Member, bob: Member
) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    page = at(open_page("phone", language="en", member=(bob, ann)[table.actor]), table)
    title = page.get_by_role("heading", name="What happened")
    expect(title).to_be_hidden()
    open_account(page)
    decide(table, "charge")
    soon_at(page, table.version)
    expect(title).to_be_visible()
    expect(page.locator("#account-recent")).to_contain_text("lays a charge")
    page.keyboard.press("Escape")
    expect(title).to_be_hidden()
    # On a wide screen it lies beside the table.
    wide = at(open_page("desktop", language="en", member=ann), table)
    expect(wide.get_by_role("heading", name="What happened")).to_be_visible()
    expect(wide.get_by_role("button", name="Account")).to_be_hidden()


def test_two_fingers_on_two_buttons_decide_once(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    assert table.actor is not None
    member = (ann, bob)[table.actor]
    one = at(open_page("phone", language="en", member=member), table)
    other = at(open_page("desktop", language="en", member=member), table)
    # The same player on two devices; the second page will not hear of the first one's move. What it had asked before
    # is answered once a later question has failed.
    for questions in ("**/status/**", "**/live/**"):
        other.route(questions, lambda route: route.abort())
    expect(other.locator("#table-lost")).to_be_visible()
    one.get_by_role("button", name="Lay a charge").click()
    is_at(one, table.version + 1)
    attack(other).first.click()
    expect(other.get_by_role("alert")).to_contain_text("The table has moved on since you looked")
    assert list(table.actions.values_list("code", flat=True)) == ["charge"]
    other.complaints.clear()


def test_a_guest_on_a_borrowed_phone_without_javascript(open_page: OpenPage, ann: Member) -> None:
    table = open_table(ann, OPEN, variant="plain")
    guest = open_page("phone", language="en", javascript=False)
    guest.goto(reverse("tables:seat", args=[seat_at(table, 1).link]))
    guest.get_by_label("Your name at this table").fill("Zoé")
    guest.get_by_role("button", name="Sit down as a guest").click()
    expect(guest).to_have_url(re.compile(table.get_absolute_url()))
    guest.get_by_role("button", name="Deal the cards").click()
    expect(guest.locator("#account-recent")).to_contain_text("begins")
    table.refresh_from_db()
    while table.actor == 0:
        decide(table)
    guest.reload()
    guest.get_by_role("button", name="Lay a charge").click()
    expect(guest.locator("#account-recent")).to_contain_text("Zoé (guest) lays a charge")
    while CardTable.objects.get(pk=table.pk).actor == 0:
        decide(table)
    guest.goto(table.get_absolute_url())
    open_account(guest)
    guest.locator("#table-resign summary").click()
    guest.get_by_role("button", name="Yes, I give up").click()
    expect(guest.get_by_role("heading", name="The game is over")).to_be_visible()


def test_everybody_follows_into_the_rematch(open_page: OpenPage, ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    one = at(open_page("phone", language="en", member=ann), table)
    other = at(open_page("desktop", language="en", member=bob), table)
    open_account(one)
    one.locator("#table-resign summary").click()
    one.get_by_role("button", name="Yes, I give up").click()
    expect(one.get_by_role("heading", name="The game is over")).to_be_visible()
    soon_at(other, table.version + 1)
    expect(other.get_by_role("heading", name="The game is over")).to_be_visible()
    one.get_by_role("button", name="Play again").click()
    expect(one.get_by_role("button", name="Deal the cards")).to_be_visible()
    again = CardTable.objects.get(rematch_of=table)
    # Not every deal begins the first turn: some first ask who has too little. This one does.
    CardTable.objects.filter(pk=again.pk).update(seed=table.seed)
    one.get_by_role("button", name="Deal the cards").click()
    other.get_by_role("link", name="To the rematch").click()
    expect(other).to_have_url(re.compile(again.get_absolute_url()))
    expect(other.locator("#account-recent")).to_contain_text("begins")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_full_table_fits_a_narrow_phone_and_everybodys_ears(open_page: OpenPage, ann: Member, scheme: str) -> None:
    table = dealt(ann, *[BOT] * 5, variant="trolls", options={"teams": "3"})
    card_play.advance(table=table, patient=True)
    page = open_page("phone", language="fr", member=ann)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(NARROW)
    for _ in range(4):
        at(page, table)
        assert faults(page) == []
        assert violations(page) == []
        page.get_by_role("button", name="Récit").click()
        for fold in page.locator("#account-drawer details").all():
            if not fold.evaluate("e => e.open"):
                fold.locator("summary").first.click()
        assert faults(page) == []
        assert violations(page) == []
        page.keyboard.press("Escape")
        for fold in page.locator("#dock details").all():
            fold.locator("summary").first.click()
        assert faults(page) == []
        table.refresh_from_db()
        if table.state != TableState.RUNNING:
            break
        page.locator("[form=choice]").first.click()
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(table.version))
        # A worker plays on for the bots where the request's time ran out.
        card_play.advance(table=table, patient=True)


def test_a_link_is_copied_with_one_touch(open_page: OpenPage, ann: Member) -> None:
    table = open_table(ann, OPEN)
    page = open_page("phone", language="en", member=ann)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at(page, table)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(reverse("tables:seat", args=[seat_at(table, 1).link]))
