"""Where the ground of a table rises at all: the outlines of its levels, to know quickly where it is even."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.musg.ground.geometry import Part

_HAIR: Final = 0.01
"""What is added to an outline, for rounding's sake, in paces."""


class Rises:
    """The parts of all levels of a table."""

    __slots__ = ("_boxes",)

    def __init__(self, parts: Iterable[Part]) -> None:
        self._boxes = tuple(
            (part.left - _HAIR, part.right + _HAIR, part.top - _HAIR, part.bottom + _HAIR, part) for part in parts
        )

    def within(self, left: float, right: float, low: float, high: float) -> bool:
        """Tell whether a level may reach into a rectangle; where none does, the ground is at the table's height."""
        for box_left, box_right, box_low, box_high, _ in self._boxes:
            if box_left < right and box_right > left and box_low < high and box_high > low:
                return True
        return False

    def near(self, x: float, y: float, paces: float, apart_from: Part | None = None) -> bool:
        """Tell whether a level, one part left aside, may be so near to a point: else the ground round it is even."""
        for left, right, low, high, part in self._boxes:
            if left - paces < x < right + paces and low - paces < y < high + paces and part is not apart_from:
                return True
        return False
