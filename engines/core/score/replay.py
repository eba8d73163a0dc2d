"""A match replayed, and what a correction changed in it."""

from __future__ import annotations

from msgspec import Struct

from engines.core.problems import Problem
from engines.core.score.match import Entry, Points, State
from engines.core.score.standing import Outcome

type Id = int | str
"""How the keeper of the entries names one of them."""


class Step[T: State](Struct, frozen=True):
    """One entry of a replay: the state after it and the points it brought.

    ``problems`` is empty unless the entry does not hold; then ``state`` is the state before it.
    """

    id: Id
    entry: Entry[T]
    state: T
    points: tuple[Points, ...]
    problems: tuple[Problem, ...] = ()


class Replay[T: State](Struct, frozen=True):
    """A match replayed: the state before the first entry, and one step for every entry in force."""

    start: T
    steps: tuple[Step[T], ...]

    @property
    def state(self) -> T:
        """The state after the last entry."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def faults(self) -> tuple[Step[T], ...]:
        """The steps whose entries do not hold."""
        return tuple(step for step in self.steps if step.problems)


class SeatChange(Struct, frozen=True):
    """One seat's total and place before and after a correction."""

    seat: int
    total_before: int
    total_after: int
    place_before: int
    place_after: int


class PointsChange(Struct, frozen=True):
    """The points of one entry before and after a correction."""

    id: Id
    before: tuple[Points, ...]
    after: tuple[Points, ...]


class Changes(Struct, frozen=True):
    """What a correction changed: seats, the points of entries, entries that now fail or now hold again, the outcome."""

    seats: tuple[SeatChange, ...]
    points: tuple[PointsChange, ...]
    faults: tuple[Id, ...]
    healed: tuple[Id, ...]
    outcome_before: Outcome | None
    outcome_after: Outcome | None

    @property
    def outcome_changed(self) -> bool:
        """Whether the match ended otherwise, or ended only before or only after."""
        return self.outcome_before != self.outcome_after
