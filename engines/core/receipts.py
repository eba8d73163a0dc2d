"""Receipts of seeded dice: a document that anyone can check against the hash published before the first roll."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from engines.core.dice import ASKS, Dice, DiceError, Roll, SeededDice, faces_text
from engines.core.documents import SHOWN_MOST, shortened

FAULTS_MOST: Final = 100
"""So many faults of a receipt are told."""


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """An exported proof of fair dice: the commitment, the revealed seed and every roll."""

    commitment: str
    seed: str
    rolls: tuple[Roll, ...]
    format: str = "arriere-ban/dice"
    version: int = 1


def verify_receipt(receipt: Receipt) -> list[str]:
    """Return all that is wrong with a receipt; an empty list proves the dice.

    Recomputes the commitment from the seed and every face from the seed, in order. What a roll was for is the
    publisher's word: the seed proves faces and their order, not the reasons. After ``FAULTS_MOST`` faults all others
    are not looked for: nobody could read more, and a short false document could have dice thrown for hours.
    """
    try:
        seed = bytes.fromhex(receipt.seed)
        dice = SeededDice(seed)
    except ValueError as error:
        return [f"the seed cannot be read: {error}"]
    wrong = []
    if dice.commitment != receipt.commitment.strip().lower():
        wrong.append("the seed does not match the hash published before the first roll")
    for position, roll in enumerate(receipt.rolls):
        if len(wrong) >= FAULTS_MOST:
            return [*wrong, unread(len(receipt.rolls) - position)]
        try:
            again = _again(dice, roll)
        except DiceError:
            wrong.append(f"roll {position}: {shortened(roll.asked)!r} is not a kind of roll")
            break
        named = f"roll {position} ({shortened(roll.reason)})"
        if roll.index != position:
            wrong.append(f"{named}: stands in place {position} but is numbered {roll.index}")
        if again.faces != roll.faces:
            wrong.append(f"{named}: {faces_shown(roll.faces)} recorded, {faces_shown(again.faces)} due")
    return wrong


def unread(rolls: int) -> str:
    """Say that the rest of a document was not looked at."""
    return f"… and {rolls} rolls that were not looked at: the document is false"


def faces_shown(faces: tuple[int, ...]) -> str:
    """Return faces as a fault tells them: the first of very many."""
    return shortened(faces_text(faces[:SHOWN_MOST]) + ("…" if len(faces) > SHOWN_MOST else ""), 4 * SHOWN_MOST)


def _again(dice: Dice, roll: Roll) -> Roll:
    """Roll or draw what was asked then."""
    if roll.asked in ASKS:
        return dice.roll(roll.asked, roll.reason, roll.figure)
    kind, _, count = roll.asked.rpartition(" ")
    if not (count.isdecimal() and count.isascii() and len(count) <= 3 and str(int(count)) == count):
        raise DiceError(f"{roll.asked!r} is not a kind of roll")
    if kind == "shuffle":
        dice.shuffle(list(range(int(count))), roll.reason)
    elif kind == "one of":
        dice.one_of(int(count), roll.reason)
    else:
        raise DiceError(f"{roll.asked!r} is not a kind of roll")
    return dice.rolls[-1]
