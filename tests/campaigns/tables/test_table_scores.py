"""Games played at the site's tables stand in the books as matches, if people decided to the end."""

from __future__ import annotations

import pytest

from campaigns.matches.models.match import ConfirmedBy, Match, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.matches.operations.players import player_of
from campaigns.seating.people import Person
from campaigns.tables.bagarre.rules import BagarreRules
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play, scores as table_scores, tables
from club.models import Member
from engines import bagarre
from engines.bagarre.bots import BOTS
from engines.bagarre.options import Options
from engines.bagarre.score.game import GAME
from engines.core.dice import FastDice, SeededDice
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, OPEN, dealt, decide, guest, open_table, person_at, plain_duel, seat_at

VARIANTS = (
    (2, Options()),
    (4, Options()),
    (6, Options()),
    (3, Options(trolls=True)),
    (4, Options(teams=(0, 1, 0, 1))),
    (3, Options(heroes=False)),
    (4, Options(heroes=False, turn_limit=3)),
)


AT_ONCE = (
    (6, Options(), 233),
    (6, Options(trolls=True), 271),
    (4, Options(trolls=True, teams=(0, 1, 0, 1)), 796),
    (4, Options(teams=(0, 1, 0, 1), same_hero_per_team=True), 717),
    (
        4,
        Options(
            trolls=True,
            fixed_heroes=(("paladin", "alchemist"), ("ogre", "beast"), ("warrior", "bard"), ("mage", "thief")),
        ),
        1375,
    ),
)
"""Games in which a fire potion and a Paladin's counter meet: the burned and the attacker fall at one moment."""


def told_as_played(players: int, options: Options, number: int) -> None:
    """A game by bots: the scoring engine takes its entries, and comes to the same places."""
    played = bagarre.Game.new(bagarre.Setup(players=players, options=options), dice=SeededDice(number.to_bytes(32)))
    bot, chance, codes = BOTS["random"], FastDice(number), []
    happened = [tuple(played.events or ())]
    while played.actor is not None:
        chosen = bot.choose(played, chance)
        codes.append(chosen.code)
        happened.append(tuple(played.play(chosen)))
    outcome = played.outcome
    assert outcome is not None
    view = played.view(None)
    agreed, entries = BagarreRules().score(played, happened, [tuple(seat.heroes) for seat in view.seats])
    setup = GAME.decode_setup({"game": "bagarre", "seats": players, **agreed})
    replayed = GAME.replay(setup, entries)
    assert [step.problems for step in replayed.faults] == [], (number, codes)
    result = GAME.outcome(replayed.state)
    assert result is not None, number
    assert tuple(result.place_of(seat) for seat in range(players)) == outcome.places, (number, codes)


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_books_give_every_seat_the_place_it_had_at_the_table(players: int, options: Options) -> None:
    """Forty games of each variant."""
    for number in range(40):
        told_as_played(players, options, number)


@pytest.mark.parametrize(("players", "options", "number"), AT_ONCE)
def test_who_falls_at_one_moment_shares_a_place_in_the_books(players: int, options: Options, number: int) -> None:
    told_as_played(players, options, number)


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two() -> list[Member]:
    return [MemberFactory.create(display_name=name) for name in ("Ann", "Ben")]


def over(table: CardTable) -> CardTable:
    """Whoever decides first gives up."""
    card_play.resign(table=table, person=person_at(table, 0))
    table.refresh_from_db()
    assert table.state == TableState.OVER
    return table


def test_a_finished_game_is_a_confirmed_match(two: list[Member]) -> None:
    table = over(decide(plain_duel(*two)))
    match = Match.objects.get()
    assert (match.source, match.way, match.state) == (f"table:{table.pk}", MatchWay.TABLE, MatchState.CONFIRMED)
    assert match.confirmed_how == ConfirmedBy.SITE
    rows = match.seats.order_by("seat").select_related("player__member")
    assert [(row.player.full_name, row.place, row.won) for row in rows] == [("Ann", 2, False), ("Ben", 1, True)]
    assert table_scores.take_over(table) == match
    assert Match.objects.count() == 1


def test_a_game_with_a_bot_counts_nowhere(two: list[Member]) -> None:
    table = dealt(two[0], BOT, variant="plain")
    card_play.resign(table=table, person=person_at(table, 0))
    assert not Match.objects.exists()


@pytest.mark.parametrize(("name", "counted"), [("gus  GUEST", 0), ("Gus", 1)])
def test_whoever_types_the_name_of_a_guest_that_became_a_member_does_not_play_for_him(
    two: list[Member], name: str, counted: int
) -> None:
    Player.objects.create(name="Gus Guest", merged_into=player_of(two[1]))
    table = open_table(two[0], OPEN, variant="plain")
    tables.take_seat(seat=seat_at(table, 1), person=guest()[1], name=name)
    card_play.start(table=table, person=Person(two[0]))
    over(table)
    assert Match.objects.count() == counted


def test_a_game_that_is_not_over_is_not_taken_over(two: list[Member]) -> None:
    assert table_scores.take_over(plain_duel(*two)) is None
