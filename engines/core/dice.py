"""Dice with receipts. Chance is always an argument, never a global.

Every roll has a reason and leaves a ``Roll``: what was asked, the faces, where they came from. Sources differ by class:
``SeededDice`` (the server's, provable afterwards), ``EnteredDice`` (faces typed by people, asked for one roll at a
time), ``RecordedDice`` (replay). Faces are unbiased: bytes that would favour low faces are rejected, never folded.

Card games shuffle and choose with the same dice. Such a *draw* leaves a ``Roll`` too: asked is "shuffle 54" or
"one of 3", and its faces count from 0. The faces of a shuffle are where each card of the new order lay before; the
face of a choice is its number.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import Struct

from engines.core.mixing import mix

ASKS: Final = {"d6": 1, "2d6": 2, "d66": 2}
"""What can be asked for, and how many six-sided faces it takes."""

MOST_CARDS: Final = 256
"""The largest pile that can be shuffled, and the most things one can be chosen of."""

SEED_BYTES: Final = 32
"""How long a seed is where nobody says otherwise."""

WHOLE: Final = (0, *(256 - 256 % limit for limit in range(1, MOST_CARDS + 1)))
"""By limit, the largest multiple that a byte can count to: below it no number is favoured."""


class Request(Struct, frozen=True):
    """One roll the rules need: ``asked`` (a key of ``ASKS``, or a draw), what it is for, and for which figure."""

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


class BadDraw(DiceError):
    """Recorded faces that are no shuffle of so many cards, or no choice among so many."""

    def __init__(self, asked: str, faces: Sequence[int]) -> None:
        super().__init__(f"{faces_text(faces)} is not what {asked!r} can give")
        self.asked = asked
        self.draw = tuple(faces)


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

    @staticmethod
    def of(seed: bytes | int) -> SeededDice:
        """Return the dice of a seed, which prove what they rolled: 16 bytes or more that are hard to guess.

        A whole number stands for 32 bytes, for games that anybody may play again.
        """
        return SeededDice(seed.to_bytes(SEED_BYTES, "big") if isinstance(seed, int) else seed)

    def __repr__(self) -> str:
        """Tell the source and how much it has rolled, never the seed nor what comes."""
        return f"<{type(self).__name__}: {len(self.rolls)} rolls>"

    @abstractmethod
    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        """Return ``count`` faces, each 1..6."""

    def _order(self, count: int, request: Request) -> tuple[int, ...]:
        """Return 0..count-1 in some order. A source that has no draws wants one entered."""
        raise DiceNeeded(request)

    def _choice(self, count: int, request: Request) -> int:
        """Return a number 0..count-1. A source that has no draws wants one entered."""
        raise DiceNeeded(request)

    def roll(self, asked: str, reason: str, figure: int | None = None) -> Roll:
        """Roll what is ``asked`` ("d6", "2d6", "d66") and keep the receipt."""
        faces = self._take(ASKS[asked], Request(asked, reason, figure))
        receipt = Roll(len(self.rolls), asked, reason, figure, faces, self.source)
        self.rolls.append(receipt)
        return receipt

    def d6(self, reason: str, figure: int | None = None) -> int:
        """Roll one six-sided die and return its face."""
        return self.roll("d6", reason, figure).faces[0]

    def throw(self, count: int, reason: str, figure: int | None = None, need: int = 0) -> list[int]:
        """Roll ``count`` six-sided dice together and return their faces, each die with a receipt of its own.

        ``need``: the lowest face that is enough, 0 where none is. It changes no face: it is for dice about which
        somebody is asked before they fall.
        """
        return [self.d6(reason, figure) for _ in range(count)]

    def shuffle(self, pile: list[Any], reason: str) -> None:
        """Put a list of at most ``MOST_CARDS`` in a new order, every order equally likely, and keep the receipt."""
        request = Request(f"shuffle {_checked(len(pile), 0)}", reason)
        order = self._order(len(pile), request)
        self.rolls.append(Roll(len(self.rolls), request.asked, reason, None, order, self.source))
        pile[:] = [pile[place] for place in order]

    def one_of(self, count: int, reason: str) -> int:
        """Return one of the numbers 0..count-1, each equally likely, and keep the receipt."""
        request = Request(f"one of {_checked(count, 1)}", reason)
        chosen = self._choice(count, request)
        self.rolls.append(Roll(len(self.rolls), request.asked, reason, None, (chosen,), self.source))
        return chosen

    def pick[T](self, things: Sequence[T], reason: str) -> T:
        """Return one of some things, each equally likely, and keep the receipt."""
        return things[self.one_of(len(things), reason)]

    def copy(self) -> Self:
        """Return dice that will roll what these would, on their own."""
        twin = copy.copy(self)
        twin.rolls = list(self.rolls)
        return twin

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces of dice rolled so far, in order: with ``draws`` enough to replay."""
        return tuple(face for roll in self.rolls if roll.asked in ASKS for face in roll.faces)

    @property
    def draws(self) -> tuple[tuple[int, ...], ...]:
        """All shuffles and choices so far, in order."""
        return tuple(roll.faces for roll in self.rolls if roll.asked not in ASKS)


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
        self.seed = seed
        self._counter = 0
        self._block: list[int] = []

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, in hexadecimal."""
        return commitment(self.seed)

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return tuple([self._below(6) + 1 for _ in range(count)])

    def _below(self, limit: int) -> int:
        whole = WHOLE[limit]
        while True:
            byte = (self._block or self._next_block()).pop()
            if byte < whole:
                return byte % limit

    def _next_block(self) -> list[int]:
        """Return the bytes of the next number, the first one last."""
        digest = hmac.digest(self.seed, self._counter.to_bytes(8, "big"), "sha256")
        self._counter += 1
        self._block = list(reversed(digest))
        return self._block

    def _order(self, count: int, request: Request) -> tuple[int, ...]:
        # From the last place to the second, each is exchanged with a place drawn from those up to it.
        order = list(range(count))
        block = self._block
        left = count
        for last in range(count - 1, 0, -1):
            while True:  # ``_below``, written out: no other draw takes as many bytes
                byte = (block or (block := self._next_block())).pop()
                if byte < WHOLE[left]:
                    break
            drawn = byte % left
            order[last], order[drawn] = order[drawn], order[last]
            left = last
        return tuple(order)

    def _choice(self, count: int, request: Request) -> int:
        return self._below(count)

    def copy(self) -> Self:
        """Return dice that will roll what these would, on their own."""
        twin = super().copy()
        twin._block = list(self._block)
        return twin


class ListedDice(Dice):
    """Faces from a list, in order, and shuffles and choices from another."""

    def __init__(self, faces: Iterable[int] = (), draws: Iterable[Sequence[int]] = ()) -> None:
        super().__init__()
        self._faces = tuple(faces)
        for face in self._faces:
            check_face(face)
        self._next = 0
        self._draws = tuple(tuple(draw) for draw in draws)
        self._next_draw = 0

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        taken = self._faces[self._next : self._next + count]
        if len(taken) < count:
            raise DiceNeeded(request)
        self._next += count
        return taken

    def _order(self, count: int, request: Request) -> tuple[int, ...]:
        order = self._draw(request)
        if sorted(order) != list(range(count)):
            raise BadDraw(request.asked, order)
        self._next_draw += 1
        return order

    def _choice(self, count: int, request: Request) -> int:
        chosen = self._draw(request)
        if len(chosen) != 1 or not 0 <= chosen[0] < count:
            raise BadDraw(request.asked, chosen)
        self._next_draw += 1
        return chosen[0]

    def _draw(self, request: Request) -> tuple[int, ...]:
        if self._next_draw == len(self._draws):
            raise DiceNeeded(request)
        return self._draws[self._next_draw]

    def finish(self) -> None:
        """Raise ``UnusedFaces`` when faces or draws are left over."""
        left = len(self._faces) - self._next + len(self._draws) - self._next_draw
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
        self._random = random.Random(seed)  # noqa: S311 - never decides anything that counts
        self._chance = self._random.random

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return tuple([int(self._chance() * 6) + 1 for _ in range(count)])

    def roll(self, asked: str, reason: str, figure: int | None = None) -> Roll:
        """Roll what is ``asked`` and forget it: ``rolls`` stays empty."""
        return Roll(0, asked, reason, figure, self._take(ASKS[asked], Request(asked, reason, figure)), self.source)

    def d6(self, reason: str, figure: int | None = None) -> int:
        """Return one face, 1 to 6."""
        return int(self._chance() * 6) + 1

    def throw(self, count: int, reason: str, figure: int | None = None, need: int = 0) -> list[int]:
        """Return so many faces, 1 to 6."""
        chance = self._chance
        return [int(chance() * 6) + 1 for _ in range(count)]

    def shuffle(self, pile: list[Any], reason: str) -> None:
        """Put a list in a new order, every order equally likely, and forget how."""
        mix(pile, self._chance)

    def one_of(self, count: int, reason: str) -> int:
        """Return one of the numbers 0..count-1."""
        return int(self._chance() * count)

    def pick[T](self, things: Sequence[T], reason: str) -> T:
        """Return one of some things."""
        return things[int(self._chance() * len(things))]

    def _order(self, count: int, request: Request) -> tuple[int, ...]:
        order = list(range(count))
        self.shuffle(order, request.reason)
        return tuple(order)

    def _choice(self, count: int, request: Request) -> int:
        return self.one_of(count, request.reason)

    def copy(self) -> Self:
        """Return dice that will roll what these would, on their own. Takes far longer than a roll."""
        twin = super().copy()
        chance = random.Random()  # noqa: S311 - never decides anything that counts
        chance.setstate(self._random.getstate())
        twin._random = chance
        twin._chance = chance.random
        return twin


def check_face(face: object) -> int:
    """Return ``face`` if it is an integer 1..6, else raise ``BadFace``."""
    if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
        raise BadFace(face)
    return face


def commitment(seed: bytes) -> str:
    """Return what is published before the first roll: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def _checked(count: int, least: int) -> int:
    if not least <= count <= MOST_CARDS:
        raise DiceError(f"{count} is not from {least} to {MOST_CARDS}")
    return count


def faces_text(faces: Sequence[int]) -> str:
    """Return faces or places as a message shows them: 3-1-6."""
    return "-".join(map(str, faces))
