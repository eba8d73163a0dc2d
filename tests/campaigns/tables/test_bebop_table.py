"""Space Serenade at the site's tables: a turn of many actions, card sets, the proof, the books, bots, a rematch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import msgspec
import pytest
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.demo.tables import play_out
from campaigns.matches.cards.operations import add_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.tables import proof, rules
from campaigns.tables.bebop.choices import PLAIN
from campaigns.tables.models.card_table import BotStrength, CardTable, TableState
from campaigns.tables.operations import play as card_play
from campaigns.tables.people import Person
from club.models import Member
from engines.bebop.bots import BOTS
from engines.bebop.cards import training
from engines.bebop.view import Phase, View
from engines.core.dice import FastDice
from engines.core.score import encode
from tests.campaigns.tables.asking import refused
from tests.clients import client_of
from tests.factories.tables import BEBOP, BOT, OPEN, dealt, decide, legal, open_table, person_at, seat_at

pytestmark = pytest.mark.django_db

QUERIES = 9
"""Session, reader, table with opener and seats, decisions, sealed answers, who took over, the next table."""


def to_turn(table: CardTable) -> CardTable:
    """Choose characters, until somebody's turn has begun."""
    while legal(table)[0].startswith("character"):
        decide(table)
    return table


@pytest.fixture
def two(ann: Member, bob: Member) -> CardTable:
    """Two members, one of whom has the first turn."""
    return to_turn(dealt(ann, bob, game=BEBOP))


def test_one_tap_plays_all_plain_cards_and_the_log_keeps_each(two: CardTable) -> None:
    """Space Serenade, Première main: four cards; base cards but the shuttle only bring something."""
    assert two.actor is not None
    before = card_play.codes_of(two)
    plain = [code for code in legal(two) if code.startswith("play ") and not code.endswith("_shuttle")]
    decide(two, PLAIN)
    played = card_play.codes_of(two)[len(before) :]
    assert set(played) == set(plain)
    assert PLAIN not in played
    view = cast(View, rules.of(BEBOP).replay(two, 2, card_play.codes_of(two)).view(two.actor))
    assert view.phase is Phase.TURN
    assert len(view.seats[two.actor].hand) <= 1
    # Nothing plain is left, and what stands for nothing is no action.
    assert refused(card_play.play, table=two, person=person_at(two, two.actor), code=PLAIN) == ["illegal_action"]


def test_what_the_rules_forbid_is_said(two: CardTable) -> None:
    assert two.actor is not None
    who = person_at(two, two.actor)
    assert refused(card_play.play, table=two, person=who, code="take earth resistance") == ["nobody_to_confront"]
    assert refused(card_play.play, table=two, person=who, code="travel bebop") == ["already_there"]
    assert refused(card_play.play, table=two, person=who, code="nonsense") == ["illegal_action"]


def test_no_page_shows_what_others_hold(ann: Member, bob: Member, two: CardTable) -> None:
    """Whoever looks on has neither hand nor choices; the other seat's page is the same whatever lies in the hand."""
    assert two.actor is not None
    other = (ann, bob)[1 - two.actor]
    text = client_of(other).get(two.get_absolute_url()).content.decode()
    assert 'value="end"' not in text
    mine = client_of((ann, bob)[two.actor]).get(two.get_absolute_url()).content.decode()
    assert 'value="end"' in mine


def test_the_page_takes_a_few_queries_however_long_the_game(
    two: CardTable, ann: Member, bob: Member, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ann)
    client.get(two.get_absolute_url())
    with django_assert_max_num_queries(QUERIES):
        client.get(two.get_absolute_url())
    for _ in range(8):
        decide(two, PLAIN if two.actor is not None and PLAIN in _offered(two) else "end")
    with django_assert_max_num_queries(QUERIES):
        client.get(two.get_absolute_url())


def _offered(table: CardTable) -> list[str]:
    """All plain cards, where there are any."""
    return [PLAIN] if sum(code.startswith("play ") and "shuttle" not in code for code in legal(table)) > 1 else []


# Card sets


def club_set(member: Member, **change: object) -> ScoreCards:
    data = {**encode(training()), "name": {"fr": "Notre boîte", "en": "Our box"}, **change}
    return add_cards(game=BEBOP, text=msgspec.json.encode(data).decode(), author=member)


def opened(ann: Member, bob: Member, cards: ScoreCards) -> str:
    form = {"variant": "hidden", "cards": str(cards.pk), "seat_2": f"member:{bob.pk}", "visibility": "club"}
    return client_of(ann).post(f"{reverse('tables:new')}?game={BEBOP}", form, follow=True).content.decode()


