"""A match on the pad: what was agreed, the points so far, and the entries that bring them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from engines.core.problems import Param, Problem
from engines.core.text import Text


class NamedCards(Protocol):
    """The cards of somebody's own box, which entries are checked with; what is on them is the game's own affair."""

    @property
    def name(self) -> Text:
        """What the set is called."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game"):
    """What is agreed before a match. Each game adds its options, whose defaults are the printed rule.

    ``seats`` is the number of players, ``start`` the seat that begins, ``rules_version`` the version of the scoring
    rules the match is played under: it is stored with the match and kept for ever. The tag is the game's code.
    """

    seats: int
    start: int = 0
    rules_version: int = 1

    @property
    def cards(self) -> NamedCards | None:
        """The card set of the match, ``None`` without one. A game that knows card sets has a field of this name."""
        return None

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the options of this game; nothing means that they can be played."""
        return ()


class Points(Struct, frozen=True):
    """Points of one seat with their source (a stable code); ``amount`` may be negative.

    ``rule`` names the heading of the rulebook or the ruling; ``params`` hold what a sentence needs.
    """

    seat: int
    amount: int
    source: str
    rule: str = ""
    params: dict[str, Param] = {}


class Event(Struct, frozen=True):
    """Something an entry made happen that is no point: a stable code, the seat concerned, values for a sentence."""

    code: str
    seat: int | None = None
    params: dict[str, Param] = {}
    rule: str = ""


class State(Struct, frozen=True, kw_only=True):
    """A match at one moment. Each game adds its own fields.

    ``points`` is everything scored so far, in order; ``events`` what the last entry made happen.
    """

    setup: Setup
    points: tuple[Points, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def active(self) -> int | None:
        """The seat whose turn it is. A game that keeps an order of turns has a field of this name; here nobody's."""
        return None

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that left before the end. A game in which one may leave has a field of this name."""
        return ()

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.setup.seats)

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    def total(self, seat: int) -> int:
        """The points of one seat."""
        return sum(one.amount for one in self.points if one.seat == seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all seats, by seat."""
        sums = [0] * self.setup.seats
        for one in self.points:
            sums[one.seat] += one.amount
        return tuple(sums)

    def scored(self, *points: Points) -> Self:
        """Return the state with these points added."""
        return replace(self, points=self.points + points)

    def with_events(self, *events: Event) -> Self:
        """Return the state with these events added."""
        return replace(self, events=self.events + events)


class Entry[T: State](Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """One thing noted on the pad: a frozen value that can verify and apply itself.

    ``after_end`` says that this kind may still be made once the match is over (what settles a tie).
    """

    after_end: ClassVar[bool] = False

    def verify(self, state: T) -> Iterable[Problem]:
        """Yield what forbids this entry now; nothing means that it may be applied."""
        return ()

    def apply(self, state: T) -> T:
        """Return the state after this entry, which has been verified; ``state.events`` comes in empty."""
        return state


class Leaving[T: State](Entry[T], frozen=True, kw_only=True, tag="leave"):
    """A player leaves before the end, and comes behind all who stay. Refused with: ``no_such_seat``, ``has_left``."""

    seat: int

    def verify(self, state: T) -> Iterable[Problem]:
        """It must sit at the table still."""
        yield from seat_problems(state, self.seat)
        if self.seat in state.left:
            yield Problem("has_left", None, {"seat": self.seat})


def seat_problems(state: State, *seats: int | None) -> list[Problem]:
    """Return a problem ``no_such_seat`` for each of these that is not a seat of the match; ``None`` is nobody."""
    most = state.setup.seats - 1
    return [
        Problem("no_such_seat", None, {"seat": seat, "most": most})
        for seat in dict.fromkeys(seats)
        if seat is not None and not 0 <= seat <= most
    ]


def each_seat_problems(state: State, lines: Sequence[object]) -> Iterable[Problem]:
    """Yield ``final_lines`` unless a result has one line for each seat."""
    if len(lines) != state.setup.seats:
        yield Problem("final_lines", None, {"count": len(lines), "needs": state.setup.seats})


def brought_to(state: State, totals: Sequence[int], source: str, rule: str = "") -> tuple[Points, ...]:
    """Return the points that make the totals so far these: what each seat is short of them, or has too many."""
    differences = (total - state.total(seat) for seat, total in enumerate(totals))
    return tuple(Points(seat, amount, source, rule) for seat, amount in enumerate(differences) if amount)


def each_range_problems(code: str, values: Iterable[int | None], least: int, most: int) -> Iterable[Problem]:
    """Yield ``code`` for each seat whose value is out of ``least`` .. ``most``; ``None`` is not known."""
    for seat, value in enumerate(values):
        if value is not None and not least <= value <= most:
            yield Problem(code, None, {"seat": seat, "value": value, "least": least, "most": most})
