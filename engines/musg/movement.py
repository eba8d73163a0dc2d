"""Moving over the table: the best way to a point, and where a figure ends (Musg, Marcher, Courir, Charger, Fuir).

A pace of difficult terrain costs two (rulings M54, M56). Heights cost as ruling M55 says: up to half a figure nothing,
else two paces per pace up (``Mover.climb``), one per pace down; slopes nothing. Figures never pass through ``foes``,
may pass through ``friends``, and never end on either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from engines.musg.detours import Stop, search
from engines.musg.geometry import Point, ring
from engines.musg.strides import (
    BACK,
    EXACT,
    Ends,
    Mover,
    Route,
    first_stop,
    flat,
    shortened,
    stay,
    straight_on,
    walk,
    walls_of,
    ways_for,
)
from engines.musg.table import GAP, TOUCH, Base, Table, distance, overlaps, touching
from engines.musg.ways import FREE, Foe, Ways, past_foes, ways_of

__all__ = [
    "Mover",
    "Route",
    "away_from",
    "break_off",
    "charge",
    "charge_within",
    "follow",
    "off_table",
    "route_to",
    "step_back",
    "straight",
]

_DIRECTIONS: Final = ring(0.0, 0.0, 1.0)
_AGAIN: Final = 3
_OUTWARDS: Final = (0.6, 1.2, 2.0, 3.0, 4.5, 6.5, 9.0)


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
    nearer stays: ``end`` is ``start``, ``cost`` 0. Asked for the ``end`` of any route it gave, it finds a way there,
    so that a logged move can be checked from its end alone; only an end on a rope is asked for by its foot.
    """
    ends = Ends(table, start, foes, friends, apart)
    ways, walls = ways_for(table, start, mover), walls_of(foes, start)
    route = _route(ways, ends, goal, mover, walls)
    for _ in range(_AGAIN):
        if route.complete or route.end == start:
            return route
        again = _route(ways, ends, (route.end[0], route.end[1]), mover, walls)
        if again.complete:
            return route if route.hanging else again._replace(complete=False)
        route = again
    route = straight_on(ways, ends, first_stop(start), (goal[0] - start[0], goal[1] - start[1]), mover, walls)
    again = _route(ways, ends, (route.end[0], route.end[1]), mover, walls)
    return again._replace(complete=False) if again.complete else stay(start)


def _route(ways: Ways, ends: Ends, goal: Point, mover: Mover, walls: Sequence[Foe]) -> Route:
    start, table = ends.start, ends.table
    radius = start[3]
    x = round(min(max(goal[0], radius), table.width - radius), 3)
    y = round(min(max(goal[1], radius), table.depth - radius), 3)
    wanted = (round(goal[0], 3), round(goal[1], 3))
    exact = ends.allowed(table.place(x, y, radius))
    if exact:
        leg = ways.leg(start[0], start[1], start[2], x, y)
        if leg.blocked == FREE and not leg.dear and past_foes(walls, start[0], start[1], x, y) == FREE:
            direct = [first_stop(start), Stop(x, y, leg.height, leg.cost, leg.rough)]
            return walk(ways, ends, direct, mover, (x, y) == wanted)
    aims = ((x, y),) if exact else _around(table, (x, y), ends, start)
    stops, arrived = _search(ways, start, aims, (x, y), walls)
    return walk(ways, ends, stops, mover, arrived and exact and (x, y) == wanted)


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
    if flat(start[0], start[1], (target[0], target[1])) - start[3] - target[3] > mover.paces:
        return None
    route = _charge(table, start, target, mover, foes, friends, mover.paces + EXACT)
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
    ends = Ends(table, start, everyone, friends, -TOUCH)
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
        yield from sorted(around, key=lambda point: flat(x, y, point))[:4]

    ways = ways_for(table, start, mover)
    middle = (target[0], target[1])
    stops, arrived = search(
        ways, start[:3], aims, lambda x, y: max(0.0, flat(x, y, middle) - reach - GAP), walls_of(everyone, start), limit
    )
    if not arrived:
        if limit < 1e9:
            return stay(start)
        ends.apart = 0.05
        return walk(
            ways, ends, [*stops, *_press_on(ways, stops[-1], target, reach, walls_of(everyone, start))], mover, False
        )
    route = walk(ways, ends, stops, mover, True)
    if touching(route.end, target) or route.hanging:
        return route
    ends.apart = 0.05
    return shortened(ways, ends, stops, mover)


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
    ends = Ends(table, start, others, (), 0.0)
    if not ends.allowed(end):
        return None
    ways = ways_of(table, start[3], True, 2.0, 0.0)
    leg = ways.leg(start[0], start[1], start[2], end[0], end[1])
    if (
        leg.blocked != FREE
        or leg.dear
        or past_foes(walls_of(others, start), start[0], start[1], end[0], end[1]) != FREE
    ):
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
    route = stay(start)
    ends = Ends(table, start, foes, friends, 0.05)
    ways = ways_for(table, start, mover)
    for _, point in sorted(sides):
        goal = (round(point[0], 3), round(point[1], 3))
        if (start[0], start[1]) == goal:
            return Route(start, (goal,), 0.0, True)
        exact = _clear(table, goal, radius)
        aims = (goal,) if exact else _around(table, goal, ends, start)
        stops, arrived = _search(ways, start, aims, goal, walls_of(foes, start))
        ends.leaving = True
        route = walk(ways, ends, stops, mover, arrived and exact)
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
    ways = ways_for(table, start, mover)
    walls = walls_of(foes, start)
    stops = [first_stop(start)]
    for x, y in points:
        last = stops[-1]
        leg = ways.leg(last.x, last.y, last.height, x, y)
        if leg.blocked != FREE or past_foes(walls, last.x, last.y, x, y) != FREE:
            return None
        stops.append(Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough))
    route = walk(ways, Ends(table, start, foes, friends, -TOUCH), stops, mover, True)
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
    ways = ways_for(table, start, mover)
    ends = Ends(table, start, foes, friends, 0.05)
    return straight_on(ways, ends, first_stop(start), direction, mover, walls_of(foes, start))


