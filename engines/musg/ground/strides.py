"""Walking along a way: how far the allowance lasts, and where a figure may end (Musg, Marcher; rulings M54, M61)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple, final

from engines.musg.ground.corners import Leg
from engines.musg.ground.detours import Stop
from engines.musg.ground.geometry import length_of, ring, thousandths
from engines.musg.ground.layout import Climb, Form
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import BODY, GAP, TOUCH, Base, Table
from engines.musg.ground.turns import Foe
from engines.musg.ground.ways import ANY_OBSTACLE, FREE, past_foes, ways_of

APART: Final = 0.05
"""What an ordinary move keeps from foes: it ends in contact with nobody (ruling M61)."""
FAR_OFF: Final = 1e3
"""Farther than across any table."""
DIRECTIONS: Final = ring(0.0, 0.0, 1.0)
"""Twelve directions round about."""
BACK: Final = 0.25
"""How finely a figure looks back along its way for a place to end, in paces."""
PROBE: Final = 0.05
"""How finely a figure looks ahead for the side of what it climbs, in paces."""
COARSE: Final = 0.15
"""How finely the end of a straight move is looked for."""
SKIPPED: Final = 0.01
"""How much nearer than that it is looked at again where a figure may end nowhere, for rounding's sake."""
SHARE: Final = 0.001
"""What is kept of the allowance so that rounding the end never exceeds it."""
EXACT: Final = 1e-6
"""What sums of floats may be off by."""


class Mover(NamedTuple):
    """How far and how a figure may move now.

    ``paces``: the whole allowance on open ground (with jump pack or legs, and half as much again for a run).
    ``rough``: how much of it may be spent in difficult terrain: less than ``paces`` by what counts on open ground only.
    ``ignores_difficult``: all ground counts as open. ``climb``: paces of movement per pace of height going up (2; 1
    with a jump pack). ``scales``: height in paces of the highest impassable obstacle that gear takes the figure over
    (rope 10, jump pack and the harasser's tackle without limit), 0 without gear. ``hangs``: may stop halfway up, on
    a rope. ``most``: the highest obstacle it gets over at all, slopes and stairs aside (rulings M191, M323).
    """

    paces: float
    rough: float
    ignores_difficult: bool = False
    climb: float = 2.0
    scales: float = 0.0
    hangs: bool = False
    most: float = ANY_OBSTACLE


@final
class Route:
    """A way that may be walked now. ``end`` is legal and rounded; ``points`` lead from the start to the end.

    ``cost`` is in paces of the allowance and never exceeds it. ``complete``: the end is what was asked for (the point,
    contact, the edge…), not only part of the way. ``hanging``: it ends on a rope, halfway up.
    """

    __slots__ = ("complete", "cost", "end", "hanging", "points")

    def __init__(
        self, end: Base, points: tuple[Point, ...], cost: float, complete: bool, hanging: bool = False
    ) -> None:
        self.end = end
        self.points = points
        self.cost = cost
        self.complete = complete
        self.hanging = hanging

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Route) and self._whole() == other._whole()

    def __hash__(self) -> int:
        return hash(self._whole())

    def _whole(self) -> tuple[Base, tuple[Point, ...], float, bool, bool]:
        return self.end, self.points, self.cost, self.complete, self.hanging

    def judged(self, *, complete: bool) -> Route:
        """Return the same way, complete or not."""
        return Route(self.end, self.points, self.cost, complete, self.hanging)


