"""Rolls that each have a seed of their own, so that the order in which people roll decides nothing.

One secret seed is drawn and its hash published before anybody rolls; the seed of a roll is the hash of it and of what
the roll is about.
"""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec import Struct

from engines.core.dice import ASKS, Roll, SeededDice, commitment
from engines.core.documents import shortened
from engines.core.receipts import FAULTS_MOST, faces_shown, unread

FORMAT: Final = "arriere-ban/separate-dice"


class SeparateRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll and what it is about, in the words of whoever had it rolled."""

    about: str
    roll: Roll


class SeparateReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """An exported proof of such rolls: the commitment, the revealed seed and every roll."""

    commitment: str
    seed: str
    rolls: tuple[SeparateRoll, ...]
    format: str = FORMAT
    version: int = 1


def dice_about(seed: bytes, about: str) -> SeededDice:
    """Return the dice of one such roll."""
    return SeededDice(hashlib.sha256(seed + about.encode()).digest())


def verify_separate(receipt: SeparateReceipt) -> list[str]:
    """Return all that is wrong with a receipt; an empty list proves the dice.

    Two rolls about the same are wrong: whoever publishes could choose the one he likes.
    """
    try:
        seed = bytes.fromhex(receipt.seed)
    except ValueError as error:
        return [f"the seed cannot be read: {error}"]
    wrong = []
    if commitment(seed) != receipt.commitment.strip().lower():
        wrong.append("the seed does not match the hash published before the first roll")
    seen: set[str] = set()
    for position, one in enumerate(receipt.rolls):
        if len(wrong) >= FAULTS_MOST:
            return [*wrong, unread(len(receipt.rolls) - position)]
        roll = one.roll
        if one.about in seen:
            wrong.append(f"roll {position}: {shortened(one.about)!r} was rolled for already")
        seen.add(one.about)
        if roll.asked not in ASKS:
            wrong.append(f"roll {position}: {shortened(roll.asked)!r} is not a kind of roll")
            continue
        due = dice_about(seed, one.about).roll(roll.asked, roll.reason, roll.figure).faces
        if due != roll.faces:
            told = f"{faces_shown(roll.faces)} recorded, {faces_shown(due)} due"
            wrong.append(f"roll {position} ({shortened(roll.reason)}): {told}")
    return wrong
