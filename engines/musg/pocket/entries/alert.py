"""The alert: what raises it, the rolls, the guards' rounds, the parts of a turn (Musg, En alerte)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engines.core.dice import Dice
from engines.core.problems import Problem
from engines.musg.pocket.entries.base import Entry, in_phase, nothing_awaited, standing
from engines.musg.pocket.entries.encounters import Follows
from engines.musg.pocket.entries.turn import this_turn
from engines.musg.pocket.raid.setup import MARKERS
from engines.musg.pocket.raid.state import DETECTOR, START, RaidState, Round, Stage
from engines.musg.pocket.state import Awaited, Phase

SEEN, SHOT = "seen", "shot"
CAUSES: Final = (SEEN, SHOT, DETECTOR)
"""What the book rolls for beside the turn's start: a body found is not among it."""


class Alarm(Entry, frozen=True, tag="alarm", kw_only=True):
    """Something calls for a roll: an anti-terrorist was seen, a terrorist shot, somebody came near a detector.

    One roll for each figure and activation (rulings M209, M334, M335; detectors notice anybody, M216).
    """

    cause: str
    figure: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A cause the book knows, somebody it fits, and no alert yet."""
        yield from in_phase(state, Phase.GUARDS, Phase.RAIDERS)
        yield from standing(state, self.figure)
        if self.cause not in CAUSES:
            yield Problem("alarm_cause", None, {"value": self.cause})
        elif self.cause != DETECTOR and state.is_raider(self.figure) is (self.cause == SHOT):
            yield Problem("wrong_side", None, {"ref": self.figure})
        if state.given:
            yield Problem("alert_given")

    def apply(self, state: RaidState) -> None:
        """Await the roll."""
        state.alarm(self.cause, self.figure)
        state.tell(f"alarm_{self.cause}", self.figure)


class RollAlert(Follows, frozen=True, tag="alert", kw_only=True):
    """The die of the alert: the very number at a turn's start, the number or more else (rulings M208-M210)."""

    reason: ClassVar[str] = "alert"
    answers: ClassVar[Awaited] = Awaited.ALERT

    def subject(self, state: RaidState) -> str:
        """Why it is rolled, and for whom."""
        one = state.pending[0]
        return f"{one.cause} {one.ref}".strip()

    def ask(self, state: RaidState, dice: Dice) -> None:
        """One die."""
        dice.d6("alert")

    def done(self, state: RaidState) -> None:
        """The level rises by one, or stays; at 6 the alert is given, and nothing more is rolled."""
        one, face, need = self.take(state), self.faces[0], state.need
        if not (face == need if one.cause == START else face >= need):
            state.tell("alert_stays", one.ref, face=face, level=state.level)
            return
        state.level += 1
        if state.given:
            state.pending = ()
            state.tell("alert_is_given", one.ref, face=face)
        else:
            state.tell("alert_rises", one.ref, face=face, level=state.level)


class GuardWent(Entry, frozen=True, tag="guard", kw_only=True):
    """A guard walked to a neighbouring marker, or (``to`` where it stands) stayed to shoot or strike (ruling M338)."""

    figure: str
    to: int

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A guard that has not had its leg this turn, a marker beside it."""
        yield from in_phase(state, Phase.GUARDS)
        yield from nothing_awaited(state)
        if self.figure not in state.to_walk():
            yield Problem("no_guard", None, {"ref": self.figure})
        elif self.to not in (state.rounds[self.figure].at, *state.rounds[self.figure].next):
            yield Problem("no_such_marker", None, {"value": self.to})

    def apply(self, state: RaidState) -> None:
        """It stands there."""
        one = state.rounds[self.figure]
        state.tell("guard_stays" if self.to == one.at else "guard_walks", self.figure, marker=self.to)
        state.rounds[self.figure] = replace(one, at=self.to, acted=state.turn)


class RoundLaid(Entry, frozen=True, tag="round", kw_only=True):
    """A guard's round has another number of markers than agreed; the guard stands at the first."""

    figure: str
    markers: int

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A guard that stands, two markers at least."""
        if self.figure not in state.rounds or not state.stands(self.figure):
            yield Problem("no_guard", None, {"ref": self.figure})
        if not MARKERS[0] <= self.markers <= MARKERS[1]:
            yield Problem("raid_markers", None, {"least": MARKERS[0], "most": MARKERS[1]}, "ruling M338")

    def apply(self, state: RaidState) -> None:
        """Begin at the first marker."""
        state.rounds[self.figure] = Round(self.markers, 1, state.rounds[self.figure].acted)
        state.tell("round_laid", self.figure, markers=self.markers)


class GuardsDone(Entry, frozen=True, tag="guards_done", kw_only=True):
    """All terrorists have acted: the anti-terrorists' part begins (ruling M336)."""

    turn: int

    def check(self, state: RaidState) -> Iterator[Problem]:
        """Once in this turn, after the rolls that are awaited."""
        yield from in_phase(state, Phase.GUARDS)
        yield from nothing_awaited(state)
        yield from this_turn(state, self.turn)

    def apply(self, state: RaidState) -> None:
        """Go on."""
        state.phase = Phase.RAIDERS
        state.tell("raiders_part")


class RaidersDone(Entry, frozen=True, tag="raiders_done", kw_only=True):
    """The turn is over: a bomb goes off at the end of the third after it was placed, else the next begins (M212)."""

    turn: int

    def check(self, state: RaidState) -> Iterator[Problem]:
        """Once in this turn, after the rolls that are awaited."""
        yield from in_phase(state, Phase.RAIDERS)
        yield from nothing_awaited(state)
        yield from this_turn(state, self.turn)

    def apply(self, state: RaidState) -> None:
        """Let the bomb go off, or begin the next turn with the roll for the alert."""
        if state.bomb.stage is Stage.TICKING and state.turn >= state.bomb.goes_off:
            state.bomb = replace(state.bomb, stage=Stage.EXPLODED)
            state.phase = Phase.BLAST
            state.tell("bomb_exploded", site=state.bomb.site)
            return
        state.turn, state.phase = state.turn + 1, Phase.GUARDS
        state.tell("turn_begins", turn=state.turn)
        state.alarm(START)
