"""A match of Badass Force on the pad at one moment."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from engines.badass_force.score.points import counted, kill_points, leader_of
from engines.badass_force.score.setup import BadassSetup
from engines.core.score import Event, Points, State

LOSSES: Final = 5
"""Seven characters, one of them in the dressing room: the fifth loss leaves a single one (ruling F21)."""
TURN: Final = "Badass Force, A chaque tour"


class Mode(StrEnum):
    """Which face of the mode tile is up; Vengeance is for good (ruling F24)."""

    COOL = "cool"
    VENGEANCE = "vengeance"


class Holding(Struct, frozen=True):
    """What a player of a tied first place holds at the end: cards in hand, and ammunition if asked."""

    cards: int
    ammo: int | None


class BadassState(State, frozen=True):
    """A match at one moment.

    ``active`` is the seat whose turn it is, ``turn`` counts turns from 1. ``scorers`` have killed in this turn
    (ruling F18). ``vengeance`` are the seats in that mode, in seat order. ``losses`` counts each seat's lost
    characters. ``ended`` is why the match is over (``"limit"``, ``"left"``, ``"stopped"``), or
    empty. ``holdings`` are what tied players hold at the end, by seat. ``reached`` says that somebody had reached the
    limit, even if a card took points away since (ruling F51). ``left`` are the seats that left before the end.
    """

    setup: BadassSetup
    active: int
    turn: int = 1
    scorers: tuple[int, ...] = ()
    vengeance: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()
    ended: str = ""
    holdings: tuple[Holding | None, ...] = ()
    reached: bool = False
    left: tuple[int, ...] = ()

    @classmethod
    def new(cls, setup: BadassSetup) -> Self:
        """Return the match before its first entry: the first turn has begun."""
        state = cls(setup=setup, active=setup.start, losses=(0,) * setup.seats, holdings=(None,) * setup.seats)
        return state.with_events(*state.turn_events())

    def mode(self, seat: int) -> Mode:
        """The mode of a seat."""
        return Mode.VENGEANCE if seat in self.vengeance else Mode.COOL

    @property
    def leader(self) -> int | None:
        """The seat that is alone in front; equals lead together, which is nobody (ruling F19)."""
        totals = self.totals
        return leader_of(totals)

    @property
    def limit_reached(self) -> bool:
        """Whether this turn is the last (ruling F26)."""
        return self.reached or max(self.totals) >= self.setup.limit

    @property
    def counted(self) -> tuple[int, ...]:
        """What the places go by: the points, and less than nothing for the seats that left."""
        return counted(self.totals, self.left)

    @property
    def next_seat(self) -> int:
        """Whose turn follows, clockwise; who has left has none, unless nobody is left."""
        after = [(self.active + step) % self.setup.seats for step in range(1, self.setup.seats + 1)]
        return next((seat for seat in after if seat not in self.left), after[0])

    @property
    def due(self) -> tuple[int, ...]:
        """The Cool seats that have lost so many characters that they ought to be in Vengeance mode (ruling F21)."""
        return tuple(s for s in self.seats if s not in self.vengeance and self.losses[s] >= LOSSES)

    def kill_points(self, killer: int, victim: int, *, of_leader: bool | None = None) -> tuple[Points, ...]:
        """What this kill would bring now: the leader is judged before the points (rulings F18, F19).

        ``of_leader`` is given where that was judged before the effect of another kill (ruling F43).
        """
        setup = self.setup
        scored = kill_points(
            first=killer not in self.scorers,
            of_leader=victim == self.leader if of_leader is None else of_leader,
            first_kill=setup.first_kill,
            later_kill=setup.later_kill,
            leader_bonus=setup.leader_bonus,
        )
        return tuple(Points(killer, amount, source, rule, {"victim": victim}) for amount, source, rule in scored)

    def lose(self, seat: int) -> Self:
        """Return the state after a seat lost one character."""
        losses = tuple(count + (s == seat) for s, count in enumerate(self.losses))
        after = replace(self, losses=losses)
        return after.with_events(Event("one_left", seat, {}, "ruling F21")) if seat in after.due else after

    def begin_turn(self, seat: int) -> Self:
        """Return the state at the start of a seat's turn: charges as an event, the Cool bonus as a point (F13)."""
        after = replace(self, active=seat, turn=self.turn + 1, scorers=())
        if self.vengeance and seat not in self.vengeance and self.setup.cool_bonus:
            after = after.scored(Points(seat, self.setup.cool_bonus, "cool", "ruling F13"))
        return after.with_events(*after.turn_events())

    def turn_events(self) -> tuple[Event, ...]:
        """What the start of the active seat's turn brings beside points: one charge, two in Vengeance mode."""
        gain = 2 if self.active in self.vengeance else 1
        return (
            Event("turn", self.active, {"turn": self.turn}),
            Event("charges", self.active, {"gain": gain}, TURN),
        )
