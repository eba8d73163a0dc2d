"""When a step of a lesson is done: by what has happened in the battle since the step began."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from campaigns.wars.play.lessons.bands import OWN
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Place
from engines.musg.ground import sight


class Verdict(StrEnum):
    """How far somebody is with a step. ``MISSED``: it cannot be done any more from where the battle is now."""

    OPEN = "open"
    MET = "met"
    MISSED = "missed"


class Scene(Struct, frozen=True):
    """What a goal may look at: the battle when the step began, as it is now, and what happened in between."""

    start: Battle
    now: Battle
    since: Sequence[Event]

    def first(self, kinds: Collection[Kind], figure: int, target: int | None = None) -> Event | None:
        """Return the first event of these kinds that a figure did, to that other one where one is named."""
        return next(
            (
                event
                for event in self.since
                if event.kind in kinds and event.figure == figure and target in (None, event.target)
            ),
            None,
        )

    def activation(self, figure: int) -> list[Event]:
        """Return what a figure did until its first activation was over."""
        own = [event for event in self.since if event.figure == figure]
        over = next((place for place, event in enumerate(own) if event.kind is Kind.ENDED_ACTIVATION), len(own))
        return own[:over]

    def has_acted(self, figure: int) -> bool:
        """Tell whether a figure's activation is over."""
        return self.first([Kind.ENDED_ACTIVATION], figure) is not None


type Goal = Callable[[Scene], Verdict]
MOVES: Final = (Kind.WALKED, Kind.RAN, Kind.WENT_ON)


def both_waves(scene: Scene) -> Verdict:
    """Somebody of the learner's is activated in the second wave."""
    second = False
    for event in scene.since:
        if event.kind is Kind.WAVE and event.side == OWN:
            second = event.data.get("wave") == 2
        if second and event.kind is Kind.ACTIVATED and event.side == OWN:
            return Verdict.MET
    return Verdict.OPEN


def walks_and_runs(figure: int) -> Goal:
    """Return the goal that a figure walks and runs in one activation."""

    def goal(scene: Scene) -> Verdict:
        if scene.first([Kind.WALKED], figure) and scene.first([Kind.RAN], figure):
            return Verdict.MET
        return Verdict.MISSED if scene.has_acted(figure) else Verdict.OPEN

    return goal


def takes_shelter(figure: int) -> Goal:
    """Return the goal that a figure's activation ends where no foe sees it, or only in cover."""

    def goal(scene: Scene) -> Verdict:
        if not scene.has_acted(figure):
            return Verdict.OPEN
        moves = [event for event in scene.activation(figure) if event.kind in MOVES]
        end = moves[-1].data.get("end") if moves else None
        if not isinstance(end, list):
            return Verdict.MISSED
        table = scene.start.table
        here = table.base_at(end[0], end[1])
        foes = [piece for piece in scene.start.pieces if piece.side != OWN and piece.place is Place.PLAY]
        views = [sight.look(table, foe.base, here) for foe in foes]
        return Verdict.MET if all(view.covers or not view.visible for view in views) else Verdict.MISSED

    return goal


def does(kinds: Collection[Kind], figure: int, target: int | None = None) -> Goal:
    """Return the goal that one of these kinds of event is a figure's, in its activation."""

    def goal(scene: Scene) -> Verdict:
        if scene.first(kinds, figure, target):
            return Verdict.MET
        return Verdict.MISSED if scene.has_acted(figure) else Verdict.OPEN

    return goal


def shoots_down(figure: int, target: int) -> Goal:
    """Return the goal that a figure puts another out of action by a shot, and not by a blow, in its activation."""

    def goal(scene: Scene) -> Verdict:
        attack = None
        for event in scene.since:
            if event.kind in (Kind.SHOT, Kind.STRUCK) and event.figure == figure:
                attack = event
            if event.kind is Kind.OUT and (event.figure, event.target) == (target, figure):
                shot = attack is not None and attack.kind is Kind.SHOT
                return Verdict.MET if shot else Verdict.MISSED
        return Verdict.MISSED if scene.has_acted(figure) else Verdict.OPEN

    return goal


def holds_by_the_word(figure: int, leader: int) -> Goal:
    """Return the goal that a figure passes its rout test with the leadership of its leader."""

    def goal(scene: Scene) -> Verdict:
        test = scene.first([Kind.ROUT_TEST], figure)
        if test is not None:
            return Verdict.MET if test.data.get("passed") and test.target == leader else Verdict.MISSED
        ended = any(event.kind is Kind.END_OF_TURN for event in scene.since)
        return Verdict.MISSED if ended else Verdict.OPEN

    return goal


def is_over(scene: Scene) -> Verdict:
    """The battle has come to its end."""
    return Verdict.MET if scene.now.outcome is not None else Verdict.OPEN
