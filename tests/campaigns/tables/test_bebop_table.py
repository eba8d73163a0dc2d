"""Space Serenade at the site's tables: a turn of many actions, card sets, the proof, the books, bots, a rematch."""

from __future__ import annotations

from typing import cast

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.bebop.choices import PLAIN
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines.bebop.cards import training
from engines.bebop.view import Phase, View
from tests.campaigns.tables.asking import refused
from tests.campaigns.tables.sets import club_set, opened
from tests.clients import client_of
from tests.factories.tables import BEBOP, dealt, decide, hurried, legal, person_at, seat_at

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


def test_only_whoever_decides_has_choices(ann: Member, bob: Member, two: CardTable) -> None:
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


def test_a_table_keeps_the_whole_set_it_was_opened_with(ann: Member, bob: Member) -> None:
    cards = club_set(BEBOP, ann)
    assert "Our box" in opened(BEBOP, "hidden", ann, bob, cards)
    table = CardTable.objects.get()
    ScoreCards.objects.filter(pk=cards.pk).update(data={**cards.data, "cards": []})
    assert len(table.options["cards"]["cards"]) == len(training().cards)


def test_a_set_for_the_pad_says_what_is_missing_to_play(ann: Member, bob: Member) -> None:
    """Space Serenade, Contenu: 92 cards in the common deck, 30 damage cards; Mise en place: base decks."""
    text = opened(BEBOP, "hidden", ann, bob, club_set(BEBOP, ann, cards=[], damage=[], vicious_force=None))
    assert not CardTable.objects.exists()
    assert "Cards of the common deck: 0 cards, the box has 92" in text
    assert "Damage cards: 0 cards, the box has 30" in text
    assert "Vicious: the amount is missing (Force for a token)" in text


# Whole games


def test_at_the_end_everybody_has_played_one_character(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob, game=BEBOP)
    hurried(table)
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
    assert "All players but one have left: that one wins." in page
