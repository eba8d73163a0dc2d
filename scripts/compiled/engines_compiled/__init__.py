"""Engines compiled to machine code, used where they were made of the very sources that they stand for.

``engines`` asks for them when it is imported. Made by ``scripts/wheel``, which writes ``made_of`` beside this file.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOMS = ("core", "bagarre", "musg")
"""The folders of ``engines`` whose sources count: constants of all of them end up in the machine code."""

MODULES = (
    "core.cards",
    "core.mixing",
    "bagarre.attack",
    "bagarre.choices",
    "bagarre.dragon",
    "bagarre.ending",
    "bagarre.losses",
    "bagarre.piles",
    "bagarre.reveal",
    "bagarre.setup",
    "bagarre.state",
    "bagarre.turn",
    "musg.attacks.aim",
    "musg.attacks.attack",
    "musg.battle.account",
    "musg.battle.checks",
    "musg.battle.choices",
    "musg.battle.combat",
    "musg.battle.damage",
    "musg.battle.deployment",
    "musg.battle.field",
    "musg.battle.game",
    "musg.battle.morale",
    "musg.battle.moves",
    "musg.battle.reach",
    "musg.battle.reactions",
    "musg.battle.shooting",
    "musg.battle.shot_plan",
    "musg.battle.sightings",
    "musg.battle.state",
    "musg.battle.steps",
    "musg.battle.turn",
    "musg.battle.underway",
    "musg.ground.cells",
    "musg.ground.charging",
    "musg.ground.corners",
    "musg.ground.detours",
    "musg.ground.geometry",
    "musg.ground.movement",
    "musg.ground.places",
    "musg.ground.retreats",
    "musg.ground.rim",
    "musg.ground.rises",
    "musg.ground.shadows",
    "musg.ground.sight",
    "musg.ground.strides",
    "musg.ground.table",
    "musg.ground.turns",
    "musg.ground.ways",
    "musg.tactics.acting",
    "musg.tactics.aims",
    "musg.tactics.captain",
    "musg.tactics.chance",
    "musg.tactics.charging",
    "musg.tactics.errands",
    "musg.tactics.going",
    "musg.tactics.leading",
    "musg.tactics.placing",
    "musg.tactics.players",
    "musg.tactics.pulp",
    "musg.tactics.raiding",
    "musg.tactics.reckoning",
)
"""What is compiled: what every decision goes through. The rest imports it, or inherits from it, as it is."""


class Finder:
    """Finds compiled modules before Python finds their sources."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the compiled module lies, if there is one."""
        file = self.files.get(name)
        return None if file is None else spec_from_file_location(name, file)


def install(engines: str) -> None:
    """Let the compiled modules stand for those in the folder ``engines``, all of them or none.

    They call each other directly, so some of today and some of yesterday would play by rules that never were.
    """
    from engines_compiled.made_of import DIGEST, FILES

    if digest(Path(engines)) != DIGEST:
        warnings.warn(
            "The compiled engines were made of other sources than these, so the engines run in Python: "
            "make the wheel anew (scripts/wheel) or uninstall arriere-ban-engines.",
            RuntimeWarning,
            stacklevel=2,
        )
        return
    here = Path(__file__).parent
    sys.meta_path.insert(0, Finder({name: here / file for name, file in FILES.items()}))


def digest(engines: Path) -> str:
    """Return the SHA-256 over all sources of the rooms, names and contents."""
    found = hashlib.sha256()
    for room in ROOMS:
        for file in sorted((engines / room).rglob("*.py")):
            content = file.read_bytes()
            found.update(f"{file.relative_to(engines).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()
