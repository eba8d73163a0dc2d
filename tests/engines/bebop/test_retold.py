"""A game played by the engine and noted on the pad gives the same renown and places, and nothing is refused."""

import pytest

from engines.bebop.game import Bebop
from engines.bebop.options import Options
from engines.bebop.retelling import retold
from engines.bebop.score.game import GAME
from engines.bebop.simulation import lively
from engines.core.dice import FastDice
from tests.engines.bebop.sets import busy


def agree(number: int) -> None:
    """Play a lively random game, of the training set or of one whose cards do all there is, note it, and compare."""
    players = 2 + number % 3
    cards = busy() if number % 5 == 0 else None
    options = Options(turn_limit=30 + number % 60, token_renown=1 + number % 2)
    game = Bebop.new(players, options, dice=FastDice(number), cards=cards)
    dice = FastDice(number + 1)
    while game.actor is not None:
        game.play(lively(game, dice))
    told = retold(game)
    assert told is not None
    assert game.outcome is not None
    setup, entries = told
    replay = GAME.replay(setup, entries)
    assert [fault.problems for fault in replay.faults] == [], number
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    assert replay.state.totals == game.outcome.renown, number
    assert tuple(outcome.place(seat) for seat in range(players)) == game.outcome.places, number
    assert outcome.winners == game.outcome.winners, number
    assert tuple(len(cards) for cards in replay.state.captured) == game.outcome.captured


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_the_pad_agrees_with_the_game(first: int) -> None:
    for number in range(first, first + 30):
        agree(number)


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_the_pad_agrees_with_five_thousand_games(first: int) -> None:
    for number in range(first, first + 500):
        agree(number)


def test_the_pad_knows_no_player_who_left() -> None:
    game = Bebop.new(3, dice=FastDice(1))
    game.resign(0)
    game.resign(1)
    assert game.outcome is not None
    assert retold(game) is None


def test_a_game_without_a_record_cannot_be_retold() -> None:
    with pytest.raises(ValueError, match="no events"):
        retold(Bebop.new(3, dice=FastDice(1), record=False))
