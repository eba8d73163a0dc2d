"""Dice with receipts. Chance is always an argument, never a global.

Every roll has a reason and leaves a ``Roll``: what was asked, the faces, where they came from. Sources differ by class:
``SeededDice`` (the server's, provable afterwards), ``EnteredDice`` (faces typed by people, asked for one roll at a
time), ``RecordedDice`` (replay). Faces are unbiased: bytes that would favour low faces are rejected, never folded.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from msgspec import Struct

ASKS: Final = {"d6": 1, "2d6": 2, "d66": 2}
"""What can be asked for, and how many six-sided faces it takes."""


class Request(Struct, frozen=True):
    """One roll the rules need: ``asked`` (a key of ``ASKS``), what it is for, and for which figure."""

    asked: str
    reason: str
    figure: int | None = None


class Roll(Struct, frozen=True):
    """The receipt of one roll. ``index`` counts from 0 in the order of rolling."""

    index: int
    asked: str
    reason: str
    figure: int | None
    faces: tuple[int, ...]
    source: str

    @property
    def value(self) -> int:
        """Tens and units for a d66, the sum of the faces otherwise."""
        return self.faces[0] * 10 + self.faces[1] if self.asked == "d66" else sum(self.faces)


class DiceError(ValueError):
    """Something is wrong with the faces supplied."""


class DiceNeeded(DiceError):
    """No face is left for ``request``: somebody has to roll and enter it."""

    def __init__(self, request: Request) -> None:
        super().__init__(f"{request.asked} needed for {request.reason}")
        self.request = request


class BadFace(DiceError):
    """A face outside 1..6."""

    def __init__(self, face: object) -> None:
        super().__init__(f"{face!r} is not a face of a die (1 to 6)")
        self.face = face


class UnusedFaces(DiceError):
    """More faces were recorded than the rules asked for."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} recorded faces were never asked for")
        self.count = count


class Dice(ABC):
    """A source of faces that keeps the receipts of all it rolled."""

    source: ClassVar[str]

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    @abstractmethod
    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        """Return ``count`` faces, each 1..6."""

    def roll(self, asked: str, reason: str, figure: int | None = None) -> Roll:
        """Roll what is ``asked`` ("d6", "2d6", "d66") and keep the receipt."""
        faces = self._take(ASKS[asked], Request(asked, reason, figure))
        receipt = Roll(len(self.rolls), asked, reason, figure, faces, self.source)
        self.rolls.append(receipt)
        return receipt

    def d6(self, reason: str, figure: int | None = None) -> int:
        """Roll one six-sided die and return its face."""
        return self.roll("d6", reason, figure).faces[0]

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces rolled so far, in order: enough to replay."""
        return tuple(face for roll in self.rolls for face in roll.faces)


class SeededDice(Dice):
    """Faces from HMAC-SHA256 of a counter, keyed with a secret seed.

    ``commitment`` is published before the first roll; the seed is revealed afterwards, so that anyone can recompute
    every face.
    """

    source = "seeded"

    def __init__(self, seed: bytes) -> None:
        super().__init__()
        if len(seed) < 16:
            raise DiceError("a seed needs at least 16 bytes")
        self._seed = seed
        self._counter = 0
        self._block: list[int] = []

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, in hexadecimal."""
        return commitment(self._seed)

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return tuple(self._face() for _ in range(count))

    def _face(self) -> int:
        while True:
            if not self._block:
                digest = hmac.new(self._seed, self._counter.to_bytes(8, "big"), hashlib.sha256).digest()
                self._counter += 1
                self._block = list(reversed(digest))
            byte = self._block.pop()
            if byte < 252:  # 252 is the largest multiple of 6 in a byte: no face is favoured
                return byte % 6 + 1


class ListedDice(Dice):
    """Faces from a list, in order."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        super().__init__()
        self._faces = tuple(faces)
        for face in self._faces:
            check_face(face)
        self._next = 0

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        taken = self._faces[self._next : self._next + count]
        if len(taken) < count:
            raise DiceNeeded(request)
        self._next += count
        return taken

    def finish(self) -> None:
        """Raise ``UnusedFaces`` when faces are left over."""
        left = len(self._faces) - self._next
        if left:
            raise UnusedFaces(left)


class EnteredDice(ListedDice):
    """Faces of real dice, typed at the table; ``DiceNeeded`` tells what to roll next."""

    source = "entered"


class RecordedDice(ListedDice):
    """Faces of a roll made earlier."""

    source = "recorded"


class FixedDice(ListedDice):
    """Faces chosen by a test or a demonstration."""

    source = "fixed"


class FastDice(Dice):
    """Quick faces without receipts, for mass simulation only: nobody can check them afterwards.

    The same seed gives the same faces on every platform.
    """

    source = "fast"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(seed).random  # noqa: S311 - never decides anything that counts

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return tuple([int(self._chance() * 6) + 1 for _ in range(count)])

    def roll(self, asked: str, reason: str, figure: int | None = None) -> Roll:
        """Roll what is ``asked`` and forget it: ``rolls`` stays empty."""
        return Roll(0, asked, reason, figure, self._take(ASKS[asked], Request(asked, reason, figure)), self.source)

    def d6(self, reason: str, figure: int | None = None) -> int:
        """Return one face, 1 to 6."""
        return int(self._chance() * 6) + 1


def check_face(face: object) -> int:
    """Return ``face`` if it is an integer 1..6, else raise ``BadFace``."""
    if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
        raise BadFace(face)
    return face


def commitment(seed: bytes) -> str:
    """Return what is published before the first roll: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


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
        if roll.asked not in ASKS:
            wrong.append(f"roll {position}: {roll.asked!r} is not a kind of roll")
            break
        again = dice.roll(roll.asked, roll.reason, roll.figure)
        if roll.index != position:
            wrong.append(f"roll {position} ({roll.reason}): stands in place {position} but is numbered {roll.index}")
        if again.faces != roll.faces:
            wrong.append(f"roll {position} ({roll.reason}): {_faces(roll.faces)} recorded, {_faces(again.faces)} due")
    return wrong


def _faces(faces: Sequence[int]) -> str:
    return "-".join(map(str, faces))
