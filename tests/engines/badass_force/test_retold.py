"""A game played by the engine and noted on the pad gives the same points and places, and nothing is refused."""

import pytest

from engines.badass_force.game import BadassForce
from engines.badass_force.retelling import retold
from engines.badass_force.score.game import GAME
from engines.badass_force.simulation import variant
from engines.core.dice import FastDice
from engines.core.playout import RandomBot, finish


def agree(number: int) -> None:
    """Play a random game, note it, and compare."""
    players, options = variant(number)
    game = BadassForce.new(players, options, dice=FastDice(number))
    finish(game, [RandomBot()] * players, FastDice(number + 1))
    told = retold(game)
    assert told is not None
    assert game.outcome is not None
    setup, entries = told
    replay = GAME.replay(setup, entries)
    assert [fault.problems for fault in replay.faults] == [], number
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    assert replay.state.totals == game.outcome.points, number
    assert tuple(outcome.place(seat) for seat in range(players)) == game.outcome.places, number
    assert outcome.another_game == bool(game.outcome.undecided), number
    assert outcome.winners == game.outcome.winners or outcome.winners == game.outcome.undecided, number
    assert set(replay.state.vengeance) == {seat.index for seat in game.seats if seat.vengeance}, number


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_pad_agrees_with_the_game(first: int) -> None:
    for number in range(first, first + 50):
        agree(number)


@pytest.mark.slow
@pytest.mark.marathon
@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_the_pad_agrees_with_five_thousand_games(first: int) -> None:
    for number in range(first, first + 500):
        agree(number)


def test_the_pad_knows_no_player_who_left() -> None:
    game = BadassForce.new(3, dice=FastDice(1))
    game.resign(0)
    finish(game, [RandomBot()] * 3, FastDice(2))
    assert retold(game) is None


def test_a_game_without_a_record_cannot_be_retold() -> None:
    game = BadassForce.new(3, dice=FastDice(1), record=False)
    with pytest.raises(ValueError, match="no events"):
        retold(game)
