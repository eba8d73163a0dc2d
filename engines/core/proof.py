"""A finished card game as a document that proves its dice: setup, revealed seed, every draw and every action.

The hash of seed and setup is published before the game. Whoever has the document can compute the hash, roll the dice
again and play the log again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Protocol

import msgspec
from msgspec import Struct

from engines.core.decoding import converted
from engines.core.dice import Dice, Roll, SeededDice, commitment
from engines.core.problems import Malformed
from engines.core.receipts import Receipt, verify_receipt

FORMAT: Final = "arriere-ban/game"
VERSION: Final = 2
VERSIONS: Final = (1, 2)
"""In the first the hash was that of the seed alone; since then it binds the setup as well."""


def promise(seed: bytes, setup: object) -> str:
    """Return what is published before a game: the SHA-256 of the seed, followed by the setup as canonical JSON.

    The JSON has its keys in order and no spaces: players, options and the version of the rules cannot be changed later.
    """
    written = json.dumps(setup, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(seed + written.encode()).hexdigest()


class Recorded(Protocol):
    """A game that keeps its log."""

    CODE: ClassVar[str]
    setup: Any
    log: list[str] | None

    @property
    def outcome(self) -> object: ...

    @classmethod
    def agreed(cls, setup: Any) -> dict[str, Any]: ...


class Replayable(Protocol):
    """A class of games that can be played again from a proof."""

    def read_setup(self, data: object) -> Any: ...

    def replay(self, setup: Any, log: Iterable[str], *, dice: Dice) -> Recorded: ...


class GameProof(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The document. ``setup`` and ``outcome`` are the game's own, ``log`` its action codes, ``rolls`` all its draws."""

    game: str
    setup: dict[str, Any]
    log: tuple[str, ...]
    outcome: dict[str, Any] | None
    commitment: str
    seed: str
    rolls: tuple[Roll, ...]
    format: str = FORMAT
    version: int = VERSION


def as_json(value: object) -> Any:
    """Return a value as it will be once written and read."""
    return msgspec.json.decode(msgspec.json.encode(value))


def proven(game: Recorded, *, dice: SeededDice, version: int = VERSION) -> GameProof:
    """Return the proof of a recorded game that was played with these dice.

    In the first ``version`` the hash that was published is that of the seed alone.
    """
    setup = game.agreed(game.setup)
    return GameProof(
        game=game.CODE,
        setup=setup,
        log=tuple(game.log or ()),
        outcome=as_json(game.outcome),
        commitment=commitment(dice.seed) if version == 1 else promise(dice.seed, setup),
        version=version,
        seed=dice.seed.hex(),
        rolls=tuple(dice.rolls),
    )


def verify_game(proof: GameProof, games: Mapping[str, Replayable]) -> list[str]:
    """Return all that is wrong with a proof; an empty list proves the game.

    ``games`` are the known games by name. Checks the seed against the hash, every draw against the seed, and plays the
    log again with the same seed: the same draws and the same outcome must come of it.
    """
    kind = games.get(proof.game)
    if kind is None:
        return [f"{proof.game!r} is not a known game; there are {', '.join(games)}"]
    try:
        seed = bytes.fromhex(proof.seed)
        dice = SeededDice(seed)
    except ValueError:
        return verify_receipt(Receipt(proof.commitment, proof.seed, proof.rolls))
    promised = proof.commitment.strip().lower()
    hashed = promised if proof.version == 1 else dice.commitment
    wrong = verify_receipt(Receipt(hashed, proof.seed, proof.rolls))
    kept = proof.version == 1 or promise(seed, proof.setup) == promised
    broken = [] if kept else ["seed and setup do not match the hash published before the game"]
    try:
        outcome = as_json(kind.replay(kind.read_setup(proof.setup), proof.log, dice=dice).outcome)
    except ValueError as refusal:
        return [*wrong, f"the log cannot be played again: {refusal}", *broken]
    if tuple(dice.rolls) != proof.rolls:
        wrong.append(f"{len(proof.rolls)} draws recorded, but the game makes {len(dice.rolls)} of which some differ")
    if outcome != proof.outcome:
        wrong.append("the game ends otherwise than recorded")
    return wrong + broken


def read_proof(data: object) -> GameProof:
    """Read a proof from decoded JSON. Raises ``Malformed``."""
    proof = converted(data, GameProof)
    if proof.format != FORMAT or proof.version not in VERSIONS:
        raise Malformed(f"{proof.format} version {proof.version} is not {FORMAT} version {VERSION}", "$.format")
    return proof
