"""The way round what stands between a figure and where it wants to go.

The search knows nothing of the whole table: it tries the straight line, and only where something stands in the way
does it try the corners of that thing (a tangent search). Short, open moves therefore cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import Final, NamedTuple

from engines.musg.geometry import Point, ring
from engines.musg.ways import FREE, MARGIN, Foe, Ways, past_foes

_EXPANSIONS: Final = 80
"""How many places a way may turn at before the search gives up."""


class Stop(NamedTuple):
    """A point of a way, and what it took to get there."""

    x: float
    y: float
    height: float
    cost: float
    rough: float


def search(
    ways: Ways,
    start: tuple[float, float, float],
    aims: Callable[[float, float], Iterable[Point]],
    left: Callable[[float, float], float],
    foes: Sequence[Foe],
    limit: float = 1e9,
) -> tuple[list[Stop], bool]:
    """Return the cheapest way found to one of the points that ``aims`` names, and whether it gets there.

    ``aims(x, y)`` are the points to head for from a place, best first; ``left(x, y)`` never overrates what is left to
    go. Ways costing more than ``limit`` are not looked for. When nothing leads there, the way to the nearest place
    reached is returned. The way is good, and the best where few obstacles matter; it is not always the very best.
    """
    found, arrived = _tangents(ways, start, aims, left, foes, limit, thorough=False)
    if arrived:
        return found, True
    return _tangents(ways, start, aims, left, foes, limit, thorough=True)


def _tangents(
    ways: Ways,
    start: tuple[float, float, float],
    aims: Callable[[float, float], Iterable[Point]],
    left: Callable[[float, float], float],
    foes: Sequence[Foe],
    limit: float,
    *,
    thorough: bool,
) -> tuple[list[Stop], bool]:
    first = Stop(start[0], start[1], start[2], 0.0, 0.0)
    nearest, nearest_left = 0, left(first.x, first.y)
    stops: list[tuple[Stop, int, bool]] = [(first, -1, False)]
    heap: list[tuple[float, int]] = [(nearest_left, 0)]
    best: dict[Point, float] = {(first.x, first.y): 0.0}
    rings: dict[int, tuple[Point, ...]] = {}

    def attempt(stop: Stop, number: int, point: Point, final: bool) -> tuple[bool, Sequence[int]]:
        """Add a point to the search if the straight leg to it is free; return that, and what stands in its way."""
        x, y = point
        onward = 0.0 if final else left(x, y)
        if stop.cost + _flat(stop, point) + onward > limit:
            return False, ()
        leg = (
            ways.leg(stop.x, stop.y, stop.height, x, y)
            if final
            else ways.known_leg((stop.x, stop.y, stop.height, x, y))
        )
        blocked = leg.blocked
        if blocked == FREE and foes:
            blocked = past_foes(foes, stop.x, stop.y, x, y)
        if blocked != FREE:
            return False, (blocked,)
        cost = stop.cost + leg.cost
        total = cost + onward
        known = best.get(point)
        if total <= limit and (known is None or cost < known - 1e-9):
            best[point] = cost
            stops.append((Stop(x, y, leg.height, cost, stop.rough + leg.rough), number, final))
            heappush(heap, (total, len(stops) - 1))
        return True, leg.dear

    for _ in range(_EXPANSIONS):
        if not heap:
            break
        _, number = heappop(heap)
        stop, _, arrived = stops[number]
        if arrived:
            return _trail(stops, number), True
        if stop.cost > best[stop.x, stop.y]:
            continue
        remaining = left(stop.x, stop.y)
        if remaining < nearest_left:
            nearest, nearest_left = number, remaining
        tried: set[int] = set()
        pending: list[int] = []
        for aim in aims(stop.x, stop.y):
            clear, hindrances = attempt(stop, number, aim, True)
            if clear:
                pending = list(hindrances)
                break
            pending += hindrances
        while pending:
            hindrance = pending.pop()
            if hindrance in tried:
                continue
            tried.add(hindrance)
            for point in _round(ways, hindrance, foes, rings, stop, thorough=thorough):
                known = best.get(point)
                if known is not None and known <= stop.cost + _flat(stop, point):
                    continue
                clear, hindrances = attempt(stop, number, point, False)
                if not clear:
                    pending += hindrances
    return _trail(stops, nearest), False


def _flat(stop: Stop, point: Point) -> float:
    dx, dy = stop.x - point[0], stop.y - point[1]
    return sqrt(dx * dx + dy * dy)


def _round(
    ways: Ways,
    hindrance: int,
    foes: Sequence[Foe],
    rings: dict[int, tuple[Point, ...]],
    stop: Stop,
    *,
    thorough: bool,
) -> Sequence[Point]:
    """Return where to turn round a hindrance: its outermost corners on either side.

    When ``thorough``: all its corners, and those of what stands close to it.
    """
    if hindrance > FREE:
        corners = ways.cluster(hindrance) if thorough else ways.corners(hindrance)
        gates = ways.gates(hindrance)
        if thorough or gates or hindrance in ways.hollow:
            return (*corners, *gates)
    else:
        known = rings.get(hindrance)
        corners = rings[hindrance] = _ring(ways, foes[FREE - 1 - hindrance]) if known is None else known
    if len(corners) < 3:
        return corners
    right = up = None
    ax, ay = stop.x, stop.y
    for point in corners:
        dx, dy = point[0] - ax, point[1] - ay
        if dx == 0.0 == dy:
            continue
        if right is None or up is None:
            right = up = point
            continue
        if (right[0] - ax) * dy - (right[1] - ay) * dx < 0:
            right = point
        if (up[0] - ax) * dy - (up[1] - ay) * dx > 0:
            up = point
    return (right, up) if right and up else ()


def _ring(ways: Ways, foe: Foe) -> tuple[Point, ...]:
    """Return the places round a foe where the mover could stand."""
    x, y, reach = foe
    points = [(round(px, 3), round(py, 3)) for px, py in ring(x, y, reach + MARGIN)]
    return tuple(point for point in points if ways.table.can_stand(point[0], point[1], ways.radius))


def _trail(stops: Sequence[tuple[Stop, int, bool]], number: int) -> list[Stop]:
    found = []
    while number >= 0:
        stop, number, _ = stops[number]
        found.append(stop)
    return found[::-1]
