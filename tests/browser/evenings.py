"""An evening at a table of the site in several browsers: opened by the form, a guest by link, played to its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from campaigns.matches.cards.kinds import KINDS, CardData
from campaigns.matches.cards.operations import put_card
from campaigns.matches.models.card_set import ScoreCards
from campaigns.tables.models.card_table import BotStrength, CardTable, TableState
from campaigns.tables.operations import play as card_play
from tests.browser.measures import faults

DECISIONS_MOST: Final = 400
"""No game comes near."""
BY_HAND: Final = 15
SHOWS: Final = "(version) => Number(document.getElementById('table').dataset.version) >= version"

type Taps = Callable[[Page, int], Iterator[Locator]]
"""What somebody taps who looks at the page, the button that sends it last; the number tells people apart."""


def type_in_kinds[C](
    page: Page, game: str, name: str, kinds: Mapping[str, Iterable[C]], type_in: Callable[[str, C], None]
) -> None:
    """Begin a set of a game, and fill it kind by kind as the pages lead on.

    ``type_in`` types a card off, or sees to it that it is there. The last of a kind it types: its page leads on.
    """
    page.goto("/scores/cards/")
    form = page.get_by_role("region", name="Type in the cards of a box")
    form.get_by_label("Game").select_option(label=game)
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Start a set").click()
    page.get_by_role("link", name=re.compile(f"Type them in.*{next(iter(kinds))}")).click()
    for title, cards in kinds.items():
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        assert faults(page) == []
        for card in cards:
            type_in(title, card)
        expect(page.get_by_text("They are all there.")).to_be_visible()
        page.get_by_role("link", name=re.compile("^Next: |^Back to the set$")).first.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(next(reversed(kinds)))


def put_in_beside(title: str, row: CardData) -> None:
    """Somebody else puts a card into the only set while its pages are open; ``title`` is that of its kind."""
    cards = ScoreCards.objects.select_related("added_by").get()
    with translation.override("en"):
        (kind,) = [kind for kind in KINDS[cards.game] if str(kind.title) == title]
    put_card(cards=cards, kind=kind, row=row, author=cards.added_by)


def open_table(page: Page, game: str, cards: str, *seats: str) -> CardTable:
    """Open a table with a card set by the form; the seats are those beside the opener's."""
    page.goto(f"/tables/new/?game={game}")
    for number, sitter in enumerate(seats, start=2):
        page.get_by_label(f"Seat {number}", exact=True).select_option(label=sitter)
    page.get_by_label("Card set").select_option(label=cards)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#table")).to_be_visible()
    return CardTable.objects.latest("pk")


def sit_down_as_guest(host: Page, guest: Page, name: str) -> None:
    """The guest opens the link that the host reads out, and types a name."""
    guest.goto(host.locator(".link-box").first.input_value())
    guest.get_by_label("Your name at this table").fill(name)
    guest.get_by_role("button", name="Sit down as a guest").click()
    expect(guest.locator("#table")).to_be_visible()


def decide(page: Page, leaning: int, table: CardTable, taps: Taps) -> bool:
    """Tap what the page asks for, and wait until it shows what came of it. ``False`` where it asks for nothing."""
    choice = page.locator("#choice")
    if not choice.count():
        return False
    # What others decided before may be on its way to this page. Nobody decides meanwhile: then it stands still.
    table.refresh_from_db()
    page.wait_for_function(SHOWS, arg=table.version)
    if not choice.count():
        return False
    *before, last = taps(page, leaning)
    for tap in before:
        tap.click()
    with page.expect_response(lambda response: response.request.method == "POST") as answer:
        last.click()
    if not answer.value.ok:
        # The page was drawn at the very moment at which the table moved on. Whoever reads that looks again, and taps.
        expect(page.get_by_role("alert")).to_contain_text("The table has moved on since you looked")
    table.refresh_from_db()
    page.wait_for_function(SHOWS, arg=table.version)
    return True


def play_to_the_end(pages: list[Page], table: CardTable, taps: Taps) -> int:
    """Let everybody decide on their own phone whenever it asks them; return the number of these decisions.

    After ``BY_HAND`` of them bots play the rest: from there on a game on phones shows nothing that it has not shown.
    """
    decisions, idle = 0, -1
    while decisions < DECISIONS_MOST:
        acted = [decide(page, leaning, table, taps) for leaning, page in enumerate(pages)]
        decisions += sum(acted)
        if decisions >= BY_HAND:
            table.seats.update(bot=BotStrength.THUMB)
            card_play.advance(table=table, patient=True, hasty=True)
            table.refresh_from_db()
            for page in pages:
                page.wait_for_function(SHOWS, arg=table.version)
        if table.state == TableState.OVER:
            return decisions
        if not any(acted):
            # Whoever must decide reads of it within a second; bots beyond a request's time are a worker's.
            card_play.advance(table=table, patient=True)
            table.refresh_from_db()
            assert table.version > idle, "somebody is asked"
            idle = table.version
            for page in pages:
                page.wait_for_function(SHOWS, arg=table.version)
    pytest.fail("the game never ends")
