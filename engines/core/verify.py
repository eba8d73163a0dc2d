"""``python -m engines verify FILE``: check an exported proof of fair dice, or of a whole card game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Final

from engines.core.command import Answer, Command, read_text
from engines.core.decoding import converted, json_data
from engines.core.documents import first_told, shortened
from engines.core.problems import Malformed
from engines.core.proof import FORMAT as GAME_FORMAT, GameProof, Replayable, read_proof, verify_game
from engines.core.receipts import Receipt, verify_receipt
from engines.core.separate import FORMAT as SEPARATE_FORMAT, SeparateReceipt, verify_separate

FORMAT: Final = "arriere-ban/dice"
VERSION: Final = 1


def read_receipt(text: str | bytes) -> Receipt:
    """Read a receipt from JSON. Raises ``Malformed``, also for another format or version."""
    return _receipt(json_data(text))


def read_any(text: str | bytes) -> Receipt | SeparateReceipt | GameProof:
    """Read what proves dice or a game from JSON. Raises ``Malformed``."""
    data = json_data(text)
    if isinstance(data, dict) and data.get("format") == GAME_FORMAT:
        return read_proof(data)
    if isinstance(data, dict) and data.get("format") == SEPARATE_FORMAT:
        _check_version(data)
        return converted(data, SeparateReceipt)
    return _receipt(data)


def _receipt(data: object) -> Receipt:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed(f"not a dice receipt: {FORMAT!r} is expected", "$.format")
    _check_version(data)
    return converted(data, Receipt)


def _check_version(data: dict[str, object]) -> None:
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise Malformed(
            f"version {shortened(repr(data.get('version')))} is not known; this program reads {VERSION}", "$.version"
        )


def verify(options: Namespace, games: Mapping[str, Replayable]) -> Answer:
    """Answer OK with the hash to compare (status 0), every fault (1), or why the file cannot be read (2)."""
    try:
        proof = read_any(read_text(options.file))
    except (Malformed, OSError) as unreadable:
        return Answer(f"cannot be read: {unreadable}", 2)
    if isinstance(proof, GameProof):
        faults = verify_game(proof, games)
        good = f"OK: {len(proof.log)} actions, {len(proof.rolls)} draws"
    elif isinstance(proof, SeparateReceipt):
        faults = verify_separate(proof)
        dice = sum(len(one.roll.faces) for one in proof.rolls)
        good = f"OK: {len(proof.rolls)} rolls, {dice} dice"
    else:
        faults = verify_receipt(proof)
        dice = sum(len(roll.faces) for roll in proof.rolls)
        good = f"OK: {len(proof.rolls)} rolls, {dice} dice"
    if faults:
        return Answer("\n".join(first_told(faults)), 1)
    # The file itself cannot prove which hash was published: whoever saw it has to compare.
    return Answer(f"{good}, as this hash promised if it was published before: {proof.commitment}")


def file_argument(parser: ArgumentParser) -> None:
    """Take the path of one file."""
    parser.add_argument("file", metavar="FILE", help="path of the JSON file")


def verify_command(games: Mapping[str, Replayable]) -> Command:
    """Return the command; ``games`` are those it can play again."""
    summary = "check an exported proof of dice or of a card game: hash, seed, every face and every action"
    return Command(summary, lambda options: verify(options, games), file_argument)
