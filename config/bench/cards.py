"""How fast games of La Bagarre are played at random, by four with heroes, in this process alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import process_time
from typing import Final

from config.bench.engine import Speed
from config.bench.measure import peak_memory_of, per_second
from engines.bagarre.game import Bagarre
from engines.bagarre.simulation import simulate
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import RandomBot, finish

PLAYERS: Final = 4
ROUND: Final = 200
"""Games of one round: enough to even out that some are longer."""

SECONDS: Final = 1.0


def card_speeds() -> Iterator[Speed]:
    """Measure games by processor time: bare, then with receipts, log and events; and the memory of a simulation."""
    decisions = simulate(PLAYERS, games=ROUND).decisions
    bare = per_second(lambda: simulate(PLAYERS, games=ROUND), seconds=SECONDS, repeats=3, clock=process_time)
    yield Speed("card games, 4 players at random", bare * ROUND)
    yield Speed("decisions in them", bare * decisions)
    numbers = count()
    played = 0

    def record() -> None:
        nonlocal played
        number = next(numbers)
        game = Bagarre.new(PLAYERS, dice=SeededDice(number.to_bytes(32, "big")))
        played += finish(game, [RandomBot()] * PLAYERS, FastDice(number))

    kept = per_second(record, seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed("card games with receipts", kept)
    yield Speed("decisions in those", kept * played / next(numbers))
    memory = peak_memory_of("bagarre", "simulate", "--games", str(ROUND))
    if memory:
        yield Speed("peak memory of a simulation", memory, "MB")
