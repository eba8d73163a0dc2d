"""Walking along a way: how far the allowance lasts, and where a figure may end (Musg, Marcher; rulings M54, M61)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.detours import Stop
from engines.musg.geometry import Point, length_of
from engines.musg.table import GAP, TOUCH, Base, Table, overlaps
from engines.musg.ways import FREE, Foe, Ways, past_foes, ways_of

BACK: Final = 0.25
"""How finely a figure looks back along its way for a place to end, in paces."""
COARSE: Final = 0.15
"""How finely the end of a straight move is looked for."""
SHARE: Final = 0.001
"""What is kept of the allowance so that rounding the end never exceeds it."""
EXACT: Final = 1e-6
"""What sums of floats may be off by."""


class Mover(NamedTuple):
    """How far and how a figure may move now.

    ``paces``: the whole allowance on open ground (with jump pack or legs, and half as much again for a run).
    ``rough``: how much of it may be spent in difficult terrain: less than ``paces`` by what counts on open ground only.
    ``ignores_difficult``: difficult terrain is open. ``climb``: paces of movement per pace of height going up (2; 1
    with a jump pack). ``scales``: height in paces of the highest impassable obstacle that gear takes the figure over
    (rope 10, jump pack and the harasser's tackle without limit), 0 without gear. ``hangs``: may stop halfway up, on
    a rope.
    """

    paces: float
    rough: float
    ignores_difficult: bool = False
    climb: float = 2.0
    scales: float = 0.0
    hangs: bool = False


class Route(NamedTuple):
    """A way that may be walked now. ``end`` is legal and rounded; ``points`` lead from the start to the end.

    ``cost`` is in paces of the allowance and never exceeds it. ``complete``: the end is what was asked for (the point,
    contact, the edge…), not only part of the way. ``hanging``: it ends on a rope, halfway up.
    """

    end: Base
    points: tuple[Point, ...]
    cost: float
    complete: bool
    hanging: bool = False


class Ends:
    """Where a figure may end: on ground that takes its base, on nobody, in contact with no foe."""

    __slots__ = ("apart", "foes", "friends", "leaving", "start", "table")

    def __init__(self, table: Table, start: Base, foes: Sequence[Base], friends: Sequence[Base], apart: float) -> None:
        self.table, self.start, self.foes, self.friends, self.apart = table, start, foes, friends, apart
        self.leaving = False

    def allowed(self, base: Base) -> bool:
        """Tell whether the figure may end there."""
        for friend in self.friends:
            if overlaps(base, friend):
                return False
        if self.foes:
            spread = base[0], base[1], base[2], base[3] + self.apart
            for foe in self.foes:
                if overlaps(spread if self.apart > 0 else base, foe):
                    return False
        return self.table.can_stand(base[0], base[1], base[3])


def walk(ways: Ways, ends: Ends, stops: Sequence[Stop], mover: Mover, arrives: bool) -> Route:
    """Walk along stops while the allowance lasts, then back to the last place where the figure may end."""
    last = stops[-1]
    if last.cost <= mover.paces + EXACT and last.rough <= mover.rough + EXACT:
        end = (last.x, last.y, round(last.height, 3), ends.start[3])
        if ends.allowed(end) or (ends.leaving and arrives):
            return Route(end, tuple((stop.x, stop.y) for stop in stops), last.cost, arrives)
    return shortened(ways, ends, stops, mover)


def shortened(ways: Ways, ends: Ends, stops: Sequence[Stop], mover: Mover) -> Route:
    """Return the part of a way that can be walked, ending where the figure may."""
    walked = [stops[0]]
    for before, after in pairwise(stops):
        if after.cost > mover.paces - SHARE or after.rough > mover.rough - SHARE:
            partial = _partly(ways, before, after, mover)
            return _retreat(ways, ends, walked, partial, mover, climbs=True)
        walked.append(after)
    return _retreat(ways, ends, walked, walked[-1], mover, climbs=False)


def _partly(ways: Ways, before: Stop, after: Stop, mover: Mover) -> Stop:
    """Return the farthest point of a leg that the allowance reaches, to about a thousandth of a pace."""
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


def _retreat(ways: Ways, ends: Ends, walked: Sequence[Stop], reached: Stop, mover: Mover, *, climbs: bool) -> Route:
    """Go back along the way, a little at a time, to where the figure may end; ``climbs``: the allowance ran out."""
    radius = ends.start[3]
    trail = [*walked, reached] if reached is not walked[-1] else list(walked)
    while len(trail) > 1:
        before, after = trail[-2], trail[-1]
        length = flat(before.x, before.y, (after.x, after.y))
        for step in range(int(length / BACK) + 1):
            share = 1.0 - step * BACK / length if length else 0.0
            x = round(before.x + (after.x - before.x) * share, 3)
            y = round(before.y + (after.y - before.y) * share, 3)
            place = ends.table.place(x, y, radius)
            if not ends.allowed(place):
                continue
            leg = ways.leg(before.x, before.y, before.height, x, y)
            cost = before.cost + leg.cost
            if leg.blocked != FREE or cost > mover.paces + EXACT or before.rough + leg.rough > mover.rough + EXACT:
                continue
            if past_foes(walls_of(ends.foes, ends.start), before.x, before.y, x, y) != FREE:
                continue
            points = (*((stop.x, stop.y) for stop in trail[:-1]), (x, y))
            if climbs and mover.hangs and step and reached is after:
                rope = _hang(ends.table, place, after, mover, cost)
                if rope:
                    return Route(rope[0], points, rope[1], False, True)
            return Route((x, y, round(leg.height, 3), radius), points, cost, False)
        trail.pop()
    return stay(ends.start)


def _hang(table: Table, foot: Base, towards: Stop, mover: Mover, cost: float) -> tuple[Base, float] | None:
    """Return the place on the rope that the rest of the allowance reaches, above the foot of an obstacle."""
    left = mover.paces - cost - SHARE
    near = flat(foot[0], foot[1], (towards.x, towards.y)) <= foot[3] + 2 * BACK
    if left <= TOUCH or not near:
        return None
    height = round(foot[2] + left / mover.climb - 0.0005, 3)
    return (foot[0], foot[1], height, foot[3]), cost + (height - foot[2]) * mover.climb


def straight_on(ways: Ways, ends: Ends, first: Stop, direction: Point, mover: Mover, walls: Sequence[Foe]) -> Route:
    """Return the longest move along a direction that ends on the table, blocked by nothing."""
    size = length_of(direction[0], direction[1])
    if size < 1e-9:
        return stay(ends.start)
    dx, dy = direction[0] / size, direction[1] / size
    radius, table = ends.start[3], ends.table
    length = min(
        mover.paces,
        _room(first.x, dx, radius, table.width - radius),
        _room(first.y, dy, radius, table.depth - radius),
    )
    low, high, best = 0.0, length, first
    while high - low > COARSE or high == low:
        share = high if best is first and high == length else (low + high) / 2
        x, y = first.x + dx * share, first.y + dy * share
        leg = ways.leg(first.x, first.y, first.height, x, y, lenient=True)
        free = leg.blocked == FREE and past_foes(walls, first.x, first.y, x, y) == FREE
        if free and leg.cost <= mover.paces + EXACT and leg.rough <= mover.rough + EXACT:
            best, low = Stop(x, y, leg.height, leg.cost, leg.rough), share
        else:
            high = share - 1e-12 if share == length else share
        if share == length and low == length:
            break
    if best is first:
        return stay(ends.start)
    route = _retreat(ways, ends, [first], best, mover, climbs=False)
    return route._replace(complete=route.cost > mover.paces - 2 * BACK)


def ways_for(table: Table, start: Base, mover: Mover) -> Ways:
    return ways_of(table, start[3], mover.ignores_difficult, mover.climb, mover.scales)


def walls_of(foes: Sequence[Base], start: Base) -> list[Foe]:
    """Return who stands in the way, whatever their height: nobody climbs through a figure either."""
    return [(foe[0], foe[1], foe[3] + start[3] + GAP / 2) for foe in foes]


def first_stop(start: Base) -> Stop:
    return Stop(start[0], start[1], start[2], 0.0, 0.0)


def stay(start: Base) -> Route:
    return Route(start, ((start[0], start[1]),), 0.0, False)


def flat(x: float, y: float, point: Point) -> float:
    dx, dy = x - point[0], y - point[1]
    return sqrt(dx * dx + dy * dy)


def _room(position: float, pace: float, low: float, high: float) -> float:
    """Return how far one may go along one axis before leaving the table."""
    if pace > 1e-9:
        return max(0.0, (high - position) / pace)
    return max(0.0, (low - position) / pace) if pace < -1e-9 else 1e9
