"""A game played by the engine and noted on the pad gives the same points and places, and nothing is refused."""

import pytest

from engines.badass_force.game import Game
from engines.badass_force.options import Setup
from engines.badass_force.retelling import retold
from engines.badass_force.score.game import GAME
from engines.badass_force.simulation import variant
from engines.badass_force.stage import is_gone
from engines.core.dice import FastDice
from engines.core.playout import RandomBot, finish
from tests.thorough import often


def agree(number: int) -> None:
    """Play a random game, note it, and compare."""
    players, options = variant(number)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number))
    finish(game, [RandomBot()] * players, FastDice(number + 1))
    compare(game, number)


def leave(number: int) -> str:
    """Play a random game in which somebody leaves now and then, note it, and compare; return why it ended."""
    players, options = variant(number)
    game = Game.new(Setup(players=players, options=options), dice=FastDice(number))
    dice, bot = FastDice(number + 1), RandomBot()
    while game.actor is not None:
        staying = [seat for seat in range(players) if not is_gone(game, seat)]
        if dice.one_of((30, 200, 600)[number % 3], "leaving") == 0:
            game.resign(staying[dice.one_of(len(staying), "who")])
        else:
            game.play(bot.choose(game, dice))
    compare(game, number)
    assert game.outcome is not None
    return game.outcome.ending


def compare(game: Game, number: int) -> None:
    players = game.players
    told = retold(game)
    assert told is not None
    assert game.outcome is not None
    setup, entries = told
    replay = GAME.replay(setup, entries)
    assert [fault.problems for fault in replay.faults] == [], number
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    assert replay.state.totals == game.outcome.points, number
    assert tuple(outcome.place_of(seat) for seat in range(players)) == game.outcome.places, number
    assert outcome.another_game == bool(game.outcome.undecided), number
    assert outcome.winners == game.outcome.winners or outcome.winners == game.outcome.undecided, number
    assert set(replay.state.vengeance) == {seat.index for seat in game.seats if seat.vengeance}, number


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_pad_agrees_with_the_game(first: int) -> None:
    for number in range(first, first + 50):
        agree(number)


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_the_pad_agrees_with_five_thousand_games(first: int) -> None:
    for number in range(first, first + often(500, 20)):
        agree(number)


def test_the_pad_agrees_where_somebody_leaves() -> None:
    assert {leave(number) for number in range(90)} == {"left", "limit"}


def test_a_game_without_a_record_cannot_be_retold() -> None:
    game = Game.new(Setup(players=3), dice=FastDice(1), record=False)
    with pytest.raises(ValueError, match="no events"):
        retold(game)
