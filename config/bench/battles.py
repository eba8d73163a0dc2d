"""How fast battles are fought: the example's 8 against 8, fully equipped, in this process alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final

from config.bench.engine import Speed
from config.bench.measure import peak_memory_of, per_second
from engines.core.dice import SeededDice
from engines.musg.battle.prepare import prepared
from engines.musg.trials import battle_file, playout

EXAMPLE: Final = Path(battle_file.__file__).parent / "examples" / "skirmish.json"
ROUND: Final = 4
"""Battles of one round: enough to even out that some are longer."""
SECONDS: Final = 1.0


def battle_speeds() -> Iterator[Speed]:
    """Measure battles without receipts and with them, and the memory a process needs for a forecast.

    The same battles over and over find much of what was worked out for them remembered; those of a forecast are new.
    """
    setup, names = battle_file.read(EXAMPLE.read_bytes())
    ready = prepared(setup)
    actions = playout.simulate(setup, names, battles=ROUND).actions
    plain = per_second(
        lambda: playout.simulate(setup, names, battles=ROUND), seconds=SECONDS, repeats=2, clock=process_time
    )
    yield Speed("battles, 8 against 8", plain * ROUND)
    yield Speed("actions in them", plain * actions)
    numbers = count(ROUND)
    yield Speed(
        "battles, each a new one",
        per_second(
            lambda: playout.simulate(setup, names, battles=1, first=next(numbers)),
            seconds=SECONDS,
            repeats=1,
            clock=process_time,
        ),
    )
    seeds = [number.to_bytes(32, "big") for number in range(ROUND)]

    def record() -> int:
        return sum(len(playout.fight(ready, names, SeededDice(seed)).log) for seed in seeds)

    recorded = record()
    kept = per_second(record, seconds=SECONDS, repeats=1, clock=process_time)
    yield Speed("battles with receipts", kept * ROUND)
    yield Speed("actions in those", kept * recorded)
    memory = peak_memory()
    if memory:
        yield Speed("peak memory of a forecast", memory, "MB")


def peak_memory(battles: int = 10) -> float:
    """Return the most memory, in megabytes, that a process of its own needs for some battles; 0 where unknown."""
    return peak_memory_of("musg", "simulate", str(EXAMPLE), "--battles", str(battles))
