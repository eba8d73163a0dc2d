"""Whatever a seat may not know of a game of Space Serenade stands nowhere in its page: hands, decks, what comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import cast

import pytest
from django.urls import reverse
from msgspec.structs import replace

from campaigns.tables import rules
from campaigns.tables.bebop.rules import BebopRules
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines import bebop
from engines.bebop.cards import training
from engines.core.dice import FastDice
from tests.clients import kept_client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import BEBOP, dealt, decide, legal

pytestmark = pytest.mark.django_db

CARDS = (*training().cards, *training().base, *training().damage, *training().criminals)
NAMES = {card.code: card.name.en for card in CARDS}
OWN = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|"X-CSRFToken": "[^"]*"|\bdata-told="[^"]*"'
    r'|data-acts=(?:"|&#x27;)\w+'
)
MOMENTS, APART = 8, 9
"""So many moments of a game are looked at, so many decisions apart: three players come through several turns."""


@pytest.fixture
def players() -> list[Member]:
    """Ann, Bob and Cleo sit there; Dan looks on."""
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cleo", "dan")]


def readers(players: list[Member]) -> list[tuple[int | None, Member]]:
    return [(None, players[3]), *enumerate(players[:3])]


def pages(member: Member, table: CardTable) -> list[str]:
    """The page and its fragment, as a member reads them, without what differs between any two requests."""
    addresses = (table.get_absolute_url(), f"{reverse('tables:table_status', args=[table.pk])}?seen=x")
    return [OWN.sub("", kept_client_of(member).get(address).content.decode()) for address in addresses]


def moments(players: list[Member]) -> Iterator[CardTable]:
    """A table at several moments of its game; whoever decides takes now the first, now the last of what is legal."""
    table = dealt(*players[:3], game=BEBOP)
    for number in range(MOMENTS):
        yield table
        for _ in range(APART):
            if table.state != TableState.RUNNING:
                return
            found = legal(table)
            decide(table, found[-1 if table.version % 5 == number % 5 else 0])
            table.refresh_from_db()


def known(table: CardTable, seat: int | None) -> set[str]:
    """The names of all cards that the engine lets the seat know of, now or from what has happened."""
    game = cast(bebop.Game, rules.of(BEBOP).replay(table, 3, card_play.codes_of(table), record=True))
    told = repr(game.view(seat)) + repr([event.seen_from(seat) for event in game.events or ()])
    return {name for code, name in NAMES.items() if f"'{code}'" in told}


def strange(member: Member, seat: int | None, table: CardTable) -> set[str]:
    """The names in a member's pages of cards that the seat may not know of."""
    may_know = known(table, seat)
    found = set()
    for text in pages(member, table):
        left = unescape(text)
        for name in sorted(may_know, key=len, reverse=True):
            left = left.replace(name, "")
        found |= {name for name in NAMES.values() if name not in may_know and name in left}
    return found


def test_no_page_names_a_card_that_its_reader_may_not_know(players: list[Member]) -> None:
    for table in moments(players):
        for seat, member in readers(players):
            assert not strange(member, seat, table), (seat, card_play.codes_of(table)[-3:])


def test_a_page_drawn_for_somebody_else_is_found(players: list[Member], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is planted must be found, or the test above is worth nothing."""
    draw = BebopRules.draw
    monkeypatch.setattr(
        BebopRules, "draw", lambda self, played: draw(self, replace(played, seat=0, view=played.game.view(0)))
    )
    found = [{seat: strange(member, seat, table) for seat, member in readers(players)} for table in moments(players)]
    assert not any(one[0] for one in found)
    assert any(one[1] for one in found)
    assert any(one[None] for one in found)


def test_the_search_sees_what_lies_open(players: list[Member]) -> None:
    """The market is in every page; what somebody holds in their own alone."""
    table = next(moments(players))
    while legal(table)[0].startswith("character"):
        decide(table)
    game = rules.of(BEBOP).replay(table, 3, card_play.codes_of(table))
    market = {NAMES[code] for code in game.view(None).market}
    assert market
    for _seat, member in readers(players):
        assert all(all(name in unescape(text) for name in market) for text in pages(member, table))


def test_pages_are_the_same_whatever_their_reader_cannot_know(
    players: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page is drawn once more from a table on which all that its reader cannot know lies otherwise."""
    view = BebopRules.view
    differed = 0

    def imagined(self: BebopRules, game: bebop.Game, seat: int | None, answered: str) -> object:
        nonlocal differed
        seats = range(game.players) if seat is None else [seat]
        other = game
        for number in seats:
            # Nobody but them knows what they know: who looks on knows less than any of them.
            other = other.imagine(number, FastDice(number + 1))
        differed += any(one.hand != another.hand for one, another in zip(other.seats, game.seats, strict=True))
        return view(self, other, seat, answered)

    for table in moments(players):
        for _seat, member in readers(players):
            as_it_is = pages(member, table)
            with monkeypatch.context() as patch:
                patch.setattr(BebopRules, "view", imagined)
                assert pages(member, table) == as_it_is
    assert differed > MOMENTS
