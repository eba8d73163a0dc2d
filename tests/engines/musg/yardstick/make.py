"""Make the yardstick anew: ``python -m tests.engines.musg.yardstick.make``.

Only when a ruling changes what a battle comes to, that is together with ``VERSION`` in
``engines/musg/battle/record.py``: never to make a test pass.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from engines.core.dice import SeededDice
from engines.musg.battle.setup import Setup
from engines.musg.scenarios import library
from engines.musg.tactics import TEMPERAMENTS
from engines.musg.tactics.chance import Chance
from engines.musg.trials import battle_file, playout, trial
from engines.musg.trials.raids import random_raid
from tests.engines.musg.trials import staging
from tests.engines.musg.yardstick.battles import FILE, measured

RANDOM: Final = (0, 1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 14)
RAIDS: Final = (16, 33, 118)


def battles() -> Iterator[tuple[str, Setup, tuple[str, ...], int]]:
    """Give random battles and raids, one of every scenario, and every example; with its players and a seed."""
    for seed in RANDOM:
        yield f"random {seed}", *trial.random_setup(Chance(seed)), seed
    for seed in RAIDS:
        yield f"raid {seed}", *random_raid(Chance(seed)), seed
    captains = list(TEMPERAMENTS)
    for seed, (code, scenario) in enumerate(sorted(library().items())):
        setup = staging.staged(scenario, seed)
        yield code, setup, tuple(captains[(seed + side) % len(captains)] for side in range(len(setup.sides))), seed
    for path in sorted((Path(battle_file.__file__).parent / "examples").glob("*.json")):
        yield path.stem, *battle_file.parse_battle(path.read_bytes()), 1


def main() -> None:
    """Fight them and keep what comes of them."""
    with FILE.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as out:
        for name, setup, names, seed in battles():
            fought = playout.fight(setup, names, SeededDice(seed.to_bytes(32, "big")), seed=seed)
            out.write(msgspec.json.encode(measured(name, fought.prove())) + b"\n")


if __name__ == "__main__":
    main()