def _flee(
    table: Table, start: Base, threats: Sequence[Base], mover: Mover, foes: Sequence[Base], friends: Sequence[Base]
) -> Route:
    ways = ways_for(table, start, mover)
    ends = Ends(table, start, foes, friends, 0.05)
    walls = walls_of(foes, start)
    best, farthest = stay(start), _nearest(start, threats)
    for direction in _headings(start, threats)[:8]:
        route = straight_on(ways, ends, first_stop(start), direction, mover, walls)
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


def _press_on(ways: Ways, last: Stop, target: Base, reach: float, walls: Sequence[Foe]) -> list[Stop]:
    """Return one more stop: straight on towards the target, as far as nothing is in the way."""
    size = flat(last.x, last.y, (target[0], target[1]))
    if size <= reach + TOUCH:
        return []
    low, high, best = 0.0, 1.0 - (reach + 0.1) / size, None
    while (high - low) * size > BACK:
        share = (low + high) / 2
        x, y = round(last.x + (target[0] - last.x) * share, 3), round(last.y + (target[1] - last.y) * share, 3)
        leg = ways.leg(last.x, last.y, last.height, x, y, lenient=True)
        if leg.blocked == FREE and past_foes(walls, last.x, last.y, x, y) == FREE:
            best, low = Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough), share
        else:
            high = share
    return [best] if best else []


def _around(table: Table, goal: Point, ends: Ends, start: Base) -> list[Point]:
    """Return places near a point where nobody may end, the nearest to the point and then to the figure first."""
    for out in _OUTWARDS:
        found = []
        for x, y in _DIRECTIONS:
            base = table.place(goal[0] + x * out, goal[1] + y * out, start[3])
            if ends.allowed(base):
                found.append((base[0], base[1]))
        if found:
            return sorted(found, key=lambda point: flat(start[0], start[1], point))[:3]
    return [goal]


def _beside(table: Table, target: Base, dx: float, dy: float, reach: float, radius: float) -> Base | None:
    """Return the place in contact with a target on the side (``dx``, ``dy``) of it, if heights allow contact."""
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-9:
        return None
    base = table.place(target[0] + dx / size * reach, target[1] + dy / size * reach, radius)
    return base if touching(base, target) and not overlaps(base, target) else None


def _search(
    ways: Ways, start: Base, aims: Sequence[Point], goal: Point, walls: Sequence[Foe]
) -> tuple[list[Stop], bool]:
    slack = max(flat(x, y, goal) for x, y in aims)
    return search(ways, start[:3], lambda x, y: aims, lambda x, y: max(0.0, flat(x, y, goal) - slack), walls)


def _clear(table: Table, goal: Point, radius: float) -> bool:
    return table.can_stand(goal[0], goal[1], radius)


def _nearest(base: Base, threats: Sequence[Base]) -> float:
    return min((distance(base, threat) for threat in threats), default=0.0)
