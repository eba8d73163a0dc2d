"""Badass Force at the site's tables: answers given at once, card sets, the proof, the books, bots, a rematch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import msgspec
import pytest
from django.urls import reverse
from msgspec.structs import replace
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.demo.tables import play_out
from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.matches.cards.operations import add_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.tables import proof, rules
from campaigns.tables.asking import ahead
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import BotStrength, CardTable, TableState
from campaigns.tables.operations import play as card_play
from campaigns.tables.people import Person
from club.models import Member
from engines.badass_force.bots import BOTS
from engines.badass_force.cards import training
from engines.badass_force.game import BadassForce
from engines.badass_force.view import Phase, View
from engines.core.dice import FastDice
from engines.core.score import encode
from tests.campaigns.tables.asking import refused
from tests.clients import client_of
from tests.factories.tables import BADASS, BOT, OPEN, dealt, decide, legal, open_table, person_at, seat_at

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
        assert "Still to answer" in page
    answer(three, first, "call")
    assert card_play.codes_of(three)[len(before) : len(before) + 2] == ["call", "call"]
    game = rules.of(BADASS).deal(three, 3, record=True)
    for code in card_play.codes_of(three):
        game.play(cast(BadassForce, game).action(code))
    called = [event for event in cast(BadassForce, game).events or () if type(event).__name__ == "BluffCalled"]
    assert [event.caller for event in called] == [first]  # type: ignore[union-attr]


def test_a_game_that_somebody_left_is_in_the_books_too(three: CardTable, ann: Member, bob: Member) -> None:
    for leaving in (bob, ann):
        card_play.resign(table=to_turn(three), person=Person(leaving))
    match = Match.objects.get()
    places = dict(match.seats.values_list("seat", "place"))
    assert places == {0: 2, 1: 2, 2: 1}
    page = client_of(bob).get(match.get_absolute_url()).content.decode()
    assert "Bob leaves the match" in page
    assert "Everybody else has left: who stayed wins." in page


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
    assert "its execution takes" in page.content.decode()


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


def club_set(member: Member, **change: object) -> ScoreCards:
    data = {**encode(training()), "name": {"fr": "Notre boîte", "en": "Our box"}, **change}
    return add_cards(game=BADASS, text=msgspec.json.encode(data).decode(), author=member)


def opened(ann: Member, bob: Member, cards: ScoreCards, **fields: str) -> str:
    form = {"variant": "12", "cards": str(cards.pk), "seat_2": f"member:{bob.pk}", "visibility": "club", **fields}
    return client_of(ann).post(f"{reverse('tables:new')}?game={BADASS}", form, follow=True).content.decode()


def test_a_table_keeps_the_whole_set_it_was_opened_with(ann: Member, bob: Member) -> None:
    cards = club_set(ann)
    assert "Our box" in opened(ann, bob, cards)
    table = CardTable.objects.get()
    ScoreCards.objects.filter(pk=cards.pk).update(data={**cards.data, "weapons": []})
    assert len(table.options["cards"]["weapons"]) == len(training().weapons)
    table.refresh_from_db()
    # Ruling F33: a fast game goes to 12 points.
    assert view(table).limit == 12


def test_an_unfinished_set_says_what_is_missing_to_play(ann: Member, bob: Member) -> None:
    """Badass Force, Contenu: 8 characters, 24 weapon cards."""
    data = encode(training())
    text = opened(ann, bob, club_set(ann, weapons=data["weapons"][:2], characters=data["characters"][:7]))
    assert not CardTable.objects.exists()
    assert "6 cards, the box has 24" in text
    assert "7 cards, the box has 8" in text


def test_the_proof_pins_the_cards(ann: Member, bob: Member, tmp_path: Path) -> None:
    table = dealt(ann, bob, game=BADASS)
    card_play.resign(table=table, person=Person(bob))
    table.refresh_from_db()
    document = tmp_path / proof.file_name(table)
    document.write_bytes(proof.proof(table))
    command = [sys.executable, "-m", "engines", "verify", str(document)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith("OK: ")
    document.write_bytes(document.read_bytes().replace(b'"explode": 3', b'"explode": 4', 1))
    assert subprocess.run(command, capture_output=True).returncode == 1


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
    for part in run.parts.all():
        assert jobs.run(Job.objects.get(kind=balance.KIND, subject=part.pk).pk)
    text = " ".join(client_of(ann).get(reverse("tables:balance", args=[BADASS])).content.decode().split())
    assert "bots play by rule of thumb" in text
    assert training().name.en in text
    assert "Players who come to Vengeance" in text
    assert "Characters announced" in text
    assert "Weapons fired" in text
    assert training().weapons[0].name.en in text


# Whole games


@pytest.mark.django_db(transaction=True)
def test_a_game_played_to_its_end_is_in_the_books_as_it_was_at_the_table(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob, game=BADASS)
    # By rule of thumb, without a page for each of some hundred decisions: the last one is played as pages do.
    game = cast(BadassForce, rules.of(BADASS).replay(table, 2, []))
    dice, codes, seats = FastDice(1), [], []
    while game.actor is not None:
        seats.append(game.actor)
        codes.append(BOTS["thumb"].choose(game, dice).code)
        game.play(game.action(codes[-1]))
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
    assert game.outcome is not None
    assert places == dict(enumerate(game.outcome.places))
    # Ruling F26: somebody has reached 16 points.
    assert max(game.outcome.points) >= 16
    page = client_of(ann).get(table.get_absolute_url()).content.decode()
    assert "The limit was reached." in page


def test_a_table_against_bots_and_its_rematch(ann: Member) -> None:
    client = client_of(ann)
    client.post(reverse("tables:bots"), {"game": BADASS})
    table = CardTable.objects.get()
    assert (table.game, table.state) == (BADASS, TableState.RUNNING)
    assert [seat.bot for seat in table.seats.all()] == ["", BotStrength.THUMB, BotStrength.THUMB]
    play_out(table, moves=12)
    card_play.resign(table=table, person=Person(ann))
    card_play.advance(table=table, patient=True)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    client.post(reverse("tables:rematch", args=[table.pk]))
    again = CardTable.objects.get(rematch_of=table)
    assert (again.game, again.options, again.state) == (BADASS, table.options, TableState.RUNNING)


def test_a_guest_takes_a_seat_by_its_link(ann: Member) -> None:
    table = open_table(ann, OPEN, BOT, game=BADASS)
    text = client_of().get(reverse("tables:seat", args=[seat_at(table, 1).link])).content.decode()
    assert "Badass Force" in text


def test_in_an_undecided_game_nobody_has_the_first_place() -> None:
    """Ruling F53: seats level even in the tie-break play another game; nobody has won this one."""
    left, level = BadassForce.new(2, dice=FastDice(1)), BadassForce.new(2, dice=FastDice(1))
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
    assert rules.of(BADASS).options_told(table.variant, table.options)[-1] == f"without {name_of_last()}"
    document = msgspec.json.decode(msgspec.json.encode(rules.of(BADASS).proof(table, 2, card_play.codes_of(table))))
    assert tuple(document["setup"]["options"]["characters"]) == seven
    reminded = dict(rules.of(BADASS).reminder(table.variant, 2, table.options))["Your characters"]
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
    assert len(rules.of(BADASS).options_told(table.variant, table.options)) == 2


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
    assert "Tick only characters of the set that you play with" in errors["characters"][0]
    table = asked_by_form(
        ann, characters=[f"{own.pk}:my {card.code}" for card in training().characters[1:]], cards=own.pk
    )
    assert isinstance(table, CardTable)
