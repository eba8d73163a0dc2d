"""How fast battles are fought: the example's 8 against 8, fully equipped, in this process alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from config.bench.engine import Speed
from config.bench.measure import per_second
from engines.core.dice import SeededDice
from engines.musg import battle_file, playout
from engines.musg.battle.prepare import prepared

EXAMPLE: Final = Path(battle_file.__file__).parent / "examples" / "skirmish.json"
ROUND: Final = 4
"""Battles of one round: enough to even out that some are longer."""
SECONDS: Final = 1.0


def battle_speeds() -> Iterator[Speed]:
    """Measure battles without receipts and with them, and the memory a process needs for a forecast."""
    setup, names = battle_file.read(EXAMPLE.read_bytes())
    ready = prepared(setup)
    actions = playout.simulate(setup, names, battles=ROUND).actions
    plain = per_second(lambda: playout.simulate(setup, names, battles=ROUND), seconds=SECONDS, repeats=2)
    yield Speed("battles, 8 against 8", plain * ROUND)
    yield Speed("actions in them", plain * actions)
    seeds = [number.to_bytes(32, "big") for number in range(ROUND)]

    def record() -> int:
        return sum(len(playout.fight(ready, names, SeededDice(seed)).log) for seed in seeds)

    recorded = record()
    kept = per_second(record, seconds=SECONDS, repeats=2)
    yield Speed("battles with receipts", kept * ROUND)
    yield Speed("actions in those", kept * recorded)
    memory = peak_memory()
    if memory:
        yield Speed("peak memory of a forecast", memory, "MB")


def peak_memory(battles: int = 10) -> float:
    """Return the most memory, in megabytes, that a process of its own needs for some battles; 0 where unknown."""
    command = [sys.executable, "-m", "engines", "musg", "simulate", str(EXAMPLE), "--battles", str(battles)]
    root = Path(battle_file.__file__).resolve().parents[2]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        return 0.0
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
