"""A finished game as a document that anyone can check with ``python -m engines verify FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engines.badass_force.game import BadassForce
from engines.badass_force.options import Setup
from engines.core.decoding import converted
from engines.core.dice import Dice
from engines.core.problems import Malformed
from engines.core.proof import GameProof, promise

GAME: Final = "badass_force"


def agreed(setup: Setup) -> dict[str, Any]:
    """Return what is promised with the seed: players, rules, options, and the whole card set."""
    told: dict[str, Any] = _as_json(setup)
    return told


def prove(game: BadassForce, seed: bytes) -> GameProof:
    """Return the proof of a recorded game that was played with ``SeededDice(seed)``."""
    setup = agreed(game.setup)
    return GameProof(
        game=GAME,
        setup=setup,
        log=tuple(game.log or ()),
        outcome=_as_json(game.outcome),
        commitment=promise(seed, setup),
        seed=seed.hex(),
        rolls=tuple(game.dice.rolls),
    )


def replay(setup: object, log: Sequence[str], dice: Dice) -> object:
    """Replay a log from a setup as read from JSON, and return the outcome as JSON would hold it.

    Raises ``Malformed`` for a setup or an action that cannot be read, ``Illegal`` for one that the rules forbid.
    """
    try:
        read = converted(setup, Setup)
    except Malformed as error:
        raise Malformed(error.message, error.where.replace("$", "$.setup")) from error
    game = BadassForce.replay(read, log, dice)
    return _as_json(game.outcome)


def _as_json(value: object) -> Any:
    """Return a value as it will be once written and read."""
    return msgspec.json.decode(msgspec.json.encode(value))
