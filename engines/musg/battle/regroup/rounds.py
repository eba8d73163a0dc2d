"""The guards' rounds: from marker to marker until the alert is given (Musg, En alerte; ruling M338)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.battle import reactions, underway
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.regroup.watching import table_between
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import movement
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point

RULE: Final = "ruling M338"
ROUND: Final = "round"
MOST: Final = 6
"""Markers of one round: more only clutter the table."""
THERE: Final = 0.3
"""So near a marker a guard stands at it, in paces."""


class Rounds:
    """Every guard's markers, the first where it was deployed; at which of them it was last, and which way it goes."""

    def __init__(self) -> None:
        self.markers: dict[int, list[Point]] = {}
        self._at: dict[int, int] = {}
        self._step: dict[int, int] = {}
        self._walked: dict[int, int] = {}
        self._laid = 0

    def lay(self, field: Field, piece: Piece, spot: Point) -> None:
        """Lay the next marker of a guard's round."""
        self._laid += 1
        self.markers.setdefault(piece.uid, []).append(spot)
        self._at.setdefault(piece.uid, 0)
        self._step.setdefault(piece.uid, 1)
        field.lay(Mark(ROUND, self._laid, *spot), RULE, piece)

    def problem(self, field: Field, piece: Piece, spot: Point) -> str | None:
        """Return why a marker cannot be laid there: too far from the last for one walk, too many, or no ground."""
        markers = self.markers.get(piece.uid, [])
        if len(markers) >= MOST:
            return "round_full"
        if not markers:
            return None
        table = table_between(field, piece)
        if not table.can_stand(*spot):
            return "no_room"
        route = movement.route_within(table, table.base_at(*markers[-1]), spot, piece.mover())
        return None if route is not None and route.cost <= piece.sheet.movement else "marker_too_far"

    def next(self, piece: Piece) -> list[int]:
        """Return the numbers of the markers that a guard may walk to now, onward first."""
        markers = self.markers.get(piece.uid, [])
        if len(markers) < 2:
            return []
        at, step = self._at[piece.uid], self._step[piece.uid]
        if not _near(piece, markers[at]):
            return [number for number in (at + step, at, at - step) if 0 <= number < len(markers)]
        return [number for number in (at + step, at - step) if 0 <= number < len(markers)]

    def may_walk(self, field: Field, piece: Piece) -> bool:
        """Tell whether a guard still has its leg of this turn before it."""
        free = piece.place is Place.PLAY and not piece.foes and not piece.routed
        return free and self._walked.get(piece.uid) != field.turn and bool(self.next(piece))

    def may_drive(self, field: Field, piece: Piece, spot: Point) -> bool:
        """Tell whether a guard at the wheel may drive there: to a marker it may go to now (rulings M338, M357)."""
        markers = self.markers.get(piece.uid, [])
        free = self._walked.get(piece.uid) != field.turn
        return free and any(_close(spot, markers[number]) for number in self.next(piece))

    def drove(self, field: Field, piece: Piece) -> None:
        """Note at which marker a guard at the wheel is now."""
        at = next((number for number in self.next(piece) if _near(piece, self.markers[piece.uid][number])), None)
        self.stay(field, piece)
        if at is not None:
            self._step[piece.uid] = 1 if at > self._at[piece.uid] else -1
            self._at[piece.uid] = at

    def stay(self, field: Field, piece: Piece) -> None:
        """Let a guard stay where it is for this turn: it shoots or strikes from there."""
        self._walked[piece.uid] = field.turn

    def way(self, field: Field, piece: Piece, number: int) -> Route:
        """Return the way of a guard towards a marker, as far as it comes by one walk."""
        foes, friends = field.around(piece)
        goal = self.markers[piece.uid][number]
        return movement.set_out(field.table, piece.base, goal, piece.mover(), foes=foes, friends=friends)

    def walk(self, field: Field, piece: Piece, number: int) -> Flow[None]:
        """Walk towards a marker, as far as the way is free."""
        goal = self.markers[piece.uid][number]
        self.stay(field, piece)
        if number != self._at[piece.uid]:
            self._step[piece.uid] = 1 if number > self._at[piece.uid] else -1
        cost = min(1, piece.ap)
        piece.ap -= cost
        yield from underway.go(
            field, piece, self.way(field, piece, number), underway.Tale(Kind.WALKED, RULE, cost=cost)
        )
        if piece.place is Place.PLAY and _near(piece, goal):
            self._at[piece.uid] = number
        yield from reactions.sighted(field, piece)

    def end(self, field: Field) -> None:
        """Take up all markers: the alert is given."""
        field.take_up([mark for mark in field.marks if mark.code == ROUND], RULE)


def _near(piece: Piece, spot: Point) -> bool:
    return _close(piece.base[:2], spot)


def _close(one: Point, other: Point) -> bool:
    dx, dy = one[0] - other[0], one[1] - other[1]
    return sqrt(dx * dx + dy * dy) <= THERE
