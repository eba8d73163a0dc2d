"""A finished game as a document that anyone can check with ``python -m engines verify FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engines.badass_force.game import BadassForce
from engines.badass_force.options import Setup
from engines.core.dice import Dice
from engines.core.proof import GameProof, as_json, proven, setup_of

GAME: Final = "badass_force"


def agreed(setup: Setup) -> dict[str, Any]:
    """Return what is promised with the seed: players, rules, options, and the whole card set."""
    told: dict[str, Any] = as_json(setup)
    return told


def prove(game: BadassForce, seed: bytes) -> GameProof:
    """Return the proof of a recorded game that was played with ``SeededDice(seed)``."""
    return proven(GAME, game, setup=agreed(game.setup), outcome=game.outcome, seed=seed)


def replay(setup: object, log: Sequence[str], dice: Dice) -> object:
    """Replay a log from a setup as read from JSON, and return the outcome as JSON would hold it.

    Raises ``Malformed`` for a setup or an action that cannot be read, ``Illegal`` for one that the rules forbid.
    """
    read = setup_of(setup, Setup)
    game = BadassForce.replay(read, log, dice)
    return as_json(game.outcome)
