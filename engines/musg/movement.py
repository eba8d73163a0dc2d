"""Moving over the table: the best way to a point, and where a figure ends (Musg, Marcher, Courir, Charger, Fuir).

A pace of difficult terrain costs two (rulings M54, M56). Heights cost as ruling M55 says: up to half a figure nothing,
else two paces per pace up (``Mover.climb``), one per pace down; slopes nothing. Figures never pass through ``foes``,
may pass through ``friends``, and never end on either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.geometry import Point, ring
from engines.musg.table import GAP, TOUCH, Base, Table, distance, overlaps, touching
from engines.musg.ways import FREE, Foe, Stop, Ways, past_foes, search, ways_of

_BACK: Final = 0.25
"""How finely a figure looks back along its way for a place to end, in paces."""
_COARSE: Final = 0.05
_SHARE: Final = 0.001
"""What is kept of the allowance so that rounding the end never exceeds it."""
_DIRECTIONS: Final = ring(0.0, 0.0, 1.0)
_OUTWARDS: Final = (0.6, 1.2, 2.0, 3.0, 4.5, 6.5, 9.0)
_EXACT: Final = 1e-6


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


def route_to(
    table: Table,
    start: Base,
    goal: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    apart: float = 0.05,
) -> Route:
    """Return the best way to a point, or as far along it as the allowance and the ground let the figure end.

    ``apart`` is kept from foes: an ordinary move ends in contact with nobody (ruling M61). A figure that can get no
    nearer stays: ``end`` is ``start``, ``cost`` 0.
    """
    ends = _Ends(table, start, foes, friends, apart)
    x, y = round(goal[0], 3), round(goal[1], 3)
    aims: Sequence[Point] = ((x, y),)
    exact = ends.allowed(table.place(x, y, start[3]))
    if not exact:
        aims = _around(table, (x, y), ends, start)
    ways = _ways(table, start, mover)
    walls = _foes(foes, start)
    leg = ways.leg(start[0], start[1], start[2], x, y) if exact else None
    if leg and leg.blocked == FREE and not leg.dear and past_foes(walls, start[0], start[1], x, y) == FREE:
        stops, arrived = [_first(start), Stop(x, y, leg.height, leg.cost, leg.rough)], True
    else:
        stops, arrived = _search(ways, start, aims, (x, y), 0.0, walls)
    return _walk(ways, ends, stops, mover, arrived and exact)


def charge(
    table: Table,
    start: Base,
    target: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the best way into contact with ``target``; not ``complete`` when it falls short (rulings M56, M57).

    ``foes`` are the other enemies. Sight is the caller's concern (ruling M59); the way may go round obstacles.
    """
    if touching(start, target):
        return Route(start, ((start[0], start[1]),), 0.0, True)
    return _charge(table, start, target, mover, foes, friends)