class March:
    """A figure about to move from ``start``: the ways open to it, who stands in them, and where it may end.

    ``walls`` are those it cannot pass: all foes, whatever their height, as nobody climbs through a figure either.
    It ends on ground that takes its base, on nobody, and at least ``apart`` paces from every foe; less than 0: contact
    is meant. ``leaving``: it steps off the table, so that where it steps off from need take nobody's base.
    """

    __slots__ = ("_walls", "apart", "foes", "friends", "leaving", "mover", "start", "table", "ways")

    def __init__(
        self,
        table: Table,
        start: Base,
        mover: Mover,
        foes: Sequence[Base],
        friends: Sequence[Base],
        apart: float = APART,
    ) -> None:
        self.table, self.start, self.mover = table, start, mover
        self.foes: list[Base] = foes if isinstance(foes, list) else list(foes)
        self.friends: list[Base] = friends if isinstance(friends, list) else list(friends)
        self.apart = apart
        self.leaving = False
        self.ways = ways_of(table, start[3], mover.ignores_difficult, mover.climb, mover.scales, mover.most)
        self._walls: list[Foe] | None = None

    @property
    def walls(self) -> list[Foe]:
        """Return whom it cannot pass, and how near it may come to each."""
        if self._walls is None:
            radius = self.start[3]
            self._walls = [Foe(x, y, other + radius + GAP / 2) for x, y, _, other in self.foes]
        return self._walls

    def allowed(self, base: Base) -> bool:
        """Tell whether the figure may end there."""
        x, y, z, radius = base
        # As ``overlaps``, written out: this is asked about everybody for every place considered.
        for ox, oy, oz, other in self.friends:
            dx, reach = x - ox, radius + other
            if -reach < dx < reach:
                dy = y - oy
                if dx * dx + dy * dy < reach * reach - 1e-6 and -BODY < z - oz < BODY:
                    return False
        wide = radius + self.apart if self.apart > 0 else radius
        for ox, oy, oz, other in self.foes:
            dx, reach = x - ox, wide + other
            if -reach < dx < reach:
                dy = y - oy
                if dx * dx + dy * dy < reach * reach - 1e-6 and -BODY < z - oz < BODY:
                    return False
        return self.table.can_stand(x, y, radius)

    def stuck(self, base: Base) -> float:
        """Return for how many paces at least a figure that may not end there may end nowhere round about."""
        x, y, z, radius = base
        most = 0.0
        for ox, oy, oz, other in (*self.friends, *self.foes):
            reach = radius + other
            if -reach < x - ox < reach and -reach < y - oy < reach and -BODY < z - oz < BODY:
                most = max(most, reach - flat(x, y, (ox, oy)))
        if most and self.table.rises.near(x, y, most):  # higher up it would stand above them, or below
            most = 0.0
        return max(most, self.table.stuck(x, y, radius))

    def passes(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Tell whether a straight leg passes all foes."""
        return past_foes(self.walls, ax, ay, bx, by) == FREE

    def walls_within(self, paces: float) -> list[Foe]:
        """Return those it cannot pass and may meet on a way of so many paces."""
        if paces >= FAR_OFF:
            return self.walls
        x, y = self.start[0], self.start[1]
        return [wall for wall in self.walls if length_of(x - wall.x, y - wall.y) <= paces + wall.reach]

    def first(self) -> Stop:
        """Return where the way begins."""
        return Stop(self.start[0], self.start[1], self.start[2], 0.0, 0.0)

    def stay(self) -> Route:
        """Return the move of a figure that stays where it is."""
        return stay(self.start)


def walk(march: March, stops: Sequence[Stop], arrives: bool) -> Route:
    """Walk along stops while the allowance lasts, then back to the last place where the figure may end."""
    last, mover = stops[-1], march.mover
    if last.cost <= mover.paces + EXACT and last.rough <= mover.rough + EXACT:
        end = (last.x, last.y, thousandths(last.height), march.start[3])
        if march.allowed(end) or (march.leaving and arrives):
            return Route(end, tuple([(stop.x, stop.y) for stop in stops]), last.cost, arrives)
    return shortened(march, stops)


def shortened(march: March, stops: Sequence[Stop]) -> Route:
    """Return the part of a way that can be walked, ending where the figure may."""
    walked = [stops[0]]
    mover = march.mover
    for before, after in pairwise(stops):
        if after.cost > mover.paces - SHARE or after.rough > mover.rough - SHARE:
            reached = _partly(march, before, after)
            return _on_rope(march, walked, reached, after) if mover.hangs else _retreat(march, walked, reached)
        walked.append(after)
    return _retreat(march, walked, walked[-1])


def _partly(march: March, before: Stop, after: Stop) -> Stop:
    """Return the farthest point of a leg that the allowance reaches, to about a thousandth of a pace."""
    mover, ways = march.mover, march.ways
    paces, rough = mover.paces - before.cost - SHARE, mover.rough - before.rough - SHARE
    length = flat(before.x, before.y, (after.x, after.y))
    if length <= 0.0 or paces <= 0.0:
        return before
    dx, dy = after.x - before.x, after.y - before.y
    best = before
    low, high = 0.0, 1.0
    if abs(after.cost - before.cost - length) < EXACT:  # open ground all the way
        low = high = min(1.0, paces / length)
    for _ in range(14):
        share = (low + high) / 2
        x, y = before.x + dx * share, before.y + dy * share
        leg = ways.leg(before.x, before.y, before.height, x, y, lenient=True)
        if leg.blocked == FREE and leg.cost <= paces + EXACT and leg.rough <= rough + EXACT:
            best = Stop(x, y, leg.height, before.cost + leg.cost, before.rough + leg.rough)
            low = share
        else:
            high = share
        if high - low < 1e-9 or (high - low) * length < SHARE:
            break
    return best


def _retreat(march: March, walked: Sequence[Stop], reached: Stop, up: Stop | None = None, back: float = BACK) -> Route:
    """Go back along the way, ``back`` paces at a time, to where the figure may end.

    ``up``: where the leg leads on which the allowance ran out, for a figure that may stay on a rope on its way up.
    """
    table, ways, mover, radius = march.table, march.ways, march.mover, march.start[3]
    trail = [*walked, reached] if reached is not walked[-1] else list(walked)
    while len(trail) > 1:
        before, after = trail[-2], trail[-1]
        length = flat(before.x, before.y, (after.x, after.y))
        onward = 0
        for step in range(int(length / back) + 1):
            if step < onward:
                continue
            share = 1.0 - step * back / length if length else 0.0
            place = table.base_at(
                before.x + (after.x - before.x) * share, before.y + (after.y - before.y) * share, radius
            )
            if not march.allowed(place):
                if back < PROBE:
                    onward = step + int((march.stuck(place) - SKIPPED) / back)
                continue
            x, y = place[:2]
            leg = ways.leg(before.x, before.y, before.height, x, y)
            cost = before.cost + leg.cost
            if leg.blocked != FREE or cost > mover.paces + EXACT or before.rough + leg.rough > mover.rough + EXACT:
                continue
            if not march.passes(before.x, before.y, x, y):
                continue
            points = (*[(stop.x, stop.y) for stop in trail[:-1]], (x, y))
            if up and reached is after:
                rope = _hang(march, (x, y, leg.height, radius), up, cost)
                if rope:
                    return Route(rope[0], points, rope[1], False, True)
            return Route((x, y, thousandths(leg.height), radius), points, cost, False)
        trail.pop()
    return march.stay()


def _on_rope(march: March, walked: Sequence[Stop], reached: Stop, up: Stop) -> Route:
    """Return what can be walked and climbed of a way, of which ``up`` is the first stop out of reach.

    A figure that hangs on a rope goes on up or down it; one at the foot of an obstacle begins to climb.
    """
    start = x, y, z, radius = march.start
    begins = len(walked) == 1
    drop = z - march.table.height_at(x, y) if begins else 0.0
    if drop <= TOUCH:
        route = _retreat(march, walked, reached, up)
        rope = _hang(march, start, up, 0.0) if begins and route.end == start else None
    else:
        rope = _hang(march, start, up, 0.0)
        left = march.mover.paces - SHARE
        if rope is None and left < drop and not any(leg.height >= z - TOUCH for leg in _ahead(march, start, up)):
            rope = (x, y, thousandths(z - left), radius), left
        route = march.stay() if rope else _retreat(march, walked, reached)
    return Route(rope[0], ((x, y),), rope[1], False, True) if rope else route


def _hang(march: March, foot: Base, up: Stop, cost: float) -> tuple[Base, float] | None:
    """Return the place on the rope that the rest of the allowance reaches on the side of an obstacle, if one is there.

    ``foot`` is where the figure stands, or hangs already; ``up`` where its way leads.
    """
    mover, (x, y, z, radius) = march.mover, foot
    left = mover.paces - cost - SHARE
    if left <= TOUCH:
        return None
    for leg in _ahead(march, foot, up):
        if leg.height > z + TOUCH and _takes_rope(march.table, leg):
            height = min(leg.height, thousandths(z + left / mover.climb - 0.0005))
            return (x, y, height, radius), cost + (height - z) * mover.climb
    return None


def _takes_rope(table: Table, leg: Leg) -> bool:
    """Tell whether a leg leads up something to hang on: a level, or a wall that takes a rope to get over."""
    pieces = [table.pieces[number] for number in leg.dear if number >= 0]
    return any(piece.form is Form.LEVEL or piece.climb is Climb.GEAR for piece in pieces)


def _ahead(march: March, foot: Base, up: Stop) -> Iterator[Leg]:
    """Give the legs that lead on from a place, longer and longer, as far as the side of an obstacle may be."""
    x, y, z, radius = foot
    length = flat(x, y, (up.x, up.y))
    for number in range(1, int(min(length, radius + 2 * BACK) / PROBE) + 1):
        share = number * PROBE / length
        leg = march.ways.leg(x, y, z, x + (up.x - x) * share, y + (up.y - y) * share, lenient=True)
        if leg.blocked != FREE:
            return
        yield leg


def straight_on(march: March, direction: Point, *, coarse: float = COARSE, back: float = BACK) -> Route:
    """Return the longest move along a direction that ends on the table, blocked by nothing.

    ``coarse`` and ``back``: how finely its end is looked for, in paces. Free ground is walked to the end of the
    allowance in any case.
    """
    size = length_of(direction[0], direction[1])
    if size < 1e-9:
        return march.stay()
    dx, dy = direction[0] / size, direction[1] / size
    radius, table, mover, first = march.start[3], march.table, march.mover, march.first()
    length = min(
        mover.paces - SHARE,
        _room(first.x, dx, radius, table.width - radius),
        _room(first.y, dy, radius, table.depth - radius),
    )
    low, high, best = 0.0, length, first
    while high - low > coarse or high == low:
        share = high if best is first and high == length else (low + high) / 2
        x, y = first.x + dx * share, first.y + dy * share
        leg = march.ways.leg(first.x, first.y, first.height, x, y, lenient=True)
        free = leg.blocked == FREE and march.passes(first.x, first.y, x, y)
        if free and leg.cost <= mover.paces + EXACT and leg.rough <= mover.rough + EXACT:
            best, low = Stop(x, y, leg.height, leg.cost, leg.rough), share
        else:
            high = share - 1e-12 if share == length else share
        if share == length and low == length:
            break
    if best is first:
        return march.stay()
    route = _retreat(march, [first], best, back=back)
    return route.judged(complete=route.cost > mover.paces - 2 * back)


def stay(start: Base) -> Route:
    return Route(start, ((start[0], start[1]),), 0.0, False)


def flat(x: float, y: float, point: Point | Base) -> float:
    dx, dy = x - point[0], y - point[1]
    return sqrt(dx * dx + dy * dy)


def _room(position: float, pace: float, low: float, high: float) -> float:
    """Return how far one may go along one axis before leaving the table."""
    if pace > 1e-9:
        return max(0.0, (high - position) / pace)
    return max(0.0, (low - position) / pace) if pace < -1e-9 else 1e9
