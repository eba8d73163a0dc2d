"""``python -m engines verify FILE``: check an exported proof of fair dice."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import msgspec

from engines.core.command import Answer, Command
from engines.core.dice import Receipt, verify_receipt
from engines.core.problems import Malformed
from engines.core.text import without_mark

FORMAT: Final = "arriere-ban/dice"
VERSION: Final = 1


def read_receipt(text: str | bytes) -> Receipt:
    """Read a receipt from JSON. Raises ``Malformed``, also for another format or version."""
    try:
        data = msgspec.json.decode(without_mark(text))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed(f"not a dice receipt: {FORMAT!r} is expected", "$.format")
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise Malformed(f"version {data.get('version')!r} is not known; this program reads {VERSION}", "$.version")
    try:
        return msgspec.convert(data, Receipt)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        raise Malformed(message, where.strip("`") or "$") from error


def verify(options: Namespace) -> Answer:
    """Answer OK (status 0), every fault (status 1), or why the file cannot be read (status 2)."""
    try:
        receipt = read_receipt(Path(options.file).read_bytes())
    except (Malformed, OSError) as unreadable:
        return Answer(f"cannot be read: {unreadable}", 2)
    faults = verify_receipt(receipt)
    if faults:
        return Answer("\n".join(faults), 1)
    dice = sum(len(roll.faces) for roll in receipt.rolls)
    return Answer(f"OK: {len(receipt.rolls)} rolls, {dice} dice, as the published hash promised")


def file_argument(parser: ArgumentParser) -> None:
    """Take the path of one file."""
    parser.add_argument("file", metavar="FILE", help="path of the JSON file")


VERIFY: Final = Command("check an exported dice receipt: hash, seed and every face", verify, file_argument)
