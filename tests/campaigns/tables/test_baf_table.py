"""BAF! at the site's tables: all are asked at once, early answers stay sealed, the card set stays what it was."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.matches.cards.operations import begin_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.absence import ABSENT_AFTER
from campaigns.tables.asking import ahead
from campaigns.tables.models.card_table import CardTable, SealedAnswer, TableState
from campaigns.tables.operations import away, play as card_play
from campaigns.tables.rebuild import rebuild_tables
from club.models import Member
from club.operations import Stale
from engines.baf.bots import BOTS
from engines.core.dice import FastDice
from tests.campaigns.tables.asking import refused
from tests.campaigns.tables.sets import club_set
from tests.clients import client_of
from tests.factories.tables import BAF, BOT, dealt, decide, person_at, seat_at

pytestmark = pytest.mark.django_db


def game_of(table: CardTable) -> rules.Game:
    return rules.of(BAF).replay(table, table.seats.count(), card_play.codes_of(table))


def answer(table: CardTable, number: int, code: str = "") -> CardTable:
    """Let somebody who is asked answer: with this code, or as a bot would by rule of thumb."""
    chosen = code or BOTS["thumb"].choose(ahead(game_of(table), number), FastDice(table.version)).code
    card_play.play(table=table, person=person_at(table, number), code=chosen)
    table.refresh_from_db()
    return table


def asked(table: CardTable) -> list[int]:
    return [seat.number for seat in table.seats.all() if seat.asked is not None]


def to_hands(table: CardTable) -> CardTable:
    """Draft heroes and place them, until all are asked at once."""
    while len(asked(table)) == 1:
        decide(table)
    return table


def played_out(table: CardTable) -> CardTable:
    while table.state == TableState.RUNNING:
        answer(table, asked(table)[-1])
    return table


@pytest.fixture
def three(ann: Member, bob: Member, cleo: Member) -> CardTable:
    """Three members who are to lay their hands for the first time."""
    return to_hands(dealt(ann, bob, cleo, game=BAF))


# Several asked at once


def test_all_are_asked_at_the_same_moment(three: CardTable) -> None:
    """BAF!, Combat contre les monstres; ruling A20: hands are laid in secret, by all at once."""
    assert asked(three) == [0, 1, 2]


def test_an_early_answer_is_kept_out_of_the_log_until_those_before_it_are_there(three: CardTable) -> None:
    before = card_play.codes_of(three)
    answer(three, 2, "lay 0 1")
    assert card_play.codes_of(three) == before
    assert list(three.sealed.values_list("seat", "code")) == [(2, "lay 0 1")]
    assert asked(three) == [0, 1]
    answer(three, 1, "lay 2 -")
    assert asked(three) == [0]
    answer(three, 0, "lay 3 3")
    assert card_play.codes_of(three) == [*before, "lay 3 3", "lay 2 -", "lay 0 1"]
    assert list(three.actions.order_by("index").values_list("seat", flat=True))[-3:] == [0, 1, 2]
    assert not SealedAnswer.objects.exists()


def test_whoever_answered_is_not_asked_again_and_a_page_from_before_others_answers_still_counts(
    three: CardTable,
) -> None:
    seen = three.version
    answer(three, 2, "lay 0 1")
    again = {"table": three, "person": person_at(three, 2), "code": "lay 1 0"}
    assert refused(card_play.play, **again) == ["not_your_turn"]
    with pytest.raises(Stale):
        card_play.play(**again, version=seen)
    card_play.play(table=three, person=person_at(three, 1), code="lay 2 -", version=seen)
    with pytest.raises(Stale):
        card_play.play(table=three, person=person_at(three, 0), code="lay - -", version=seen - 1)


def test_what_nobody_may_lay_is_refused_before_its_turn_too(three: CardTable) -> None:
    for code in ("lay 6 0", "lay", "draft x", "put 0 left", "lay 0 1 2"):
        assert refused(card_play.play, table=three, person=person_at(three, 2), code=code) == ["illegal_action"]
    assert not SealedAnswer.objects.exists()


def seen(table: CardTable, member: Member) -> str:
    """What a member's page shows of a table, without what counts its changes."""
    address = f"{reverse('tables:table_status', args=[table.pk])}?seen=x"
    text = " ".join(client_of(member).get(address).content.decode().split())
    text = re.sub(r'data-acts="\w+"|data-told="[^"]*"', "", text)
    return re.sub(r'csrfmiddlewaretoken" value="[^"]+"|(data-mark|data-version|value)="\d+"|seen=\d+', "", text)


def test_no_page_but_ones_own_tells_a_sealed_answer(three: CardTable, ann: Member, bob: Member, cleo: Member) -> None:
    answer(three, 2, "lay 0 1")
    first = [seen(three, member) for member in (ann, bob)]
    for text, other in zip(first, ("Bob", "Ann"), strict=True):
        assert f"Still to answer: {other}<" in text, "whoever reads it knows of the own question"
        assert "Kept secret" not in text
    own = seen(three, cleo)
    assert "Still to answer: Ann, Bob" in own
    assert "Kept secret: left hand" in own
    # Whatever the answer is, the others' pages are the same to the letter.
    three.sealed.update(code="lay 4 -")
    assert [seen(three, member) for member in (ann, bob)] == first
    assert seen(three, cleo) != own


