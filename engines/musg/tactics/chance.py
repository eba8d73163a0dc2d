"""Seeded choices for players and generators, apart from the battle's dice: they never decide what a die should."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.dice import FastDice


class Chance:
    """Fair choices from a seed; the same seed gives the same choices on every platform."""

    def __init__(self, seed: int) -> None:
        self._dice = FastDice(seed)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to ``count`` - 1, each as likely (``count`` at least 1)."""
        if count == 1:
            return 0
        while True:
            number, size = 0, 1
            while size < count:
                number = number * 6 + self._dice.d6("choice") - 1
                size *= 6
            if number < size - size % count:  # the rest would favour low numbers
                return number % count

    def pick[T](self, choices: Sequence[T]) -> T:
        """Return one of several things."""
        return choices[self.below(len(choices))]

    def one_in(self, count: int) -> bool:
        """Return true once in ``count`` times."""
        return self.below(count) == 0

    def between(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def seed(self) -> int:
        """Return a seed for something else."""
        return self.below(6**12)
