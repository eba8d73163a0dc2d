"""A game of La Bagarre played by the engine and noted on the pad gives the same places, and nothing is refused."""

from itertools import groupby

import pytest

from engines import bagarre
from engines.bagarre.events import Announced, Eliminated as Out, HeroesRevealed
from engines.bagarre.options import Options
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.bagarre.score.game import GAME
from engines.bagarre.score.setup import BagarreSetup
from engines.bagarre.score.state import BagarreState
from engines.core.dice import FastDice
from engines.core.playout import RandomBot, finish
from engines.core.score import Entry

CAUSES = {"dragon": Cause.DRAGON, "resigned": Cause.LEFT, "attack": Cause.ATTACK}
REASONS = {"turn_limit": "stopped"}
GAMES = 300


def note(game: bagarre.Game) -> list[Entry[BagarreState]]:
    """What somebody at the table would have noted: who fell in one action, through whom, and the heroes."""
    heroes: tuple[tuple[str, ...], ...] = ((),) * len(game.seats)
    falls: list[Fall] = []
    counter = False
    for event in game.events or ():
        if isinstance(event, HeroesRevealed):
            heroes = event.heroes
        if isinstance(event, Announced):
            counter = event.counter
        if isinstance(event, Out):
            countered = counter and event.cause == "attack"
            falls.append(Fall(event.seat, event.by, Cause.COUNTER if countered else CAUSES[event.cause]))
    entries: list[Entry[BagarreState]] = []
    for _, group in groupby(falls, key=lambda fall: game.seats[fall.seat].fell):
        entries.append(Eliminated(falls=tuple(group)))
    if game.outcome is not None and game.outcome.ending == "turn_limit":
        entries.append(Stop())
    return entries + [Heroes(seat=seat, heroes=names) for seat, names in enumerate(heroes) if names]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(), id="base"),
        pytest.param(Options(heroes=False), id="no heroes"),
        pytest.param(Options(trolls=True), id="trolls"),
        pytest.param(Options(teams=(0, 1, 0, 1)), id="teams"),
        pytest.param(
            Options(fixed_heroes=(("paladin",), ("alchemist",), ("ogre",), ("beast",))), id="those that fall at once"
        ),
        pytest.param(
            Options(
                trolls=True,
                fixed_heroes=(("paladin", "alchemist"), ("ogre", "beast"), ("warrior", "bard"), ("mage", "thief")),
            ),
            id="a counter that burns a neighbour",
        ),
    ],
)
def test_the_pad_agrees_with_the_game(options: Options) -> None:
    shared = 0
    for seed in range(GAMES):
        game = bagarre.Game.new(bagarre.Setup(players=4, options=options), dice=FastDice(seed))
        finish(game, [RandomBot()] * 4, FastDice(seed + 1000))
        assert game.outcome is not None
        setup = BagarreSetup(seats=4, heroes=options.heroes, trolls=options.trolls, teams=options.teams)
        replay = GAME.replay(setup, note(game))
        assert [fault.problems for fault in replay.faults] == [], seed
        outcome = GAME.outcome(replay.state)
        assert outcome is not None
        assert tuple(outcome.place_of(seat) for seat in range(4)) == game.outcome.places, seed
        assert outcome.winners == game.outcome.winners, "ruling B61"
        assert outcome.reason == REASONS.get(game.outcome.ending, game.outcome.ending)
        shared += len(set(game.outcome.places)) < 4
    assert shared or not options.fixed_heroes
