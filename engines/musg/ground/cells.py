"""Which parts of a table lie near a point: the table cut into squares, each with a list of what reaches into it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

SQUARE: Final = 2.0
"""The side of a square."""


class Boxed(Protocol):
    """Something with an outline along the table's edges, in paces."""

    @property
    def left(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def bottom(self) -> float: ...


class Cells[T]:
    """What lies in each square of a table, in the order in which it was given.

    ``squares`` go row by row, ``columns`` in each.
    """

    __slots__ = ("_depth", "_everything", "_width", "columns", "squares")

    def __init__(self, width: float, depth: float, things: Iterable[tuple[Boxed, T]]) -> None:
        self._width, self._depth = width, depth
        self.columns = int(width / SQUARE) + 1
        rows = int(depth / SQUARE) + 1
        found: list[list[T]] = [[] for _ in range(self.columns * rows)]
        everything = []
        for box, thing in things:
            everything.append(thing)
            for row in range(_index(box.top, rows), _index(box.bottom, rows) + 1):
                for column in range(_index(box.left, self.columns), _index(box.right, self.columns) + 1):
                    found[row * self.columns + column].append(thing)
        self.squares = tuple(tuple(cell) for cell in found)
        self._everything = tuple(everything)

    def near(self, x: float, y: float) -> tuple[T, ...]:
        """Return all that may contain a point."""
        if 0.0 <= x <= self._width and 0.0 <= y <= self._depth:
            return self.squares[int(y / SQUARE) * self.columns + int(x / SQUARE)]
        return self._everything


def _index(position: float, count: int) -> int:
    return min(max(int(position / SQUARE), 0), count - 1)
