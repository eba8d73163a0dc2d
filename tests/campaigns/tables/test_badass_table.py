"""Badass Force at the site's tables: answers given at once, card sets, the proof, the books, bots, a rematch."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest
from django.urls import reverse
from msgspec.structs import replace
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines import badass_force
from engines.badass_force.cards import training
from engines.badass_force.view import Phase, View
from engines.core.dice import FastDice
from engines.core.score import encode
from tests.campaigns.tables.asking import refused
from tests.campaigns.tables.sets import club_set, opened
from tests.clients import client_of
from tests.factories.tables import BADASS, dealt, decide, hurried, legal, person_at

pytestmark = pytest.mark.django_db

QUERIES = 9
"""Session, reader, table with opener and seats, decisions, sealed answers, who took over, the next table."""


def view(table: CardTable, seat: int | None = None) -> View:
    """The table as a seat sees it."""
    game = rules.of(BADASS).replay(table, table.seats.count(), card_play.codes_of(table))
    return cast(View, game.view(seat))


def to_turn(table: CardTable) -> CardTable:
    """Lay characters, until the first turn has begun."""
    while legal(table)[0].startswith("lay"):
        decide(table)
    return table


def announced(table: CardTable) -> int:
    """Somebody announces the first character that can be; return who."""
    seat = to_turn(table).actor
    assert seat is not None
    decide(table, next(code for code in legal(table) if code.startswith("announce ")))
    return seat


def answer(table: CardTable, seat: int, code: str) -> None:
    """A seat answers, whether or not the log has come to it."""
    card_play.play(table=table, person=person_at(table, seat), code=code)
    table.refresh_from_db()


@pytest.fixture
def three(ann: Member, bob: Member, cleo: Member) -> CardTable:
    """Three members, whose characters are not laid yet."""
    return dealt(ann, bob, cleo, game=BADASS)


def test_all_lay_at_once_in_any_order(three: CardTable) -> None:
    first = three.actor
    assert first is not None
    assert [seat.asked is not None for seat in three.seats.all()] == [True] * 3
    last = (first + 2) % 3
    mine = next(code for code in _codes(three, last))
    answer(three, last, mine)
    assert card_play.codes_of(three) == [], "it stays sealed until those before have laid"
    assert refused(card_play.play, table=three, person=person_at(three, last), code=mine) == ["not_your_turn"]
    for seat in (first, (first + 1) % 3):
        answer(three, seat, _codes(three, seat)[0])
    assert len(card_play.codes_of(three)) == 3
    assert card_play.codes_of(three)[-1] == mine
    assert view(three).phase is Phase.TURN


def _codes(table: CardTable, seat: int) -> list[str]:
    """What a seat may do that is asked."""
    game = rules.of(BADASS).replay(table, 3, card_play.codes_of(table))
    return [one.code for one in ahead(game, seat).actions_of(seat)]


def test_everybody_is_asked_before_a_bluff_is_called_and_answers_stay_sealed(three: CardTable) -> None:
    """Rulings F54, F14: all answers are shown together; of several callers the first clockwise is involved."""
    announcer = announced(three)
    first, second = (announcer + 1) % 3, (announcer + 2) % 3
    asked = {seat.number for seat in three.seats.all() if seat.asked is not None}
    assert asked == {first, second}
    before = card_play.codes_of(three)
    answer(three, second, "call")
    assert card_play.codes_of(three) == before
    sealed = client_of(person_at(three, second).member).get(three.get_absolute_url()).content.decode()
    assert "Kept secret: you call a bluff." in sealed
    for other in (announcer, first):
        page = client_of(person_at(three, other).member).get(three.get_absolute_url()).content.decode()
        assert "Kept secret" not in page
        assert ("Still to answer" in page) == (other == announcer), "whoever is asked reads the question itself"
    answer(three, first, "call")
    assert card_play.codes_of(three)[len(before) : len(before) + 2] == ["call", "call"]
    game = rules.of(BADASS).deal(three, 3, record=True)
    for code in card_play.codes_of(three):
        game.play(cast(badass_force.Game, game).action(code))
    called = [event for event in cast(badass_force.Game, game).events or () if type(event).__name__ == "BluffCalled"]
    assert [event.caller for event in called] == [first]  # type: ignore[union-attr]


def test_a_game_that_somebody_left_is_in_the_books_too(three: CardTable, ann: Member, bob: Member) -> None:
    for leaving in (bob, ann):
        card_play.resign(table=to_turn(three), person=Person(leaving))
    match = Match.objects.get()
    places = dict(match.seats.values_list("seat", "place"))
    assert places == {0: 2, 1: 2, 2: 1}
    page = client_of(bob).get(match.get_absolute_url()).content.decode()
    assert "Bob leaves the match" in page
    assert "All players but one have left: that one wins." in page


def test_whoever_leaves_is_not_waited_for(three: CardTable) -> None:
    announcer = announced(three)
    gone, stays = (announcer + 1) % 3, (announcer + 2) % 3
    answer(three, stays, "believe")
    card_play.resign(table=three, person=person_at(three, gone))
    three.refresh_from_db()
    assert view(three).claim is None


def test_what_the_rules_forbid_is_said(three: CardTable) -> None:
    to_turn(three)
    assert three.actor is not None
    who = person_at(three, three.actor)
    assert refused(card_play.play, table=three, person=who, code="execute") == ["too_few_charges"]
    assert refused(card_play.play, table=three, person=who, code="believe") == ["not_now"]
    assert refused(card_play.play, table=three, person=who, code="nonsense") == ["illegal_action"]
    page = client_of(who.member).post(
        reverse("tables:play", args=[three.pk]), {"action": "execute", "version": three.version}, follow=True
    )
    assert "its execution needs" in page.content.decode()


def test_the_page_takes_a_few_queries_however_long_the_game(
    three: CardTable, ann: Member, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ann)
    client.get(three.get_absolute_url())
    with django_assert_max_num_queries(QUERIES):
        client.get(three.get_absolute_url())
    for _ in range(12):
        decide(three)
    with django_assert_max_num_queries(QUERIES):
        client.get(three.get_absolute_url())


# Card sets


def test_a_table_keeps_the_whole_set_it_was_opened_with(ann: Member, bob: Member) -> None:
    cards = club_set(BADASS, ann)
    assert "Our box" in opened(BADASS, "12", ann, bob, cards)
    table = CardTable.objects.get()
    ScoreCards.objects.filter(pk=cards.pk).update(data={**cards.data, "weapons": []})
    assert len(table.options["cards"]["weapons"]) == len(training().weapons)
    table.refresh_from_db()
    # Ruling F33: a fast game goes to 12 points.
    assert view(table).limit == 12


def test_an_unfinished_set_says_what_is_missing_to_play(ann: Member, bob: Member) -> None:
    """Badass Force, Contenu: 8 characters, 24 weapon cards."""
    data = encode(training())
    text = opened(
        BADASS, "12", ann, bob, club_set(BADASS, ann, weapons=data["weapons"][:2], characters=data["characters"][:7])
    )
    assert not CardTable.objects.exists()
    assert "6 cards, the box has 24" in text
    assert "7 cards, the box has 8" in text


# The table decides


def test_where_the_table_decides_one_proposes_and_all_others_are_asked(ann: Member, bob: Member) -> None:
    """A text that no verb says: the holder proposes, everybody else accepts, and the log holds all of it."""
    options = rules.of(BADASS).usual()[1]
    for card in options["cards"]["characters"]:
        card["power"] = [{"do": "table_decides", "text": "Do what the film would do."}]
    table = dealt(ann, bob, game=BADASS, options=options)
    holder = announced(table)
    other = 1 - holder
    answer(table, other, "believe")
    own = client_of((ann, bob)[holder])
    before = view(table).seats[other].points
    rows = {"propose-who_1": str(other), "propose-change_1": "gain points", "propose-count_1": "3"}
    page = own.get(table.get_absolute_url(), rows).content.decode()
    code = f"table gain n=3 what=points who={other}"
    assert f'value="{code}"' in page
    own.post(reverse("tables:play", args=[table.pk]), {"action": code, "version": table.version})
    table.refresh_from_db()
    assert card_play.codes_of(table)[-1] == f"table gain n=3 what=points who={other}"
    assert table.actor == other
    decide(table, "accept")
    assert view(table).seats[other].points == before + 3


# The balance


def test_the_balance_of_a_card_set_says_which_bot_which_cards_and_what_they_used(ann: Member) -> None:
    variant, options = rules.of(BADASS).usual()
    run = balance.start(game=BADASS, players=3, variant=variant, options=options, bot="thumb", count=100, member=ann)
    assert run.parts.exists()
    while waiting := Job.objects.filter(kind=balance.KIND, state=JobState.WAITING).first():
        assert jobs.run(waiting.pk)  # what a slow machine leaves of a part is a further one
    text = " ".join(client_of(ann).get(reverse("tables:balance", args=[BADASS])).content.decode().split())
    assert "bots play by rule of thumb" in text
    assert training().name.en in text
    assert "Players who reach Vengeance" in text
    assert "Characters announced" in text
    assert "Weapons fired" in text
    assert training().weapons[0].name.en in text


# Whole games


def test_at_the_end_somebody_has_reached_the_limit(ann: Member, bob: Member) -> None:  # ruling F26
    table = dealt(ann, bob, game=BADASS)
    outcome = hurried(table).outcome
    assert outcome is not None
    assert max(outcome.points) >= 16
    assert "The limit was reached." in client_of(ann).get(table.get_absolute_url()).content.decode()


def test_in_an_undecided_game_nobody_has_the_first_place() -> None:
    """Ruling F53: seats level even in the tie-break play another game; nobody has won this one."""
    left, level = (
        badass_force.Game.new(badass_force.Setup(players=2), dice=FastDice(1)),
        badass_force.Game.new(badass_force.Setup(players=2), dice=FastDice(1)),
    )
    left.resign(0)
    assert left.outcome is not None
    assert rules.of(BADASS).result(left).places == (2, 1)
    level.outcome = replace(left.outcome, winners=(), undecided=(0, 1), places=(1, 1))
    assert rules.of(BADASS).result(level).places == (2, 2)


def ticked(count: int, key: str = "training") -> list[str]:
    """The first characters of a set, as the form sends them."""
    return [f"{key}:{card.code}" for card in training().characters][:count]


def asked_by_form(ann: Member, **sent: object) -> CardTable | dict[str, list[str]]:
    """A table opened by the form, or what the form says against it."""
    filled = {"seat_2": "bot:thumb", "variant": "16", "cards": "training", "visibility": "club", **sent}
    answer = client_of(ann).post(f"{reverse('tables:new')}?game={BADASS}", filled)
    if answer.status_code == 302:
        return CardTable.objects.latest("pk")
    errors: dict[str, list[str]] = answer.context["form"].errors
    return errors


def test_the_table_chooses_its_seven_characters(ann: Member) -> None:  # ruling F32
    table = asked_by_form(ann, characters=ticked(7))
    assert isinstance(table, CardTable)
    seven = tuple(card.code for card in training().characters[:7])
    game = rules.of(BADASS).replay(table, 2, card_play.codes_of(table))
    assert cast(View, game.view(None)).cast == seven
    assert rules.of(BADASS).describe_options(table.variant, table.options)[-1] == f"without {name_of_last()}"
    document = msgspec.json.decode(msgspec.json.encode(rules.of(BADASS).proof(table, 2, card_play.codes_of(table))))
    assert tuple(document["setup"]["options"]["characters"]) == seven
    reminded = dict(rules.of(BADASS).remind_of_rules(table.variant, 2, table.options))["Your characters"]
    assert name_of_last() not in reminded
    assert "You play with " in reminded


def name_of_last() -> str:
    return training().characters[7].name.en


def test_with_none_chosen_they_are_drawn_as_before(ann: Member) -> None:  # ruling F32
    table = asked_by_form(ann)
    assert isinstance(table, CardTable)
    drawn = rules.of(BADASS).deal(table, 2)
    table.options = {"cards": table.options["cards"]}
    assert rules.of(BADASS).deal(table, 2).view(None) == drawn.view(None)
    assert rules.of(BADASS).agreed(table, 2) == rules.of(BADASS).agreed(CardTable.objects.get(pk=table.pk), 2)
    assert len(rules.of(BADASS).describe_options(table.variant, table.options)) == 2


@pytest.mark.parametrize(("count", "said"), [(6, "6 are ticked"), (8, "8 are ticked")])
def test_seven_or_none(ann: Member, count: int, said: str) -> None:
    errors = asked_by_form(ann, characters=ticked(count))
    assert isinstance(errors, dict)
    assert said in errors["characters"][0]
    assert not CardTable.objects.exists()


def test_those_of_another_set_are_refused(ann: Member) -> None:
    data = encode(training())
    for card in data["characters"]:
        card["code"] = f"my {card['code']}"
    own = ScoreCards.objects.create(game=BADASS, name="My box", data=data)
    errors = asked_by_form(ann, characters=[f"{own.pk}:my {card.code}" for card in training().characters[:7]])
    assert isinstance(errors, dict)
    assert "Tick only characters from the set you play with" in errors["characters"][0]
    table = asked_by_form(
        ann, characters=[f"{own.pk}:my {card.code}" for card in training().characters[1:]], cards=own.pk
    )
    assert isinstance(table, CardTable)