def test_hands_stay_sealed_until_all_people_have_laid_whoever_the_log_asks_first(three: CardTable) -> None:
    before = card_play.codes_of(three)
    answer(three, 0, "lay 0 1")
    assert card_play.codes_of(three) == before
    assert asked(three) == [1, 2]
    answer(three, 2, "lay 2 3")
    answer(three, 1, "lay - -")
    assert card_play.codes_of(three) == [*before, "lay 0 1", "lay - -", "lay 2 3"]
    assert not SealedAnswer.objects.exists()


@pytest.mark.parametrize("number", [0, 2])
def test_what_nobody_has_seen_is_taken_back(three: CardTable, number: int) -> None:
    before = card_play.codes_of(three)
    answer(three, number, "lay - -")
    client = client_of(person_at(three, number).member)
    assert "Take it back" in client.get(three.get_absolute_url()).content.decode()
    client.post(reverse("tables:take_back", args=[three.pk]))
    three.refresh_from_db()
    assert asked(three) == [0, 1, 2]
    assert not SealedAnswer.objects.exists()
    assert "Take it back" not in client.get(three.get_absolute_url()).content.decode()
    answer(three, number, "lay 0 1")
    for other in {0, 1, 2} - {number}:
        answer(three, other, "lay - -")
    assert "lay 0 1" in card_play.codes_of(three)[len(before) :]


def test_what_is_shown_and_what_was_never_answered_cannot_be_taken_back(three: CardTable) -> None:
    assert refused(card_play.take_back, table=three, person=person_at(three, 0)) == ["answered_by_all"]
    for number in (0, 1, 2):
        answer(three, number, f"lay {number} -")
    assert refused(card_play.take_back, table=three, person=person_at(three, 0)) == ["answered_by_all"]


def test_an_answer_waits_no_more_for_whom_a_bot_replaces(three: CardTable) -> None:
    for number in (0, 1):
        answer(three, number, f"lay {number} -")
    three.moved = timezone.now() - ABSENT_AFTER
    three.save(update_fields=["moved"])
    away.replace_by_bot(table=three, number=2, person=person_at(three, 0))
    three.refresh_from_db()
    card_play.advance(table=three, patient=True)
    laid = three.actions.filter(code__startswith="lay").values_list("seat", flat=True)
    assert list(laid)[:3] == [0, 1, 2]


def test_whoever_gives_up_last_lets_the_others_hands_be_shown(three: CardTable) -> None:
    for number in (0, 1):
        answer(three, number, f"lay {number} -")
    card_play.resign(table=three, person=person_at(three, 2))
    assert list(three.actions.filter(code__startswith="lay").values_list("code", flat=True)) == ["lay 0 -", "lay 1 -"]


def test_a_chosen_hand_names_its_monster_and_passing_asks(three: CardTable, ann: Member) -> None:
    text = " ".join(client_of(ann).get(three.get_absolute_url()).content.decode().split())
    assert text.count('class="chosen chosen--left-') == text.count('class="chosen chosen--right-') == 6
    assert 'id="do-pass"' in text.partition("You attack nobody in this round.")[2]


def test_whoever_gives_up_takes_the_sealed_answer_along(three: CardTable) -> None:
    answer(three, 2, "lay 0 1")
    card_play.resign(table=three, person=person_at(three, 2))
    assert not SealedAnswer.objects.exists()
    assert asked(three) == [0, 1]
    answer(three, 1, "lay 2 -")
    answer(three, 0, "lay 3 3")
    assert game_of(three).outcome is None


def test_a_rebuilt_table_asks_whom_it_asked(three: CardTable) -> None:
    answer(three, 2, "lay 0 1")
    three.seats.update(asked=None)
    assert [one.differences for one in rebuild_tables(dry_run=False)] == [("seats differed",)]
    assert asked(three) == [0, 1]
    assert [one.differences for one in rebuild_tables(dry_run=True)] == [()]


def test_bots_answer_when_the_log_comes_to_them(ann: Member, bob: Member) -> None:
    table = dealt(ann, BOT, bob, game=BAF)
    while 2 not in asked(table) or 0 not in asked(table):
        card_play.advance(table=table, patient=True)
        table.refresh_from_db()
        if len(asked(table)) == 1 and table.actor != 1:
            decide(table)
    answer(table, 2, "lay 0 1")
    answer(table, 0, "lay 2 3")
    card_play.advance(table=table, patient=True)
    # The bot between them has answered, and Bob's sealed answer went into the log after it.
    laid = [(seat, bot) for seat, bot in table.actions.filter(code__startswith="lay").values_list("seat", "bot")][:3]
    assert laid == [(0, ""), (1, "thumb"), (2, "")]


