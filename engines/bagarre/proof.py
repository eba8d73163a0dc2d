"""A finished game as a document that anyone can check with ``python -m engines verify FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engines.bagarre.game import Bagarre
from engines.bagarre.options import Options, Setup
from engines.core.dice import Dice
from engines.core.proof import VERSION, GameProof, as_json, proven, setup_of

GAME: Final = "bagarre"


def agreed(setup: Setup) -> dict[str, Any]:
    """Return what is promised with the seed: players, rules, and the options that are not the usual ones."""
    usual = as_json(Options())
    told: dict[str, Any] = as_json(setup)
    told["options"] = {name: value for name, value in told["options"].items() if value != usual[name]}
    return told


def prove(game: Bagarre, seed: bytes, version: int = VERSION) -> GameProof:
    """Return the proof of a recorded game that was played with ``SeededDice(seed)``.

    In the first ``version`` the hash that was published is that of the seed alone.
    """
    return proven(GAME, game, setup=agreed(game.setup), outcome=game.outcome, seed=seed, version=version)


def replay(setup: object, log: Sequence[str], dice: Dice) -> object:
    """Replay a log from a setup as read from JSON, and return the outcome as JSON would hold it.

    Raises ``Malformed`` for a setup or an action that cannot be read, ``Illegal`` for one that the rules forbid.
    """
    read = setup_of(setup, Setup)
    game = Bagarre.replay(read, log, dice)
    return as_json(game.outcome)
