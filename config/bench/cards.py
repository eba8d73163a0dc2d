"""How fast card games are played at random, by four with all that belongs to them, in this process alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from time import process_time
from typing import Any, Final

from msgspec import Struct

from config.bench.engine import Speed
from config.bench.measure import often, peak_memory_of, per_second
from engines.badass_force.game import BadassForce
from engines.badass_force.simulation import simulate as simulate_badass_force
from engines.baf.game import Baf
from engines.baf.simulation import simulate as simulate_baf
from engines.bagarre.game import Bagarre
from engines.bagarre.simulation import simulate as simulate_bagarre
from engines.bebop.game import Bebop
from engines.bebop.options import Options as BebopOptions
from engines.bebop.simulation import simulate as simulate_bebop
from engines.core.dice import Dice, FastDice, SeededDice
from engines.core.game import CardGame
from engines.core.playout import RandomBot, Tally, finish

PLAYERS: Final = 4
ROUND: Final = 200
"""Games of one round: enough to even out that some are longer."""

SECONDS: Final = 1.0


BEBOP: Final = BebopOptions(turn_limit=80)
"""At random Vicious is hardly ever captured: a game is broken off after as many turns as a real one has."""


class Measured(Struct, frozen=True):
    """A card game to be measured; ``name`` is put before what is measured, ``code`` is its name in a shell.

    ``simulate`` plays so many games. ``aim`` is how many decisions a second there should be at least, 0 where nothing
    is asked.
    """

    name: str
    code: str
    simulate: Callable[[int], Tally]
    begin: Callable[[Dice], CardGame[Any]]
    aim: int = 0


GAMES: Final = (
    Measured(
        "La Bagarre: ",
        "bagarre",
        lambda games: simulate_bagarre(PLAYERS, games=games),
        lambda dice: Bagarre.new(PLAYERS, dice=dice),
    ),
    Measured(
        "Badass Force: ",
        "badass_force",
        lambda games: simulate_badass_force(PLAYERS, games=games),
        lambda dice: BadassForce.new(PLAYERS, dice=dice),
        aim=100_000,
    ),
    Measured(
        "BAF!: ",
        "baf",
        lambda games: simulate_baf(PLAYERS, games=games),
        lambda dice: Baf.new(PLAYERS, dice=dice),
        aim=150_000,
    ),
    Measured(
        "Space Serenade: ",
        "bebop",
        lambda games: simulate_bebop(PLAYERS, BEBOP, games=games),
        lambda dice: Bebop.new(PLAYERS, BEBOP, dice=dice),
        aim=60_000,
    ),
)


def card_speeds() -> Iterator[Speed]:
    """Measure the games one after the other."""
    for game in GAMES:
        yield from _speeds(game)


def _speeds(game: Measured) -> Iterator[Speed]:
    """Measure games by processor time: bare, then with receipts, log and events; and the memory of a simulation."""
    games = often(ROUND, 60)
    decisions = game.simulate(games).decisions
    bare = per_second(lambda: game.simulate(games), seconds=SECONDS, repeats=3, clock=process_time)
    yield Speed(f"{game.name}card games, 4 players at random", bare * games)
    yield Speed(f"{game.name}decisions in them", bare * decisions, aim=game.aim)
    numbers = count()
    played = 0

    def record() -> None:
        nonlocal played
        number = next(numbers)
        played += finish(game.begin(SeededDice(number.to_bytes(32, "big"))), [RandomBot()] * PLAYERS, FastDice(number))

    kept = per_second(record, seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed(f"{game.name}card games with receipts", kept)
    yield Speed(f"{game.name}decisions in those", kept * played / next(numbers))
    memory = peak_memory_of(game.code, "simulate", "--games", str(games))
    if memory:
        yield Speed(f"{game.name}peak memory of a simulation", memory, "MB")
