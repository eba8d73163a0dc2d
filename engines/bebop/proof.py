"""A finished game as a document that anyone can check with ``python -m engines verify FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engines.bebop.game import Bebop
from engines.bebop.options import Options, Setup
from engines.core.dice import Dice
from engines.core.proof import GameProof, as_json, proven, setup_of

GAME: Final = "bebop"


def agreed(setup: Setup) -> dict[str, Any]:
    """Return what is promised with the seed: players, rules, the options that are not the usual ones, all cards."""
    usual = as_json(Options())
    told: dict[str, Any] = as_json(setup)
    told["options"] = {name: value for name, value in told["options"].items() if value != usual[name]}
    return told


def prove(game: Bebop, seed: bytes) -> GameProof:
    """Return the proof of a recorded game that was played with ``SeededDice(seed)``."""
    return proven(GAME, game, setup=agreed(game.setup), outcome=game.outcome, seed=seed)


def replay(setup: object, log: Sequence[str], dice: Dice) -> object:
    """Replay a log from a setup as read from JSON, and return the outcome as JSON would hold it.

    Raises ``Malformed`` for a setup or an action that cannot be read, ``Illegal`` for one that the rules forbid.
    """
    read = setup_of(setup, Setup)
    return as_json(Bebop.replay(read, log, dice).outcome)
