"""A finished game as a document that anyone can check with ``python -m engines verify FILE``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engines.bagarre.game import Bagarre
from engines.bagarre.options import Options, Setup
from engines.core.decoding import converted
from engines.core.dice import Dice, commitment
from engines.core.problems import Malformed
from engines.core.proof import VERSION, GameProof, promise

GAME: Final = "bagarre"


def agreed(setup: Setup) -> dict[str, Any]:
    """Return what is promised with the seed: players, rules, and the options that are not the usual ones."""
    usual = _as_json(Options())
    told: dict[str, Any] = _as_json(setup)
    told["options"] = {name: value for name, value in told["options"].items() if value != usual[name]}
    return told


def prove(game: Bagarre, seed: bytes, version: int = VERSION) -> GameProof:
    """Return the proof of a recorded game that was played with ``SeededDice(seed)``.

    In the first ``version`` the hash that was published is that of the seed alone.
    """
    setup = agreed(game.setup)
    return GameProof(
        game=GAME,
        setup=setup,
        log=tuple(game.log or ()),
        outcome=_as_json(game.outcome),
        commitment=commitment(seed) if version == 1 else promise(seed, setup),
        version=version,
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
    game = Bagarre.replay(read, log, dice)
    return _as_json(game.outcome)


def _as_json(value: object) -> Any:
    """Return a value as it will be once written and read."""
    return msgspec.json.decode(msgspec.json.encode(value))