def charge_within(
    table: Table,
    start: Base,
    target: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the way of ``charge`` if it reaches contact, else ``None``; quicker, as it never looks farther."""
    if touching(start, target):
        return Route(start, ((start[0], start[1]),), 0.0, True)
    if _flat(start[0], start[1], (target[0], target[1])) - start[3] - target[3] > mover.paces:
        return None
    route = _charge(table, start, target, mover, foes, friends, mover.paces + _EXACT)
    return route if route.complete else None


def _charge(
    table: Table,
    start: Base,
    target: Base,
    mover: Mover,
    foes: Sequence[Base],
    friends: Sequence[Base],
    limit: float = 1e9,
) -> Route:
    everyone = [*(foe for foe in foes if foe != target), target]
    ends = _Ends(table, start, everyone, friends, -TOUCH)
    reach = start[3] + target[3] + GAP
    around: list[Point] | None = None

    def aims(x: float, y: float) -> Iterator[Point]:
        nonlocal around
        base = _beside(table, target, x - target[0], y - target[1], reach, start[3])
        if base and ends.allowed(base):
            yield base[0], base[1]
        if around is None:
            around = [
                (base[0], base[1])
                for dx, dy in _DIRECTIONS
                if (base := _beside(table, target, dx, dy, reach, start[3])) and ends.allowed(base)
            ]
        yield from sorted(around, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)[:4]

    ways = _ways(table, start, mover)
    middle = (target[0], target[1])
    stops, arrived = search(
        ways, start[:3], aims, lambda x, y: max(0.0, _flat(x, y, middle) - reach - GAP), _foes(everyone, start), limit
    )
    if not arrived:
        if limit < 1e9:
            return _stay(start)
        ends.apart = 0.05
        return _walk(ways, ends, [*stops, *_press_on(ways, stops[-1], target, reach)], mover, False)
    route = _walk(ways, ends, stops, mover, True)
    if touching(route.end, target) or route.hanging:
        return route
    ends.apart = 0.05
    return _short(ways, ends, stops, mover)


def away_from(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the move that ends farthest from the nearest of ``threats``; straight away from them when free."""
    return _flee(table, start, threats, mover, foes, friends)


def break_off(
    table: Table,
    start: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the move out of a close combat that ends farthest from the foes, in contact with none (ruling M68).

    ``mover`` has half the movement and ignores difficult terrain (Musg, Fuir un corps à corps). Not ``complete`` when
    there is no such place.
    """
    engaged = [foe for foe in foes if touching(start, foe)]
    route = _flee(table, start, engaged or foes, mover, foes, friends)
    freed = not any(touching(route.end, foe) for foe in foes)
    return route._replace(complete=freed)


def step_back(table: Table, start: Base, threat: Base, paces: float, others: Sequence[Base] = ()) -> Base | None:
    """Return the place exactly ``paces`` straight back from ``threat``; ``None`` when it cannot be reached.

    For the tests on receiving a charge and under fire (Musg, Actions Passives). Difficult terrain does not shorten the
    step, but nobody climbs backwards.
    """
    dx, dy = start[0] - threat[0], start[1] - threat[1]
    size = sqrt(dx * dx + dy * dy)
    if size < TOUCH:
        return None
    end = table.place(start[0] + dx / size * paces, start[1] + dy / size * paces, start[3])
    ends = _Ends(table, start, others, (), 0.0)
    if not ends.allowed(end):
        return None
    ways = ways_of(table, start[3], True, 2.0, 0.0)
    leg = ways.leg(start[0], start[1], start[2], end[0], end[1])
    if leg.blocked != FREE or leg.dear or past_foes(_foes(others, start), start[0], start[1], end[0], end[1]) != FREE:
        return None
    return end


def off_table(
    table: Table,
    start: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the way towards the nearest table edge; ``complete`` when the figure leaves (ruling M154).

    A figure leaves when its base reaches the edge. Should nothing lead to the nearest edge, the next one counts.
    """
    radius = start[3]
    sides = (
        (start[0], (radius, start[1])),
        (table.width - start[0], (table.width - radius, start[1])),
        (start[1], (start[0], radius)),
        (table.depth - start[1], (start[0], table.depth - radius)),
    )
    route = _stay(start)
    ends = _Ends(table, start, foes, friends, 0.05)
    ways = _ways(table, start, mover)
    for _, point in sorted(sides):
        goal = (round(point[0], 3), round(point[1], 3))
        if (start[0], start[1]) == goal:
            return Route(start, (goal,), 0.0, True)
        exact = _clear(table, goal, radius)
        aims = (goal,) if exact else _around(table, goal, ends, start)
        stops, arrived = _search(ways, start, aims, goal, 0.0, _foes(foes, start))
        ends.leaving = True
        route = _walk(ways, ends, stops, mover, arrived and exact)
        ends.leaving = False
        if arrived:
            return route
    return route


def follow(
    table: Table,
    start: Base,
    points: Sequence[Point],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the route through given points, or ``None`` when it is blocked, too long or ends where nobody may."""
    ways = _ways(table, start, mover)
    walls = _foes(foes, start)
    stops = [_first(start)]
    for x, y in points:
        last = stops[-1]
        leg = ways.leg(last.x, last.y, last.height, x, y)
        if leg.blocked != FREE or past_foes(walls, last.x, last.y, x, y) != FREE:
            return None
        stops.append(Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough))
    route = _walk(ways, _Ends(table, start, foes, friends, -TOUCH), stops, mover, True)
    return route if route.complete else None


def straight(
    table: Table,
    start: Base,
    direction: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the move as far as possible in a straight line; ``complete`` when the whole allowance was walked."""
    ways = _ways(table, start, mover)
    ends = _Ends(table, start, foes, friends, 0.05)
    return _straight(ways, ends, _first(start), direction, mover, _foes(foes, start))


class _Ends:
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


def _walk(ways: Ways, ends: _Ends, stops: Sequence[Stop], mover: Mover, arrives: bool) -> Route:
    """Walk along stops while the allowance lasts, then back to the last place where the figure may end."""
    last = stops[-1]
    if last.cost <= mover.paces + _EXACT and last.rough <= mover.rough + _EXACT:
        end = (last.x, last.y, round(last.height, 3), ends.start[3])
        if ends.allowed(end) or (ends.leaving and arrives):
            return Route(end, tuple((stop.x, stop.y) for stop in stops), last.cost, arrives)
    return _short(ways, ends, stops, mover)


def _short(ways: Ways, ends: _Ends, stops: Sequence[Stop], mover: Mover) -> Route:
    """Return the part of a way that can be walked, ending where the figure may."""
    walked = [stops[0]]
    for before, after in pairwise(stops):
        if after.cost > mover.paces - _SHARE or after.rough > mover.rough - _SHARE:
            partial = _partly(ways, before, after, mover)
            return _retreat(ways, ends, walked, partial, mover, climbs=True)
        walked.append(after)
    return _retreat(ways, ends, walked, walked[-1], mover, climbs=False)


def _partly(ways: Ways, before: Stop, after: Stop, mover: Mover) -> Stop:
    """Return the farthest point of a leg that the allowance reaches, to about a thousandth of a pace."""
    paces, rough = mover.paces - before.cost - _SHARE, mover.rough - before.rough - _SHARE
    length = _flat(before.x, before.y, (after.x, after.y))
    if length <= 0.0 or paces <= 0.0:
        return before
    dx, dy = after.x - before.x, after.y - before.y
    best = before
    low, high = 0.0, 1.0
    if abs(after.cost - before.cost - length) < _EXACT:  # open ground all the way
        low = high = min(1.0, paces / length)
    for _ in range(14):
        share = (low + high) / 2
        x, y = before.x + dx * share, before.y + dy * share
        leg = ways.leg(before.x, before.y, before.height, x, y, lenient=True)
        if leg.blocked == FREE and leg.cost <= paces and leg.rough <= rough:
            best = Stop(x, y, leg.height, before.cost + leg.cost, before.rough + leg.rough)
            low = share
        else:
            high = share
        if high - low < 1e-9 or (high - low) * length < _SHARE:
            break
    return best


def _retreat(ways: Ways, ends: _Ends, walked: Sequence[Stop], reached: Stop, mover: Mover, *, climbs: bool) -> Route:
    """Go back along the way, a little at a time, to where the figure may end; ``climbs``: the allowance ran out."""
    radius = ends.start[3]
    trail = [*walked, reached] if reached is not walked[-1] else list(walked)
    while len(trail) > 1:
        before, after = trail[-2], trail[-1]
        length = _flat(before.x, before.y, (after.x, after.y))
        for step in range(int(length / _BACK) + 1):
            share = 1.0 - step * _BACK / length if length else 0.0
            x = round(before.x + (after.x - before.x) * share, 3)
            y = round(before.y + (after.y - before.y) * share, 3)
            place = ends.table.place(x, y, radius)
            if not ends.allowed(place):
                continue
            leg = ways.leg(before.x, before.y, before.height, x, y)
            cost = before.cost + leg.cost
            if leg.blocked != FREE or cost > mover.paces + _EXACT or before.rough + leg.rough > mover.rough + _EXACT:
                continue
            if past_foes(_foes(ends.foes, ends.start), before.x, before.y, x, y) != FREE:
                continue
            points = (*((stop.x, stop.y) for stop in trail[:-1]), (x, y))
            if climbs and mover.hangs and step and reached is after:
                rope = _hang(ends.table, place, after, mover, cost)
                if rope:
                    return Route(rope[0], points, rope[1], False, True)
            return Route((x, y, round(leg.height, 3), radius), points, cost, False)
        trail.pop()
    return _stay(ends.start)


def _hang(table: Table, foot: Base, towards: Stop, mover: Mover, cost: float) -> tuple[Base, float] | None:
    """Return the place on the rope that the rest of the allowance reaches, above the foot of an obstacle."""
    left = mover.paces - cost - _SHARE
    near = _flat(foot[0], foot[1], (towards.x, towards.y)) <= foot[3] + 2 * _BACK
    if left <= TOUCH or not near:
        return None
    height = round(foot[2] + left / mover.climb - 0.0005, 3)
    return (foot[0], foot[1], height, foot[3]), cost + (height - foot[2]) * mover.climb


def _flee(
    table: Table, start: Base, threats: Sequence[Base], mover: Mover, foes: Sequence[Base], friends: Sequence[Base]
) -> Route:
    ways = _ways(table, start, mover)
    ends = _Ends(table, start, foes, friends, 0.05)
    walls = _foes(foes, start)
    best, farthest = _stay(start), _nearest(start, threats)
    for direction in _headings(start, threats)[:8]:
        route = _straight(ways, ends, _first(start), direction, mover, walls)
        far = _nearest(route.end, threats)
        if far > farthest + TOUCH:
            best, farthest = route, far
            if route.complete:
                break
    return best._replace(complete=best.end != start)


def _headings(start: Base, threats: Sequence[Base]) -> list[Point]:
    """Return the directions to flee in: straight away from the nearest threats, then the twelve, best first."""
    dx = dy = 0.0
    for threat in threats:
        x, y = start[0] - threat[0], start[1] - threat[1]
        square = x * x + y * y
        if square > TOUCH:
            dx += x / square
            dy += y / square
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-6:
        return list(_DIRECTIONS)
    dx, dy = dx / size, dy / size
    return [(dx, dy), *sorted(_DIRECTIONS, key=lambda heading: -(heading[0] * dx + heading[1] * dy))]


def _straight(ways: Ways, ends: _Ends, first: Stop, direction: Point, mover: Mover, walls: Sequence[Foe]) -> Route:
    """Return the longest move along a direction that ends on the table, blocked by nothing."""
    size = sqrt(direction[0] ** 2 + direction[1] ** 2)
    if size < 1e-9:
        return _stay(ends.start)
    dx, dy = direction[0] / size, direction[1] / size
    radius, table = ends.start[3], ends.table
    length = min(
        mover.paces,
        _room(first.x, dx, radius, table.width - radius),
        _room(first.y, dy, radius, table.depth - radius),
    )
    low, high, best = 0.0, length, first
    while high - low > _COARSE or high == low:
        share = high if best is first and high == length else (low + high) / 2
        x, y = first.x + dx * share, first.y + dy * share
        leg = ways.leg(first.x, first.y, first.height, x, y, lenient=True)
        free = leg.blocked == FREE and past_foes(walls, first.x, first.y, x, y) == FREE
        if free and leg.cost <= mover.paces + _EXACT and leg.rough <= mover.rough + _EXACT:
            best, low = Stop(x, y, leg.height, leg.cost, leg.rough), share
        else:
            high = share - 1e-12 if share == length else share
        if share == length and low == length:
            break
    if best is first:
        return _stay(ends.start)
    route = _retreat(ways, ends, [first], best, mover, climbs=False)
    return route._replace(complete=route.cost > mover.paces - 2 * _BACK)


def _press_on(ways: Ways, last: Stop, target: Base, reach: float) -> list[Stop]:
    """Return one more stop: straight on towards the target, as far as nothing is in the way."""
    size = _flat(last.x, last.y, (target[0], target[1]))
    if size <= reach + TOUCH:
        return []
    low, high, best = 0.0, 1.0 - (reach + 0.1) / size, None
    while (high - low) * size > _BACK:
        share = (low + high) / 2
        x, y = last.x + (target[0] - last.x) * share, last.y + (target[1] - last.y) * share
        leg = ways.leg(last.x, last.y, last.height, x, y, lenient=True)
        if leg.blocked == FREE:
            best, low = Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough), share
        else:
            high = share
    return [best] if best else []


def _around(table: Table, goal: Point, ends: _Ends, start: Base) -> list[Point]:
    """Return places near a point where nobody may end, the nearest to the point and then to the figure first."""
    for out in _OUTWARDS:
        found = []
        for x, y in _DIRECTIONS:
            base = table.place(goal[0] + x * out, goal[1] + y * out, start[3])
            if ends.allowed(base):
                found.append((base[0], base[1]))
        if found:
            return sorted(found, key=lambda point: _flat(start[0], start[1], point))[:3]
    return [goal]


def _beside(table: Table, target: Base, dx: float, dy: float, reach: float, radius: float) -> Base | None:
    """Return the place in contact with a target on the side (``dx``, ``dy``) of it, if heights allow contact."""
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-9:
        return None
    base = table.place(target[0] + dx / size * reach, target[1] + dy / size * reach, radius)
    return base if touching(base, target) and not overlaps(base, target) else None


def _search(
    ways: Ways, start: Base, aims: Sequence[Point], goal: Point, slack: float, walls: Sequence[Foe]
) -> tuple[list[Stop], bool]:
    spread = slack + max(_flat(x, y, goal) for x, y in aims)
    return search(ways, start[:3], lambda x, y: aims, lambda x, y: max(0.0, _flat(x, y, goal) - spread), walls)


def _ways(table: Table, start: Base, mover: Mover) -> Ways:
    return ways_of(table, start[3], mover.ignores_difficult, mover.climb, mover.scales)


def _foes(foes: Sequence[Base], start: Base) -> list[Foe]:
    """Return who stands in the way: not those far above or below, as on a roof (their own height apart)."""
    return [(foe[0], foe[1], foe[3] + start[3] + GAP / 2) for foe in foes]


def _first(start: Base) -> Stop:
    return Stop(start[0], start[1], start[2], 0.0, 0.0)


def _stay(start: Base) -> Route:
    return Route(start, ((start[0], start[1]),), 0.0, False)


def _clear(table: Table, goal: Point, radius: float) -> bool:
    return table.can_stand(goal[0], goal[1], radius)


def _flat(x: float, y: float, point: Point) -> float:
    dx, dy = x - point[0], y - point[1]
    return sqrt(dx * dx + dy * dy)


def _nearest(base: Base, threats: Sequence[Base]) -> float:
    return min((distance(base, threat) for threat in threats), default=0.0)


def _room(position: float, pace: float, low: float, high: float) -> float:
    """Return how far one may go along one axis before leaving the table."""
    if pace > 1e-9:
        return max(0.0, (high - position) / pace)
    return max(0.0, (low - position) / pace) if pace < -1e-9 else 1e9
