"""The contract of the scoring rules of one game, and what every game does alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.core.decoding import converted
from engines.core.problems import Illegal, Malformed, Problem, refuse
from engines.core.score.fields import Choice, Field
from engines.core.score.match import Entry, Points, Setup, State
from engines.core.score.replay import Changes, Id, PointsChange, Replay, SeatChange, Step
from engines.core.score.standing import Need, Outcome, ScoreLine, shared_places


class ScoreGame[S: Setup, T: State](ABC):
    """The scoring rules of one game: no state of its own, one instance per game in ``engines.registry.SCORES``."""

    code: ClassVar[str]
    """The game's code, which is also the tag of its setup."""
    unit: ClassVar[str]
    """What totals count: a stable code such as ``"victory_points"``, ``"coins"``, ``"renown"``."""
    versions: ClassVar[tuple[int, ...]] = (1,)
    """The versions of the scoring rules this engine knows; new matches take the last."""
    least: ClassVar[int]
    most: ClassVar[int]
    """How many players may sit down."""
    setup_fields: ClassVar[tuple[Field, ...]] = ()
    """The options of the setup beside seats, start and version, with their defaults: the printed rule."""
    setup_type: type[S]
    entry_type: Any
    """The union of all kinds of entries."""
    final_fields: ClassVar[tuple[str, ...]]
    """What is asked of each seat to enter a final result on one screen; the first one is required, a missing other
    one is not known. ``"place"`` asks for places (1, 2, 2 …), ``"total"`` for totals; others are tie-breaks."""

    @abstractmethod
    def start(self, setup: S) -> T:
        """Return the state before the first entry of a setup that has been verified."""

    @abstractmethod
    def choices(self, state: T) -> tuple[Choice, ...]:
        """Return what may be entered now; nothing once the match is settled."""

    @abstractmethod
    def outcome(self, state: T) -> Outcome | None:
        """Return how the match ended, or ``None`` while it is going on."""

    @abstractmethod
    def final(self, setup: S, table: Sequence[Mapping[str, int]]) -> tuple[Entry[T], ...]:
        """Return the entries that record a final result: one mapping of ``final_fields`` for each seat.

        Raises ``Illegal`` when they make no result of this game.
        """

    def needs(self, state: T) -> tuple[Need, ...]:
        """Return who needs what to win; nothing in a game that cannot tell."""
        return ()

    def board(self, state: T) -> tuple[ScoreLine, ...]:
        """Return every seat's line, by seat: here by points, the most first."""
        totals = state.totals
        outcome = self.outcome(state)
        places = shared_places([(total,) for total in totals])
        return tuple(
            ScoreLine(
                seat, totals[seat], _sources(state.points, seat), outcome.place_of(seat) if outcome else places[seat]
            )
            for seat in state.seats
        )

    def setup_problems(self, setup: S) -> list[Problem]:
        """Return all that is wrong with a setup."""
        found = []
        if not self.least <= setup.seats <= self.most:
            found.append(Problem("seats", None, {"value": setup.seats, "least": self.least, "most": self.most}))
        if not 0 <= setup.start < max(setup.seats, 1):
            found.append(Problem("no_such_seat", None, {"seat": setup.start, "most": setup.seats - 1}))
        if setup.rules_version not in self.versions:
            newest = self.versions[-1]
            found.append(Problem("rules_version_unknown", None, {"value": setup.rules_version, "most": newest}))
        return found or list(setup.problems())

    def begin(self, setup: S) -> T:
        """Return the state before the first entry; raise ``Illegal`` if the setup is wrong."""
        found = self.setup_problems(setup)
        if found:
            raise Illegal(found)
        return self.start(setup)

    def problems(self, state: T, entry: Entry[T]) -> list[Problem]:
        """Return all that forbids ``entry`` now; an empty list means that ``apply`` will take it."""
        if not entry.after_end and self.outcome(state) is not None:
            return [Problem("match_over")]
        return list(entry.verify(state))

    def apply(self, state: T, entry: Entry[T]) -> T:
        """Return the state after ``entry``; raise ``Illegal`` with every reason against it."""
        found = self.problems(state, entry)
        if found:
            raise Illegal(found)
        return entry.apply(replace(state, events=()))

    def sole(self, setup: S, entry: Entry[T]) -> tuple[Entry[T], ...]:
        """Return the log that is this one entry, such as a result; raise ``Illegal`` with every reason against it."""
        self.apply(self.begin(setup), entry)
        return (entry,)

    def replay(
        self,
        setup: S,
        entries: Iterable[Entry[T]],
        ids: Iterable[Id] | None = None,
        *,
        known: Replay[T] | None = None,
    ) -> Replay[T]:
        """Replay the entries in force; raise ``Illegal`` only for the setup.

        ``ids`` name the entries, one each, so that two replays can be compared after a correction; without them they
        are numbered from 0. A replay that is ``known`` already, such as the one before a correction, spares playing
        what both have alike from the beginning on; the outcome is the same.
        """
        written = tuple(entries)
        names: Sequence[Id] = range(len(written)) if ids is None else tuple(ids)
        named = tuple(zip(names, written, strict=True))
        if known is not None and known.start.setup == setup:
            first, steps = known.start, _alike(known, named)
        else:
            first, steps = self.begin(setup), []
        state = steps[-1].state if steps else first
        for name, entry in named[len(steps) :]:
            found = self.problems(state, entry)
            after = state if found else entry.apply(replace(state, events=()))
            steps.append(Step(name, entry, after, after.points[len(state.points) :], tuple(found)))
            state = after
        return Replay(first, tuple(steps))

    def changes(self, before: Replay[T], after: Replay[T]) -> Changes:
        """Return what a correction changed, entries being matched by their ids."""
        old = {step.id: step for step in before.steps}
        new = {step.id: step for step in after.steps}
        totals = zip(self.board(before.state), self.board(after.state), strict=True)
        return Changes(
            seats=tuple(
                SeatChange(a.seat, a.total, b.total, a.place, b.place)
                for a, b in totals
                if (a.total, a.place) != (b.total, b.place)
            ),
            points=tuple(
                PointsChange(name, _points(old.get(name)), _points(new.get(name)))
                for name in [*old, *(name for name in new if name not in old)]
                if _points(old.get(name)) != _points(new.get(name))
            ),
            faults=tuple(s.id for s in after.steps if s.problems and not (s.id in old and old[s.id].problems)),
            healed=tuple(s.id for s in after.steps if not s.problems and s.id in old and old[s.id].problems),
            outcome_before=self.outcome(before.state),
            outcome_after=self.outcome(after.state),
        )

    def decode_setup(self, data: object) -> S:
        """Read a setup from JSON data; raise ``Malformed`` saying where it cannot be read."""
        setup: S = _decode(data, self.setup_type)
        return setup

    def decode_entry(self, data: object) -> Entry[T]:
        """Read an entry from JSON data; raise ``Malformed`` saying where it cannot be read."""
        entry: Entry[T] = _decode(data, self.entry_type)
        return entry


