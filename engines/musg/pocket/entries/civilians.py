"""Civilians: drawn, led, stolen, shot at (Musg, Rencontre de civils; rulings M195, M202-M206, M332)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from engines.core.dice import Dice
from engines.core.problems import Problem
from engines.musg.pocket.entries.base import Entry, standing
from engines.musg.pocket.entries.encounters import Follows
from engines.musg.pocket.state import Awaited, Civilian, State


class DrawCivilian(Follows, frozen=True, tag="civilian", kw_only=True):
    """Which civilian was found: a die names one of the five; a 6, or one drawn already, is rolled again (M204).

    The finder places the civilian and leads it from the next turn on (ruling M195).
    """

    reason: ClassVar[str] = "civilian"
    answers: ClassVar[Awaited] = Awaited.CIVILIAN

    def ask(self, state: State, dice: Dice) -> None:
        """One die."""
        dice.d6("civilian")

    def done(self, state: State) -> None:
        """Found, or rolled again."""
        one, face = state.pending[0], self.faces[0]
        cards = tuple(state.setup.catalogue.civilians)  # in the order of the die that draws them (ruling M204)
        code = cards[face - 1] if face <= len(cards) else ""
        if code not in state.undrawn():
            state.tell("drawn_already", one.ref, one.where, face=face)
            return
        civilian = Civilian(len(state.civilians) + 1, code, one.band, one.where, state.turn)
        state.civilians = (*state.civilians, civilian)
        rest = replace(one, id=state.next_id(), count=one.count - 1)
        state.pending = ((rest,) if rest.count else ()) + state.pending[1:]
        state.tell("found", civilian.ref, one.where, band=one.band)


class Stolen(Entry, frozen=True, tag="stolen", kw_only=True):
    """A band stayed in contact with a civilian from the end of one activation to the next, and leads it now (M206)."""

    figure: str
    band: str

    def check(self, state: State) -> Iterator[Problem]:
        """A civilian that stands and may follow that band (Musg, Rencontre de civils; ruling M332)."""
        civilian = state.civilian(self.figure)
        if civilian is None:
            yield Problem("no_civilian", None, {"ref": self.figure})
            return
        yield from standing(state, self.figure)
        if state.setup.band(self.band) is None:
            yield Problem("no_such_band", None, {"band": self.band})
        if civilian.leader == self.band:
            yield Problem("led_already", None, {"ref": self.figure})
        if self.band in civilian.spurned:
            yield Problem("spurned", None, {"ref": self.figure, "band": self.band})

    def apply(self, state: State) -> None:
        """Another band leads it."""
        _put(state, replace(_civilian(state, self.figure), leader=self.band))
        state.tell("stolen", self.figure, band=self.band)


class ShotAt(Entry, frozen=True, tag="shot_at", kw_only=True):
    """A band shot at a civilian, who never follows it again, and leaves it at once (ruling M332)."""

    figure: str
    band: str

    def check(self, state: State) -> Iterator[Problem]:
        """A civilian that stands."""
        if state.civilian(self.figure) is None:
            yield Problem("no_civilian", None, {"ref": self.figure})
            return
        yield from standing(state, self.figure)
        if state.setup.band(self.band) is None:
            yield Problem("no_such_band", None, {"band": self.band})

    def apply(self, state: State) -> None:
        """It remembers."""
        civilian = _civilian(state, self.figure)
        leader = "" if civilian.leader == self.band else civilian.leader
        spurned = civilian.spurned if self.band in civilian.spurned else (*civilian.spurned, self.band)
        _put(state, replace(civilian, leader=leader, spurned=spurned))
        state.tell("spurns", self.figure, band=self.band)


def _civilian(state: State, ref: str) -> Civilian:
    return next(one for one in state.civilians if one.ref == ref)


def _put(state: State, changed: Civilian) -> None:
    state.civilians = tuple(changed if one.number == changed.number else one for one in state.civilians)
