"""Dice for tests of attacks: exact faces that must all be used, and every sequence of faces there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engines.core.dice import Dice, DiceNeeded, FixedDice


@contextmanager
def faces(*rolled: int) -> Iterator[FixedDice]:
    """Dice that show exactly these faces; the rules must ask for every one of them and no more."""
    dice = FixedDice(rolled)
    yield dice
    dice.finish()


def every[T](roll: Callable[[Dice], T]) -> Iterator[tuple[float, T]]:
    """Every way the dice of ``roll`` can fall, with its chance."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        begun = waiting.pop()
        try:
            result = roll(FixedDice(begun))
        except DiceNeeded:
            waiting.extend((*begun, face) for face in range(1, 7))
        else:
            yield 6.0 ** -len(begun), result
