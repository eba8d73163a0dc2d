"""How far a card set has been typed in: a set may be stored unfinished, but it says so."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from engines.core.effects.reading import walk
from engines.core.effects.steps import Step


class Wholeness(StrEnum):
    """How much of a card the engine does: all, part (the table decides the rest), its text only, or no card yet."""

    WHOLE = "whole"
    ASKS = "asks"
    TEXT = "text"
    MISSING = "missing"


class Standing(Struct, frozen=True):
    """How many cards of a set are whole, ask the table, have their text only, or are missing."""

    whole: int = 0
    asks: int = 0
    text: int = 0
    missing: int = 0

    @property
    def total(self) -> int:
        """How many cards the box has."""
        return self.whole + self.asks + self.text + self.missing

    @property
    def finished(self) -> bool:
        """Whether every card can be played, if need be with the table's help."""
        return not self.text and not self.missing


def wholeness(slots: Iterable[tuple[Step, ...]], *, text: str = "") -> Wholeness:
    """Return how whole a card is, by its slots and its typed text; a card that says nothing is whole."""
    steps = [step for slot in slots for step in walk(slot)]
    if any(step.asks_table for step in steps):
        return Wholeness.ASKS
    return Wholeness.TEXT if text.strip() and not steps else Wholeness.WHOLE


def standing(cards: Iterable[tuple[Wholeness, int]], needs: int) -> Standing:
    """Return how cards stand, each with how many there are of it, ``needs`` being how many the box has."""
    counts = dict.fromkeys(Wholeness, 0)
    for whole, copies in cards:
        counts[whole] += copies
    counts[Wholeness.MISSING] += max(0, needs - sum(counts.values()))
    return Standing(**{each.value: count for each, count in counts.items()})
