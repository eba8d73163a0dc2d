"""Receipts of seeded dice: a document that anyone can check against the hash published before the first roll."""

from __future__ import annotations

from msgspec import Struct

from engines.core.dice import ASKS, Dice, DiceError, Roll, SeededDice, faces_text


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
    publisher's word: the seed proves faces and their order, not the reasons.
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
        try:
            again = _again(dice, roll)
        except DiceError:
            wrong.append(f"roll {position}: {roll.asked!r} is not a kind of roll")
            break
        if roll.index != position:
            wrong.append(f"roll {position} ({roll.reason}): stands in place {position} but is numbered {roll.index}")
        if again.faces != roll.faces:
            wrong.append(
                f"roll {position} ({roll.reason}): {faces_text(roll.faces)} recorded, {faces_text(again.faces)} due"
            )
    return wrong


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
