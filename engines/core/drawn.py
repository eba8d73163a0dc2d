"""What dice alone decide, as a document that anybody can check: setup, seed, and the outcome that follows from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engines.core.decoding import converted
from engines.core.dice import Dice, SeededDice
from engines.core.problems import Malformed
from engines.core.proof import GameProof, as_json, proven


class Drawn[S, O](ABC):
    """Something drawn with dice from a setup: there is nothing to decide, so its log is empty.

    A kind says what it is called (``CODE``, and ``NOUN`` with its article), of which type its setup is, and how the
    ``outcome`` comes from setup and dice. ``draw`` raises ``Illegal`` with everything that is wrong with the setup.
    """

    CODE: ClassVar[str]
    NOUN: ClassVar[str]
    SETUP: ClassVar[type[Any]]

    def __init__(self, setup: S, dice: Dice) -> None:
        self.setup = setup
        self.dice = dice
        self.log: list[str] | None = []
        self.outcome: O = self.draw(setup, dice)

    @staticmethod
    @abstractmethod
    def draw(setup: Any, dice: Dice) -> Any:
        """Return what these dice make of a setup."""

    @classmethod
    def new(cls, setup: S, *, dice: Dice) -> Self:
        """Draw it. Raises ``Illegal`` with everything that is wrong with the setup."""
        return cls(setup, dice)

    @classmethod
    def replay(cls, setup: S, log: Iterable[str] = (), *, dice: Dice) -> Self:
        """Draw it again. Raises ``Malformed`` for a log that says anything."""
        if tuple(log):
            raise Malformed(f"{cls.NOUN} has no actions", "$.log")
        return cls(setup, dice)

    @classmethod
    def read_setup(cls, data: object) -> S:
        """Read a setup from decoded JSON. Raises ``Malformed``."""
        try:
            found: S = converted(data, cls.SETUP)
        except Malformed as error:
            raise error.within("$.setup") from error
        return found

    @classmethod
    def agreed(cls, setup: S) -> dict[str, Any]:
        """Return the setup as JSON, as the published hash binds it."""
        written: dict[str, Any] = as_json(setup)
        return written

    def prove(self) -> GameProof:
        """Return the document. Raises ``ValueError`` unless the dice are seeded."""
        if not isinstance(self.dice, SeededDice):
            raise ValueError("only seeded dice can be proven")
        return proven(self, dice=self.dice)
