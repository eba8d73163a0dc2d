"""Whatever a seat may not know stands nowhere in its page: not in the text, not in the markup, not in the fragments."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.tables import rules
from campaigns.tables.bagarre.words import card_text
from campaigns.tables.cards import face
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines.bagarre.hero_codes import CODES
from engines.core.cards import CODE, DECK
from tests.clients import kept_client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import dealt, decide, legal, plain_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Member]:
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cleo")]


def reading(member: Member, table: CardTable) -> list[str]:
    """The page and its fragment, as a member reads them."""
    client = kept_client_of(member)
    addresses = (table.get_absolute_url(), f"{reverse('tables:table_status', args=[table.pk])}?seen=x")
    return [client.get(address).content.decode() for address in addresses]


def shown_cards(text: str) -> set[str]:
    """Every card that a page shows or names: drawn, on a button, or in the account."""
    labels = {face(CODE[card]).label: CODE[card] for card in DECK[:52]}
    drawn = {labels[label] for label in re.findall(r'aria-label="([^"]+)"', text) if label in labels}
    told = {CODE[card] for card in DECK[:52] if card_text(CODE[card]) in text}
    played = {code for value in re.findall(r'value="([^"]+)"', text) for code in value.split() if code in CODE}
    return drawn | told | played


def known_cards(table: CardTable, seat: int | None) -> set[str]:
    """Every card that the engine lets the seat know of, now or from what has happened."""
    game = rules.of("bagarre").deal(table, table.seats.count(), record=True)
    from engines.bagarre.notation import action

    for code in card_play.codes_of(table):
        game.play(action(code))
    return set(re.findall(r"(?:10|[2-9AJQK])[SHDC]", repr(game.view(seat))))


def moments(table: CardTable, count: int) -> Iterator[CardTable]:
    """The table at so many moments of a game of first legal actions, preferring charges, which hide cards."""
    for number in range(count):
        yield table
        if table.state != TableState.RUNNING:
            return
        codes = legal(table)
        wanted = [code for code in codes if code == "charge"] or [codes[number % len(codes)]]
        decide(table, wanted[0])


@pytest.mark.parametrize("variant", ["heroes", "plain", "trolls"])
def test_no_page_shows_a_card_that_its_reader_may_not_know(players: list[Member], variant: str) -> None:
    stranger = MemberFactory.create(username="dan")
    table = dealt(players[0], *players[1:], variant=variant)
    looked = 0
    for moment in moments(table, 16):
        for seat, member in [*enumerate(players), (None, stranger)]:
            for text in reading(member, moment):
                leaked = shown_cards(text) - known_cards(moment, seat)
                assert not leaked, (seat, leaked)
                assert moment.state == TableState.OVER or moment.seed not in text
                looked += 1
    assert looked > 50


def test_the_search_for_leaks_sees_what_lies_open(players: list[Member]) -> None:
    table = plain_duel(players[0], players[1])
    for text in reading(players[0], table):
        lying = known_cards(table, 0)
        # La Bagarre, Mise en place: three cards each lie face up.
        assert len(shown_cards(text) & lying) >= 6


def test_heroes_are_secret_until_all_have_chosen(players: list[Member]) -> None:
    table = dealt(players[0], *players[1:])
    offered = {code.split()[1] for code in legal(table)}
    names = {code: str(rules.of("bagarre").hero_names()[code]) for code in CODES}
    for text in reading(players[0], table):
        assert {code for code in CODES if names[code] in text} == offered
    for text in reading(players[1], table):
        assert not {code for code in offered if names[code] in text}
        assert not [code for code in CODES if f"hero {code}" in text and code in offered]
    chosen = sorted(offered)[0]
    decide(table, f"hero {chosen}")
    for text in reading(players[2], table):
        assert names[chosen] not in text
        assert "Ann has chosen a hero" in text


def test_the_seed_is_nowhere_until_the_end(players: list[Member]) -> None:
    table = plain_duel(players[0], players[1])
    for text in reading(players[0], table):
        assert table.commitment in text
        assert table.seed not in text
    client = Client()
    client.force_login(players[0], backend="club.auth.MemberBackend")
    assert client.get(reverse("tables:proof", args=[table.pk])).status_code == 404
    card_play.resign(table=table, person=card_play.Person(players[1]))
    table.refresh_from_db()
    assert table.seed in reading(players[0], table)[0]
    assert client.get(reverse("tables:proof", args=[table.pk])).status_code == 200
