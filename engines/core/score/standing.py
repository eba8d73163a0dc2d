"""Where the seats stand, what they still need, and how a match ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engines.core.problems import Param


class ScoreLine(Struct, frozen=True):
    """One seat's line of the board.

    ``total`` is counted in the game's ``unit``; ``sources`` sums the points by their source; ``place`` is the place
    the seat holds so far, shared with its equals (1, 2, 2, 4).
    """

    seat: int
    total: int
    sources: dict[str, int]
    place: int


class Placing(Struct, frozen=True):
    """Where one seat ended. Equals share a place and the places after them stay empty (1, 1, 3).

    ``ties`` are the figures that were compared when points were equal, by code; ``team`` is set in team play.
    """

    seat: int
    place: int
    total: int
    ties: dict[str, int] = {}
    team: int | None = None


class Outcome(Struct, frozen=True):
    """How a match ended: a stable code for why, and the places, best first, in seat order among equals.

    ``tie_breaks`` names those that decided something; ``missing`` those that still could, if their figures were
    entered; ``another_game`` says that the rulebook settles what is left by playing once more.
    """

    reason: str
    places: tuple[Placing, ...]
    tie_breaks: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    another_game: bool = False
    rule: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(one.seat for one in self.places if one.place == 1)

    def place_of(self, seat: int) -> int:
        """The place of a seat, from 1."""
        return next(one.place for one in self.places if one.seat == seat)


class Need(Struct, frozen=True):
    """What a seat still needs to win: a stable code, the points, and what else a sentence needs."""

    seat: int
    code: str
    points: int
    params: dict[str, Param] = {}


def shared_places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the place of each key, the highest first, equals sharing theirs.

    >>> shared_places([(5,), (7,), (5,), (1,)])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def best_first(placings: Iterable[Placing]) -> tuple[Placing, ...]:
    """Return the placings as an outcome lists them: the best first, in seat order among equals."""
    return tuple(sorted(placings, key=lambda placing: (placing.place, placing.seat)))
