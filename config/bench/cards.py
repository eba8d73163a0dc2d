"""How fast card games are played at random, by four with all that belongs to them, in this process alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import process_time
from typing import Any, Final

from msgspec import Struct

from config.bench.engine import Speed
from config.bench.measure import often, peak_memory_of, per_second
from engines import badass_force, baf, bagarre, bebop
from engines.core.dice import Dice, FastDice
from engines.core.playout import RandomBot, finish

PLAYERS: Final = 4
ROUND: Final = 200
"""Games of one round: enough to even out that some are longer."""

SECONDS: Final = 1.0


BEBOP: Final = bebop.Options(turn_limit=80)
"""At random Vicious is hardly ever captured: a game is broken off after as many turns as a real one has."""


class Measured(Struct, frozen=True):
    """A card game to be measured; ``name`` is put before what is measured, ``engine`` is its package.

    ``aim`` is how many decisions a second there should be at least, 0 where nothing is asked.
    """

    name: str
    engine: Any
    setup: Any
    aim: int = 0


GAMES: Final = (
    Measured("La Bagarre: ", bagarre, bagarre.Setup(players=PLAYERS)),
    Measured("Badass Force: ", badass_force, badass_force.Setup(players=PLAYERS), aim=100_000),
    Measured("BAF!: ", baf, baf.Setup(players=PLAYERS), aim=150_000),
    Measured("Space Serenade: ", bebop, bebop.Setup(players=PLAYERS, options=BEBOP), aim=60_000),
)


def card_speeds() -> Iterator[Speed]:
    """Measure the games one after the other."""
    for game in GAMES:
        yield from _speeds(game)


def _speeds(game: Measured) -> Iterator[Speed]:
    """Measure games by processor time: bare, then with receipts, log and events; and the memory of a simulation."""
    games = often(ROUND, 60)
    simulate = game.engine.simulate
    decisions = simulate(game.setup, games=games).decisions
    bare = per_second(lambda: simulate(game.setup, games=games), seconds=SECONDS, repeats=3, clock=process_time)
    yield Speed(f"{game.name}card games, 4 players at random", bare * games)
    yield Speed(f"{game.name}decisions in them", bare * decisions, aim=game.aim)
    numbers = count()
    played = 0

    def record() -> None:
        nonlocal played
        number = next(numbers)
        begun = game.engine.Game.new(game.setup, dice=Dice.of(number))
        played += finish(begun, [RandomBot()] * PLAYERS, FastDice(number))

    kept = per_second(record, seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed(f"{game.name}card games with receipts", kept)
    yield Speed(f"{game.name}decisions in those", kept * played / next(numbers))
    memory = peak_memory_of(game.engine.Game.CODE, "simulate", "--games", str(games))
    if memory:
        yield Speed(f"{game.name}peak memory of a simulation", memory, "MB")
