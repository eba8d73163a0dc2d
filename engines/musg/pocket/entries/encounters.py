"""Encounters: who heard something, what came, how many are placed where (Musg, « J'ai entendu quelque chose ! »)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from engines.core.dice import Dice
from engines.core.problems import Problem
from engines.musg.ground.templates import d3
from engines.musg.invasion import meets
from engines.musg.pocket.entries.base import Entry, RollEntry, in_phase, standing
from engines.musg.pocket.menace import meeting
from engines.musg.pocket.setup import POINTS
from engines.musg.pocket.state import Awaited, Group, Pending, Phase, Place, Spot, State, Table

BUILDINGS_MOST: Final = 40
PLACED_MOST: Final = 20
UNKNOWN_PLACE: Final = Place(Spot.POINT)


class HearsSomething(RollEntry, frozen=True, tag="hears", kw_only=True):
    """A band's roll at the start of the turn, in the order of initiative (rulings M188, M315).

    A lone band rolls at once: nobody contests its place (ruling M325).
    """

    reason: ClassVar[str] = "encounter"
    band: str

    def check(self, state: State) -> Iterator[Problem]:
        """The band whose turn it is to roll."""
        if not state.lone:
            yield from in_phase(state, Phase.ENCOUNTERS)
        if self.band != next_to_roll(state):
            yield Problem("not_to_roll", None, {"band": self.band})
        elif state.pending:
            yield Problem("roll_awaited", None, {"item": state.pending[0].kind.value})

    def subject(self, state: State) -> str:
        """The band."""
        return self.band

    def ask(self, state: State, dice: Dice) -> None:
        """One die."""
        dice.d6("encounter")

    def done(self, state: State) -> None:
        """An encounter, or nothing."""
        if state.lone:
            state.set_order([state.lone])
        state.rolled = (*state.rolled, self.band)
        _heard(state, self.faces[0], band=self.band)
        if not next_to_roll(state):
            state.phase = Phase.BANDS


class EntersBuilding(RollEntry, frozen=True, tag="enters", kw_only=True):
    """A figure entered a building in which nobody of any band and no civilian was (rulings M190, M324)."""

    reason: ClassVar[str] = "building"
    figure: str
    building: int

    def check(self, state: State) -> Iterator[Problem]:
        """A figure that stands, a building with a number."""
        yield from standing(state, self.figure)
        if not 1 <= self.building <= BUILDINGS_MOST:
            yield Problem("building", None, {"value": self.building, "most": BUILDINGS_MOST})

    def subject(self, state: State) -> str:
        """The building."""
        return str(self.building)

    def ask(self, state: State, dice: Dice) -> None:
        """One die."""
        dice.d6("building")

    def done(self, state: State) -> None:
        """An encounter inside, or nothing."""
        band = self.figure.partition(":")[0]
        civilian = state.civilian(self.figure)
        place = Place(Spot.BUILDING, self.building)
        _heard(state, self.faces[0], band=civilian.leader if civilian else band, ref=self.figure, place=place)


def _heard(state: State, face: int, *, band: str, ref: str = "", place: Place = UNKNOWN_PLACE) -> None:
    if meets(face, state.turn):
        pending = Pending(state.next_id(), Awaited.TABLE, band, ref, place)
        state.pending = (*state.pending, pending)
        state.tell("heard", ref, place, band=band, face=face)
    else:
        state.tell("quiet", ref, place, band=band, face=face)


def next_to_roll(state: State) -> str:
    """Return the band that rolls next for an encounter; "" when all have."""
    return state.lone or next((key for key in state.order if key not in state.rolled), "")


class Follows(RollEntry, frozen=True, kw_only=True):
    """A roll that another one called for; ``pending`` is the number of what is awaited."""

    answers: ClassVar[Awaited]
    pending: int

    def check(self, state: Any) -> Iterator[Problem]:
        """It is what is awaited first."""
        awaited = state.awaited
        if awaited is None or awaited.id != self.pending or awaited.kind is not self.answers:
            yield Problem("not_awaited", None, {"value": self.pending})

    def subject(self, state: Any) -> str:
        """Whom or what it is about, as the players know it."""
        one = state.pending[0]
        place = f"{one.where.spot} {one.where.number}" if one.where.number else ""
        return " ".join(part for part in (one.band, one.ref, place) if part)

    def take(self, state: Table) -> Pending:
        """Return what was awaited, and await it no more."""
        one = state.pending[0]
        state.pending = state.pending[1:]
        return one


class WhatComes(Follows, frozen=True, tag="what_comes", kw_only=True):
    """The d66 of an encounter: who comes, and at which point unless it is inside a building (rulings M189, M190)."""

    reason: ClassVar[str] = "encounter_table"
    answers: ClassVar[Awaited] = Awaited.TABLE

    def ask(self, state: State, dice: Dice) -> None:
        """Tens, then units."""
        dice.roll("d66", "encounter_table")

    def done(self, state: State) -> None:
        """Whoever needs no further die is placed at once."""
        one = self.take(state)
        d66 = self.faces[0] * 10 + self.faces[1]
        row = meeting(state.setup.menace, d66, state.setup.catalogue)
        place = one.where if one.where.number else Place(Spot.POINT, row.point)
        if row.civilians:
            # Civilians go on from here: found by the same band, drawn one after the other.
            follow = Pending(state.next_id(), Awaited.CIVILIAN, one.band, one.ref, place, d66, row.civilians)
            state.pending = (follow, *state.pending)
            state.tell("civilians_there", one.ref, place, count=row.civilians, band=one.band)
        elif row.needs_d3:
            follow = Pending(state.next_id(), Awaited.HOW_MANY, one.band, one.ref, place, d66)
            state.pending = (follow, *state.pending)
            state.tell("some_come", one.ref, place)
        else:
            _arrive(state, d66, place, 0)


class HowMany(Follows, frozen=True, tag="how_many", kw_only=True):
    """The d3 of an encounter, as a d6 halved and rounded up."""

    reason: ClassVar[str] = "how_many"
    answers: ClassVar[Awaited] = Awaited.HOW_MANY

    def ask(self, state: State, dice: Dice) -> None:
        """One die."""
        dice.d6("how_many")

    def done(self, state: State) -> None:
        """They are placed."""
        one = self.take(state)
        _arrive(state, one.d66, one.where, d3(self.faces[0]))


def _arrive(state: State, d66: int, place: Place, d3: int) -> None:
    for arrival in meeting(state.setup.menace, d66, state.setup.catalogue).arrivals:
        _place(state, arrival.figure, arrival.fixed + arrival.d3 * d3, place)


def _place(state: State, profile: str, count: int, place: Place) -> None:
    state.groups = (*state.groups, Group(state.next_id(), profile, place, state.turn, count))
    state.tell("arrived", "", place, profile=profile, count=count)


class Placed(Entry, frozen=True, tag="placed", kw_only=True):
    """The scenario put some of the menace on the table."""

    profile: str
    count: int
    point: int = 0

    def check(self, state: State) -> Iterator[Problem]:
        """Those that come this evening, at a point or nowhere in particular."""
        if self.profile not in state.profiles:
            yield Problem("profile", None, {"value": self.profile})
        if not 1 <= self.count <= PLACED_MOST:
            yield Problem("number_placed", None, {"count": self.count, "most": PLACED_MOST})
        if not 0 <= self.point <= POINTS:
            yield Problem("point", None, {"value": self.point})

    def apply(self, state: State) -> None:
        """They stand there."""
        spot = Spot.POINT if self.point else Spot.SCENARIO
        _place(state, self.profile, self.count, Place(spot, self.point))
