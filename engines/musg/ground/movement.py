"""Moving over the table: the best way to a point, and where a figure ends (Musg, Marcher, Courir, Charger, Fuir).

A pace of difficult terrain costs two (rulings M54, M56). Heights cost as ruling M55 says: up to half a figure nothing,
else two paces per pace up (``Mover.climb``), one per pace down; slopes nothing. Figures never pass through ``foes``,
may pass through ``friends``, and never end on either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.musg.ground.charging import charge, charge_within
from engines.musg.ground.detours import FAR, Aim, Range, Stop, search
from engines.musg.ground.geometry import thousandths
from engines.musg.ground.retreats import away_from, break_off, step_back
from engines.musg.ground.shapes import Point
from engines.musg.ground.strides import APART, DIRECTIONS, EXACT, March, Mover, Route, flat, straight_on, walk
from engines.musg.ground.table import TOUCH, Base, Table
from engines.musg.ground.turns import Foe
from engines.musg.ground.ways import ANY_OBSTACLE, FREE, past_foes

__all__ = [
    "ANY_OBSTACLE",
    "Mover",
    "Route",
    "away_from",
    "break_off",
    "charge",
    "charge_within",
    "follow",
    "off_table",
    "route_to",
    "route_within",
    "set_out",
    "step_back",
    "straight",
]

_AGAIN: Final = 3
_AHEAD: Final = 2.5
"""How many moves of a long way are looked for; the rest is only estimated."""
_OUTWARDS: Final[tuple[float, ...]] = (0.6, 1.2, 2.0, 3.0, 4.5, 6.5, 9.0)


def route_to(
    table: Table,
    start: Base,
    goal: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    apart: float = APART,
) -> Route:
    """Return the best way to a point, or as far along it as the allowance and the ground let the figure end.

    ``apart`` is kept from foes: an ordinary move ends in contact with nobody (ruling M61). A figure that can get no
    nearer stays: ``end`` is ``start``, ``cost`` 0. Asked for the ``end`` of any route it gave, it finds a way there,
    so that a logged move can be checked from its end alone; only an end on a rope is asked for by its foot.
    """
    if (goal[0], goal[1]) == (start[0], start[1]):  # an inch from a foe or not: nobody is asked to go away
        return Route(start, ((start[0], start[1]),), 0.0, True)
    march = March(table, start, mover, foes, friends, apart)
    return _confirmed(march, goal, _route(march, goal))


def set_out(
    table: Table,
    start: Base,
    goal: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return ``route_to``, but quicker: what lies beyond the allowance is only estimated.

    A goal that is reached is reached by the same way. To another the figure may come a little less near, but never
    to a place that ``route_to`` would not find a way to.
    """
    march = March(table, start, mover, foes, friends)
    reach = Range(horizon=mover.paces + EXACT, thorough=False)
    if flat(start[0], start[1], goal) > mover.paces + start[3]:
        route = _confirmed(march, goal, _onward(march, goal, Range(horizon=_AHEAD * mover.paces, thorough=False)))
    else:
        route = _confirmed(march, goal, _route(march, goal, reach))
    # Where a rope ends depends on all of the way.
    return _confirmed(march, goal, _route(march, goal)) if route.hanging else route


