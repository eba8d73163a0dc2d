"""A game played by the engine and noted on the pad gives the same coins and places, and nothing is refused."""

import pytest

from engines.baf.bots import BOTS
from engines.baf.game import Game
from engines.baf.options import Setup
from engines.baf.retelling import retold
from engines.baf.score.game import GAME
from engines.baf.simulation import variant
from engines.core.dice import FastDice
from engines.core.playout import finish
from tests.thorough import often


def agree(number: int) -> None:
    """Play a game of random players and some by rule of thumb, note it, and compare."""
    players, options = variant(number)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number))
    bots = [BOTS["thumb" if (number >> seat) & 1 else "random"] for seat in range(players)]
    finish(game, bots, FastDice(number + 1))
    compare(game, number)


def leave(number: int) -> None:
    """Play a game in which somebody leaves now and then, note it, and compare."""
    players, options = variant(number)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number))
    dice = FastDice(number + 1)
    while game.outcome is None:
        legal = game.actions()
        if dice.one_of((15, 60, 150)[number % 3], "leaving") == 0:
            staying = [seat.index for seat in game.seats if not seat.gone]
            game.resign(staying[dice.one_of(len(staying), "who")])
        else:
            game.play(legal[dice.one_of(len(legal), "a choice")])
    compare(game, number)


def compare(game: Game, number: int) -> None:
    assert game.outcome is not None
    players = game.players
    setup, entries = retold(game)
    replay = GAME.replay(setup, entries)
    assert [(fault.entry, fault.problems) for fault in replay.faults] == [], number
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    assert replay.state.totals == game.outcome.coins, number
    assert tuple(outcome.place_of(seat) for seat in range(players)) == game.outcome.places, number
    assert outcome.winners == game.outcome.winners, number
    assert outcome.reason == game.outcome.ending


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_pad_agrees_with_the_game(first: int) -> None:
    for number in range(first, first + 50):
        agree(number)


def test_the_pad_agrees_where_somebody_leaves() -> None:
    for number in range(300):
        leave(number)


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_the_pad_agrees_with_five_thousand_games(first: int) -> None:
    for number in range(first, first + often(500, 20)):
        agree(number)


def test_a_game_that_is_not_over_cannot_be_retold() -> None:
    with pytest.raises(ValueError, match="over"):
        retold(Game.new(Setup(players=3), dice=FastDice(1)))


def test_a_game_without_a_record_cannot_be_retold() -> None:
    game = Game.new(Setup(players=3), dice=FastDice(1), record=False)
    with pytest.raises(ValueError, match="kept its events"):
        retold(game)
