"""The level of alert, and what raises it: time, being seen, detectors, shots (Musg, En alerte; M208-M210, M334)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import Final

from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Drive
from engines.musg.battle.regroup import watching as insight
from engines.musg.battle.regroup.teams import TEAM, team
from engines.musg.battle.state import Piece
from engines.musg.ground import sight
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import GAP, RADIUS
from engines.musg.ranks import Rank

EVERY: Final = 1.0
"""How finely a way is looked at for who sees it, in paces."""
DETECTOR: Final = "detector"
HEARD: Final = 10
"""Within so many paces a guard hears a vehicle that drives (ruling M357)."""


class Alert:
    """How alarmed the terrorists are. Rolls that somebody gave cause for wait until the action is over.

    ``level``: 0 to 6, at which the alert is given. ``off``: the game is played without it, everybody is free (M337).
    """

    def __init__(self, *, off: bool = False) -> None:
        self.level = 0
        self.off = off
        self._waiting: list[tuple[str, int]] = []
        self._in_view: set[int] = set()
        self._told: set[tuple[str, int, int]] = set()

    @property
    def given(self) -> bool:
        """Whether everybody is free to run, shoot and leave the rounds."""
        return self.off or self.level >= TEAM.alert

    @property
    def need(self) -> int:
        """What a die is compared with."""
        return TEAM.alert - self.level

    # --- rolls ------------------------------------------------------------------------------------------------------

    def tick(self, field: Field, side: int) -> Flow[None]:
        """Roll at the start of the terrorists' part: the very number raises it (rulings M208, M210)."""
        if not self.given:
            face = yield from field.cast(lambda dice: dice.d6("alert", None), side)
            self._rolled(field, "turn", None, face, raised=face == self.need, rule="ruling M208")

    def settle(self, field: Field, side: int) -> Flow[None]:
        """Make the rolls that somebody gave cause for: the number or more raises it (ruling M209)."""
        waiting, self._waiting = self._waiting, []
        for why, uid in waiting:
            if not self.given:
                piece = field.pieces[uid]
                face = yield from field.cast(lambda dice, one=piece: dice.d6("alert", one.uid), side)  # type: ignore[misc]
                self._rolled(field, why, piece, face, raised=face >= self.need, rule="ruling M209")

    def _rolled(self, field: Field, why: str, piece: Piece | None, face: int, *, raised: bool, rule: str) -> None:
        need = self.need
        self.level += raised
        field.emit(
            Kind.ALERT, rule, piece, why=why, face=face, need=need, raised=raised, level=self.level, given=self.given
        )

    # --- causes -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """An activation begins: whoever is seen in it, and whatever detector is passed, counts once more."""
        self._told = set()

    def shot(self, piece: Piece) -> None:
        """Note that a terrorist fired: the others hear it."""
        if not self.given:
            self._waiting.append(("shot", piece.uid))

    def look(self, field: Field, anti: int, terrorists: int) -> None:
        """See who is in view now, so that who merely stays there is not rolled for again (ruling M334)."""
        if not self.given:
            watching = team(field, terrorists)
            self._in_view = {p.uid for p in team(field, anti) if any(insight.sees(field, t, p) for t in watching)}

    def intruder_went(self, field: Field, piece: Piece, points: Sequence[Point], terrorists: int) -> None:
        """Note whether an anti-terrorist was seen on a way, one cause in an activation (ruling M334)."""
        if self.given or piece.hidden or ("seen", piece.uid, 0) in self._told:
            return
        watching = team(field, terrorists)
        for x, y in spots(points):
            base = field.table.base_at(x, y, piece.base[3])
            if any(insight.sees_at(field, t, base) for t in watching):
                self._note("seen", piece.uid, 0)
                return

    def guard_went(self, field: Field, piece: Piece, points: Sequence[Point], anti: int) -> None:
        """Note whom a terrorist's way brought into view (ruling M334)."""
        if self.given:
            return
        for other in self._unseen(field, anti):
            places = (field.table.base_at(x, y, piece.base[3]) for x, y in spots(points))
            if insight.sees_from(field, places, other):
                self._in_view.add(other.uid)
                self._note("seen", other.uid, 0)

    def _unseen(self, field: Field, anti: int) -> list[Piece]:
        return [p for p in team(field, anti) if p.uid not in self._in_view and not p.hidden]

    def drove(self, field: Field, trip: Drive, anti: int, terrorists: int) -> None:
        """Note who notices a vehicle: it is seen and detected as people on foot are, and heard besides (ruling M357).

        Every anti-terrorist aboard who comes into view is a cause, and the vehicle one at each detector; guards hear
        one that their enemy drives within 10 paces, whether they see it or not.
        """
        if self.given:
            return
        for mark in field.marks:
            if mark.code == DETECTOR and _comes_near(trip, (mark.x, mark.y), TEAM.detector_zone):
                self._note("detector", trip.pilot.uid, mark.number)
        watching = team(field, terrorists)
        if trip.pilot.side == anti:
            if any(sight.sees(trip.table(t), t.base, spot) for t in watching for spot in trip.looks):
                for one in trip.aboard:
                    if one.side == anti and not one.bystander:
                        self._note("seen", one.uid, 0)
            guards = [t for t in watching if t.sheet.rank is Rank.EXTRA]
            if any(_comes_near(trip, t.base[:2], HEARD + t.base[3]) for t in guards):
                self._note("heard", trip.pilot.uid, trip.vehicle)
        elif any(one.side == terrorists for one in trip.aboard):
            middles = [(x, y, 0.0, RADIUS) for x, y in trip.middles]
            for other in self._unseen(field, anti):
                looks, table = insight.looks(field, other), trip.table(other)
                if any(sight.sees(table, middle, look) for middle in middles for look in looks):
                    self._in_view.add(other.uid)
                    self._note("seen", other.uid, 0)

    def passed(self, field: Field, piece: Piece, points: Sequence[Point]) -> None:
        """Note which detectors noticed a figure, anybody, on its way (rulings M216, M335)."""
        if self.given or len(points) < 2:
            return
        for mark in field.marks:
            if mark.code == DETECTOR and away(points, (mark.x, mark.y)) <= TEAM.detector_zone + piece.base[3]:
                self._note("detector", piece.uid, mark.number)

    def _note(self, why: str, uid: int, number: int) -> None:
        if (why, uid, number) not in self._told:
            self._told.add((why, uid, number))
            self._waiting.append((why, uid))


def _comes_near(trip: Drive, spot: Point, paces: float) -> bool:
    """Tell whether any part of a vehicle came within so many paces of a point (rulings M2, M3)."""
    return any(base.gap_to(*spot) <= paces + GAP for base in trip.ground)


def spots(points: Sequence[Point]) -> list[Point]:
    """Return places along a way, its end included, its beginning not."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        count = ceil(length / EVERY)
        found += [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(1, count + 1)]
    return found


def away(points: Sequence[Point], spot: Point) -> float:
    """Return how near a way comes to a point, in paces."""
    if len(points) == 1:
        return _far(points[0], spot)
    return min(_from_leg(a, b, spot) for a, b in pairwise(points))


def _from_leg(a: Point, b: Point, spot: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return _far((a[0] + share * dx, a[1] + share * dy), spot)


def _far(a: Point, b: Point) -> float:
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def mark_of(number: int, spot: Point) -> Mark:
    """Return a detector's marker."""
    return Mark(DETECTOR, number, *spot)