def route_within(
    table: Table,
    start: Base,
    goal: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the way of ``route_to`` if it ends at the very point, else ``None``; quicker, as it never looks farther.

    It looks once only: a way through a narrow place may be missed.
    """
    march = March(table, start, mover, foes, friends)
    point = _on_table(march, goal)
    if not march.allowed(table.base_at(point[0], point[1], start[3])):
        return None
    # A limit instead of the horizon would be quicker still, but might find ways that ``route_to`` does not know.
    route = _route(march, point, Range(horizon=mover.paces + EXACT, thorough=False))
    return route if route.complete else None


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
    march = March(table, start, mover, foes, friends)
    route = march.stay()
    for _, point in sorted(sides):
        goal = (thousandths(point[0]), thousandths(point[1]))
        if (start[0], start[1]) == goal:
            return Route(start, (goal,), 0.0, True)
        exact = table.can_stand(goal[0], goal[1], radius)
        aims = (goal,) if exact else _around(march, goal)
        stops, arrived = _search(march, aims, goal, march.walls, FAR)
        march.leaving = True
        route = walk(march, stops, arrived and exact)
        march.leaving = False
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
    march = March(table, start, mover, foes, friends, -TOUCH)
    stops = [march.first()]
    for x, y in points:
        last = stops[-1]
        leg = march.ways.leg(last.x, last.y, last.height, x, y)
        if leg.blocked != FREE or not march.passes(last.x, last.y, x, y):
            return None
        stops.append(Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough))
    route = walk(march, stops, True)
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
    return straight_on(March(table, start, mover, foes, friends), direction)


def _confirmed(march: March, goal: Point, route: Route) -> Route:
    """Return a route to whose end a way is found when it is asked for; instead of the one given, if need be."""
    start = march.start
    if len(route.points) == 2 and march.mover.climb and route.cost <= flat(start[0], start[1], route.end) + EXACT:
        return route  # straight on over open ground: asked for its end, it is found at once
    for _ in range(_AGAIN):
        if route.complete or route.end == start or (route.hanging and route.end[:2] == start[:2]):
            return route
        again = _route(march, (route.end[0], route.end[1]))
        if again.complete:
            return route if route.hanging else again.judged(complete=False)
        route = again
    route = straight_on(march, (goal[0] - start[0], goal[1] - start[1]))
    again = _route(march, (route.end[0], route.end[1]))
    return again.judged(complete=False) if again.complete else march.stay()


def _route(march: March, goal: Point, reach: Range = FAR) -> Route:
    """Return the way to a point, or as near to it as the figure may end."""
    point = _on_table(march, goal)
    wanted = (thousandths(goal[0]), thousandths(goal[1]))
    exact = march.allowed(march.table.base_at(point[0], point[1], march.start[3]))
    walls = march.walls_within(min(reach.limit, reach.horizon))
    if exact:
        direct = _direct(march, point, walls)
        if direct:
            return walk(march, direct, point == wanted)
    aims = (point,) if exact else _around(march, point)
    stops, arrived = _search(march, aims, point, walls, reach)
    return walk(march, stops, arrived and exact and point == wanted)


def _onward(march: March, goal: Point, reach: Range) -> Route:
    """Return the first part of the way to a point beyond the allowance, whoever may stand there."""
    start, paces, table = march.start, march.mover.paces, march.table
    point = _on_table(march, goal)
    walls = march.walls_within(paces)
    stops = _direct(march, point, walls)
    if stops is None:
        free = table.can_stand(point[0], point[1], start[3])
        aims = (point,) if free else _around(march, point, empty=True)[:1]
        stops, _ = _search(march, aims, point, walls, reach)
    return walk(march, stops, False)


def _on_table(march: March, goal: Point) -> Point:
    """Return a point, rounded, or the nearest one where a base does not reach over the table's edge."""
    radius, table = march.start[3], march.table
    x = thousandths(min(max(goal[0], radius), table.width - radius))
    return x, thousandths(min(max(goal[1], radius), table.depth - radius))


def _direct(march: March, point: Point, walls: list[Foe]) -> list[Stop] | None:
    """Return the straight way to a point if nothing stands in it or slows the figure down."""
    ax, ay, az, _ = march.start
    ways = march.ways
    known = ways.known()
    corner = known.corner(known.node(ax, ay), az)
    leg = ways.leg_of(corner, known.link(corner, known.node(point[0], point[1])))
    if leg.blocked == FREE and not leg.dear and past_foes(walls, ax, ay, point[0], point[1]) == FREE:
        return [march.first(), Stop(point[0], point[1], leg.height, leg.cost, leg.rough)]
    return None


def _around(march: March, goal: Point, *, empty: bool = False) -> list[Point]:
    """Return places near a point where nobody may end, the nearest to the point and then to the figure first.

    ``empty``: as if nobody else stood on the table.
    """
    start, table = march.start, march.table
    for out in _OUTWARDS:
        found = []
        for x, y in DIRECTIONS:
            base = table.base_at(goal[0] + x * out, goal[1] + y * out, start[3])
            if table.can_stand(base[0], base[1], base[3]) if empty else march.allowed(base):
                found.append((base[0], base[1]))
        if found:
            return sorted(found, key=lambda point: flat(start[0], start[1], point))[:3]
    return [goal]


def _search(
    march: March, aims: Sequence[Point], goal: Point, walls: list[Foe], reach: Range
) -> tuple[list[Stop], bool]:
    slack = max(flat(x, y, goal) for x, y in aims)
    return search(march.ways, march.start[:3], Aim(aims, goal[0], goal[1], slack), walls, reach)