def check_table(setup: Setup, table: Sequence[Mapping[str, int]], fields: Sequence[str]) -> None:
    """Raise ``Illegal`` unless a final result has one line for each seat, each with the first of ``fields``."""
    if len(table) != setup.seats:
        raise refuse("final_lines", count=len(table), needs=setup.seats)
    missing = [
        Problem("final_missing", None, {"seat": seat, "item": fields[0]})
        for seat, line in enumerate(table)
        if fields[0] not in line
    ]
    unknown = [
        Problem("final_unknown", None, {"seat": seat, "item": name})
        for seat, line in enumerate(table)
        for name in line
        if name not in fields
    ]
    if missing or unknown:
        raise Illegal(missing + unknown)


def encode(value: Struct) -> dict[str, Any]:
    """Return an entry, a setup, a state or any other value of this module as plain JSON data: lists, not tuples."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return data


def _sources(points: Iterable[Points], seat: int) -> dict[str, int]:
    sums: dict[str, int] = {}
    for one in points:
        if one.seat == seat:
            sums[one.source] = sums.get(one.source, 0) + one.amount
    return sums


def _alike[T: State](known: Replay[T], named: Iterable[tuple[Id, Entry[T]]]) -> list[Step[T]]:
    """Return the first steps of a replay, as far as they are of these entries."""
    pairs = takewhile(lambda pair: (pair[0].id, pair[0].entry) == pair[1], zip(known.steps, named, strict=False))
    return [step for step, _ in pairs]


def _points(step: Step[Any] | None) -> tuple[Points, ...]:
    return step.points if step is not None else ()


def _decode(data: object, kind: Any) -> Any:
    value = converted(data, kind)
    try:
        msgspec.json.encode(value)  # text that cannot be written back is not to be kept either
    except UnicodeError as error:
        raise Malformed(str(error)) from error
    return value