def test_the_list_says_who_has_still_to_answer(three: CardTable, bob: Member) -> None:
    text = client_of(bob).get(reverse("tables:list")).content.decode()
    assert "your move" in text
    answer(three, 1, "lay - -")
    text = " ".join(client_of(bob).get(reverse("tables:list")).content.decode().split())
    assert "Still to answer: Ann, Cleo" in text


# Card sets


def test_a_table_keeps_the_whole_set_it_was_opened_with(ann: Member, bob: Member) -> None:
    cards = club_set(BAF, ann)
    form = {"variant": "secret", "cards": str(cards.pk), "seat_2": f"member:{bob.pk}", "visibility": "club"}
    answered = client_of(ann).post(f"{reverse('tables:new')}?game={BAF}", form)
    table = CardTable.objects.get()
    assert answered.headers["Location"] == table.get_absolute_url()
    heroes = {hero["code"] for hero in table.options["cards"]["heroes"]}
    ScoreCards.objects.filter(pk=cards.pk).update(data={**cards.data, "heroes": []})
    game = rules.of(BAF).deal(table, 2)
    assert {action.code.split(" ")[1] for action in game.actions()} == heroes
    assert "Our box" in client_of(ann).get(table.get_absolute_url()).content.decode()


def test_a_set_says_what_is_missing_to_play_with_so_many(ann: Member, bob: Member) -> None:
    """Ruling A36: two heroes for each player, six monsters of each level for each, a master and a dragon."""
    cards = begin_cards(game=BAF, name="Half a box", author=ann)
    form = {"variant": "secret", "cards": str(cards.pk), "seat_2": f"member:{bob.pk}", "visibility": "club"}
    answered = client_of(ann).post(f"{reverse('tables:new')}?game={BAF}", form)
    assert answered.status_code == 422
    text = answered.content.decode()
    assert "Half a box (incomplete)" in text
    assert "Heroes: 0 cards; a game with this many players takes 4" in text
    assert "Monsters of level I: 0 cards; a game with this many players takes 12" in text
    assert "Dragons: 0 cards; a game with this many players takes 1" in text


def test_a_few_cards_are_enough_for_a_few_players(ann: Member, bob: Member) -> None:
    cards = club_set(BAF, ann)
    few = {**cards.data, "heroes": cards.data["heroes"][:4]}
    ScoreCards.objects.filter(pk=cards.pk).update(data=few, ready=False)
    form = {"variant": "secret", "cards": str(cards.pk), "seat_2": f"member:{bob.pk}", "visibility": "club"}
    client_of(ann).post(f"{reverse('tables:new')}?game={BAF}", form)
    assert len(CardTable.objects.get().options["cards"]["heroes"]) == 4


# A whole game


@pytest.mark.django_db(transaction=True)
def test_a_game_played_to_its_end_is_in_the_books_as_it_was_at_the_table(
    ann: Member, bob: Member, cleo: Member
) -> None:
    table = played_out(dealt(ann, bob, cleo, game=BAF))
    match = Match.objects.get()
    assert match.game == BAF
    places = {row.seat: row.place for row in match.seats.all()}
    assert places == {seat.number: seat.place for seat in table.seats.all()}
    outcome = game_of(table).outcome
    assert outcome is not None
    assert places == dict(enumerate(outcome.places))
    assert all(len(seat_at(table, number).heroes) == 2 for number in range(3))
    assert match.setup["cards"]["heroes"] == table.options["cards"]["heroes"]


@pytest.mark.django_db(transaction=True)
def test_whoever_gave_up_is_last_in_the_books_too(ann: Member, bob: Member, cleo: Member) -> None:
    table = dealt(ann, bob, cleo, game=BAF)
    card_play.resign(table=table, person=Person(bob))
    table = played_out(table)
    match = Match.objects.get()
    places = {row.seat: row.place for row in match.seats.all()}
    assert places == {seat.number: seat.place for seat in table.seats.all()}
    assert places[1] == 3


@pytest.mark.django_db(transaction=True)
def test_a_game_with_an_unfinished_set_is_told_as_if_somebody_had_typed_it(ann: Member, bob: Member) -> None:
    options = rules.of(BAF).usual()[1]
    options["cards"]["heroes"] = options["cards"]["heroes"][:5]
    table = played_out(dealt(ann, bob, game=BAF, options=options))
    match = Match.objects.get()
    assert {row.seat: row.place for row in match.seats.all()} == {one.number: one.place for one in table.seats.all()}


def test_the_form_offers_both_games(ann: Member) -> None:
    text = client_of(ann).get(reverse("tables:new")).content.decode()
    for code in rules.GAMES:
        assert f'href="{reverse("tables:new")}?game={code}"' in text
    for code in rules.GAMES:
        assert client_of(ann).get(reverse("tables:balance", args=[code])).status_code == 200
