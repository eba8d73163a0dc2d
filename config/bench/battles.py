"""How fast battles are fought: the example's 8 against 8, fully equipped, in this process alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final

from config.bench.engine import Speed
from config.bench.measure import as_a_worker, often, peak_memory_of, per_second
from engines.core.dice import RecordedDice, SeededDice
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import prepared
from engines.musg.battle.prepare import Prepared
from engines.musg.trials import battle_file, playout

EXAMPLE: Final = Path(battle_file.__file__).parent / "examples" / "skirmish.json"
ROUND: Final = 4
"""Battles of one round: enough to even out that some are longer."""
SECONDS: Final = 1.0
TURNS: Final = 5
"""How often battles with receipts and without take turns."""


@as_a_worker()
def battle_speeds() -> list[Speed]:
    """Measure battles as a worker fights them, without receipts and with them, and the memory of a forecast's process.

    The same battles over and over find much of what was worked out for them remembered; those of a forecast are new.
    The aims are those of the compiled engine (``scripts/wheel``).
    """
    setup, names = battle_file.parse_battle(EXAMPLE.read_bytes())
    ready = prepared(setup)
    battles = often(ROUND, 2)
    actions = playout.simulate(setup, names, battles=battles).actions
    plain = per_second(
        lambda: playout.simulate(setup, names, battles=battles), seconds=SECONDS, repeats=2, clock=process_time
    )
    numbers = count(battles)
    fresh = per_second(
        lambda: playout.simulate(setup, names, battles=1, first=next(numbers)),
        seconds=SECONDS,
        repeats=1,
        clock=process_time,
    )
    memory = peak_memory()
    return [
        Speed("battles, 8 against 8", plain * battles, aim=200),
        Speed("actions in them", plain * actions, aim=20_000),
        Speed("battles, each a new one", fresh, aim=100),
        *recorded_speeds(ready, names),
        *([Speed("peak memory of a forecast", memory, "MB")] if memory else []),
    ]


def recorded_speeds(ready: Prepared, names: Sequence[str]) -> Iterator[Speed]:
    """Measure battles with receipts, what the receipts cost, and how fast the logs are played again."""
    seeds = [number.to_bytes(32, "big") for number in range(often(ROUND, 2))]
    fought = [playout.fight(ready, names, SeededDice(seed)) for seed in seeds]
    actions = sum(len(battle.log) for battle in fought)

    def fight(*, receipts: bool) -> None:
        for seed in seeds:
            playout.fight(ready, names, SeededDice(seed), receipts=receipts)

    def replay() -> None:
        for battle in fought:
            Battle.replay(ready, battle.log, RecordedDice(battle.dice.faces))

    kept = per_second(lambda: fight(receipts=True), seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed("battles with receipts", kept * len(fought))
    yield Speed("actions in those", kept * actions)
    bare: list[float] = []
    full: list[float] = []
    for _ in range(often(TURNS)):  # in turns, so that a machine that gets busy slows both
        bare.append(seconds_of(lambda: fight(receipts=False)))
        full.append(seconds_of(lambda: fight(receipts=True)))
    yield Speed("receipts, times the battle without", min(full) / min(bare), "times")
    again = per_second(replay, seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed("actions of logs played again", again * actions, aim=40_000)


def seconds_of(work: Callable[[], None]) -> float:
    """Return how many seconds of this process something takes."""
    begun = process_time()
    work()
    return process_time() - begun


def peak_memory(battles: int = 10) -> float:
    """Return the most memory, in megabytes, that a process of its own needs for some battles; 0 where unknown."""
    return peak_memory_of("musg", "simulate", str(EXAMPLE), "--battles", str(often(battles)))
