"""A game played by the engine and noted on the pad gives the same renown and places, and nothing is refused."""

import pytest

from engines.bebop.actions import Action
from engines.bebop.bots.instinct import decide
from engines.bebop.cards import training
from engines.bebop.game import Game
from engines.bebop.ground import VICIOUS
from engines.bebop.options import Options, Setup
from engines.bebop.retelling import retold
from engines.bebop.score.game import GAME
from engines.bebop.simulation import lively
from engines.core.dice import FastDice
from tests.engines.bebop.sets import busy
from tests.thorough import often


def agree(number: int) -> None:
    """Play a lively random game, of the training set or of one whose cards do all there is, note it, and compare."""
    players = 2 + number % 3
    cards = busy() if number % 5 == 0 else training()
    options = Options(turn_limit=30 + number % 60, token_renown=1 + number % 2)
    game = Game.new(Setup(players=players, options=options, cards=cards or training()), dice=FastDice(number))
    dice = FastDice(number + 1)
    while game.actor is not None:
        game.play(lively(game, dice))
    compare(game, number)


def leave(number: int) -> None:
    """Play a lively random game in which somebody leaves now and then, note it, and compare."""
    players = 2 + number % 3
    options = Options(turn_limit=60 + number % 90)
    game = Game.new(
        Setup(players=players, options=options, cards=busy() if number % 2 else training()), dice=FastDice(number)
    )
    dice = FastDice(number + 1)
    while game.actor is not None:
        staying = [seat.index for seat in game.seats if not seat.left]
        if dice.one_of((20, 150, 400)[number % 3], "leaving") == 0:
            game.resign(staying[dice.one_of(len(staying), "who")])
        else:
            game.play(lively(game, dice))
    compare(game, number)


def spared(game: Game) -> Action:
    """What looks best by rule of thumb, but Vicious is hit whenever he can be, and his last token is left to him."""
    takes = [action for action in game.legal if action.code.startswith("take vicious")]
    for action in takes:
        if game.left[2 * VICIOUS + action.second] > 1:
            return action
    chosen = decide(game)
    return game.legal[-1] if chosen in takes else chosen


def leave_at_the_flight(number: int) -> bool:
    """Play a game to Vicious's flight, in whose last turns somebody leaves, note it, compare; tell if it came to it."""
    game = Game.new(Setup(players=3 + number % 2, options=Options(turn_limit=150)), dice=FastDice(number))
    dice = FastDice(number + 1)
    leaving = 0
    while game.actor is not None:
        staying = [seat.index for seat in game.seats if not seat.left]
        if game.last_turns > 0 and leaving < 2 and dice.one_of(12, "leaving") == 0:
            game.resign(staying[dice.one_of(len(staying), "who")])
            leaving += 1
        else:
            game.play(spared(game))
    compare(game, number)
    return bool(leaving)


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
    assert replay.state.totals == game.outcome.renown, number
    assert tuple(outcome.place_of(seat) for seat in range(players)) == game.outcome.places, number
    assert outcome.winners == game.outcome.winners, number
    assert tuple(len(cards) for cards in replay.state.captured) == game.outcome.captured


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_the_pad_agrees_with_the_game(first: int) -> None:
    for number in range(first, first + 30):
        agree(number)


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_the_pad_agrees_with_five_thousand_games(first: int) -> None:
    for number in range(first, first + often(500, 20)):
        agree(number)


def test_the_pad_agrees_where_somebody_leaves() -> None:
    for number in range(120):
        leave(number)


def test_the_pad_counts_the_last_turns_of_those_who_stay() -> None:
    """Ruling C34: everybody has one more turn; whoever leaves has none."""
    assert sum([leave_at_the_flight(number) for number in range(12)]) >= 6


def test_a_game_without_a_record_cannot_be_retold() -> None:
    with pytest.raises(ValueError, match="no events"):
        retold(Game.new(Setup(players=3), dice=FastDice(1), record=False))