def test_a_table_keeps_the_whole_set_it_was_opened_with(ann: Member, bob: Member) -> None:
    cards = club_set(ann)
    assert "Our box" in opened(ann, bob, cards)
    table = CardTable.objects.get()
    ScoreCards.objects.filter(pk=cards.pk).update(data={**cards.data, "cards": []})
    assert len(table.options["cards"]["cards"]) == len(training().cards)


def test_a_set_for_the_pad_says_what_is_missing_to_play(ann: Member, bob: Member) -> None:
    """Space Serenade, Contenu: 92 cards in the common deck, 30 damage cards; Mise en place: base decks."""
    text = opened(ann, bob, club_set(ann, cards=[], damage=[], vicious_force=None))
    assert not CardTable.objects.exists()
    assert "Cards of the common deck: 0 cards, the box has 92" in text
    assert "Damage cards: 0 cards, the box has 30" in text
    assert "Vicious: how much is missing (Force for a token)" in text


def test_the_proof_pins_the_cards(ann: Member, bob: Member, tmp_path: Path) -> None:
    table = dealt(ann, bob, game=BEBOP)
    card_play.resign(table=table, person=Person(bob))
    table.refresh_from_db()
    document = tmp_path / proof.file_name(table)
    document.write_bytes(proof.proof(table))
    command = [sys.executable, "-m", "engines", "verify", str(document)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith("OK: ")
    document.write_bytes(document.read_bytes().replace(b'"cost": 6', b'"cost": 7', 1))
    assert subprocess.run(command, capture_output=True).returncode == 1


# Whole games


@pytest.mark.django_db(transaction=True)
def test_a_game_played_to_its_end_is_in_the_books_as_it_was_at_the_table(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob, game=BEBOP)
    # By rule of thumb, without a page for each of some hundred decisions: the last one is played as pages do.
    game = rules.of(BEBOP).replay(table, 2, [])
    dice, codes, seats = FastDice(1), [], []
    while game.actor is not None:
        seats.append(game.actor)
        codes.append(BOTS["thumb"].choose(game, dice).code)
        game.play(game.action(codes[-1]))  # type: ignore[attr-defined]
    table.actions.bulk_create(
        table.actions.model(table=table, index=index, seat=seat, code=code)
        for index, (seat, code) in enumerate(zip(seats[:-1], codes[:-1], strict=True))
    )
    table.actor = seats[-1]
    table.save()
    table.seats.update(asked=None)
    table.seats.filter(number=seats[-1]).update(asked=table.version)
    card_play.play(table=table, person=person_at(table, seats[-1]), code=codes[-1])
    table.refresh_from_db()
    assert table.state == TableState.OVER
    match = Match.objects.get()
    places = {row.seat: row.place for row in match.seats.all()}
    assert places == {seat.number: seat.place for seat in table.seats.all()}
    assert game.outcome is not None
    assert places == dict(enumerate(game.outcome.places))
    assert {len(seat_at(table, number).heroes) for number in range(2)} == {1}
    assert "Vicious" in client_of(ann).get(table.get_absolute_url()).content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_left_is_in_the_books_too(ann: Member, bob: Member) -> None:
    """Whoever stays to the end wins; what the other had captured by then stays theirs."""
    table = to_turn(dealt(ann, bob, game=BEBOP))
    card_play.resign(table=table, person=Person(bob))
    table.refresh_from_db()
    match = Match.objects.get()
    assert {row.seat: row.place for row in match.seats.all()} == {0: 1, 1: 2}
    assert {one.number: one.place for one in table.seats.all()} == {0: 1, 1: 2}
    page = client_of(ann).get(match.get_absolute_url()).content.decode()
    assert "Bob leaves the match" in page
    assert "Everybody else has left: who stayed wins." in page


def test_a_table_against_bots_and_its_rematch(ann: Member) -> None:
    client = client_of(ann)
    client.post(reverse("tables:bots"), {"game": BEBOP})
    table = CardTable.objects.get()
    assert (table.game, table.state) == (BEBOP, TableState.RUNNING)
    assert [seat.bot for seat in table.seats.all()] == ["", BotStrength.THUMB, BotStrength.THUMB]
    play_out(table, moves=12)
    card_play.resign(table=table, person=Person(ann))
    card_play.advance(table=table, patient=True)
    client.post(reverse("tables:rematch", args=[table.pk]))
    again = CardTable.objects.get(rematch_of=table)
    assert (again.game, again.options, again.state) == (BEBOP, table.options, TableState.RUNNING)


def test_a_guest_takes_a_seat_by_its_link(ann: Member) -> None:
    table = open_table(ann, OPEN, BOT, game=BEBOP)
    text = client_of().get(reverse("tables:seat", args=[seat_at(table, 1).link])).content.decode()
    assert "Space Serenade" in text
