"""The way round what stands between a figure and where it wants to go.

The search knows nothing of the whole table: it tries the straight line, and only where something stands in the way
does it try the corners of that thing (a tangent search). Short, open moves therefore cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import Final, NamedTuple, final

from engines.musg.ground.shapes import Point
from engines.musg.ground.turns import Foe, outermost
from engines.musg.ground.ways import FREE, Corner, Ways, past_foes

_EXPANSIONS: Final = 80
"""How many places a way may turn at before the search gives up."""


@final
class Stop:
    """A point of a way, and what it took to get there."""

    __slots__ = ("cost", "height", "rough", "x", "y")

    def __init__(self, x: float, y: float, height: float, cost: float, rough: float) -> None:
        self.x = x
        self.y = y
        self.height = height
        self.cost = cost
        self.rough = rough


type _Place = tuple[float, float, float, float, float, int, bool]
"""A stop as the search notes it: its fields, the number of the place before it, and whether it is a goal."""


class Aim(NamedTuple):
    """What a search is for: the points to head for from a place, best first, all within ``slack`` of ``middle``.

    ``points`` is asked with the place and with how far away the points may be to be worth a look.
    """

    points: Callable[[float, float, float], Iterable[Point]]
    middle: Point
    slack: float


class Range(NamedTuple):
    """How far a search looks.

    ``limit``: ways that cost more are not looked for. ``horizon``: what lies beyond that much cost is only estimated,
    so that the first part of a long way is found without the rest. ``thorough``: where no way is found, it is looked
    for again, round everything that stands close together.
    """

    limit: float = 1e9
    horizon: float = 1e9
    thorough: bool = True


FAR: Final = Range()
"""All the way, however long."""


def search(
    ways: Ways, start: tuple[float, float, float], aim: Aim, foes: Sequence[Foe], reach: Range = FAR
) -> tuple[list[Stop], bool]:
    """Return the cheapest way found to one of the points aimed at, and whether it gets there.

    When nothing leads there, the way to the nearest place reached is returned. The way is good, and the best where few
    obstacles matter; it is not always the very best. Within the horizon it is the same as without one.
    """
    found, arrived, lost = _tangents(ways, start, aim, foes, reach, thorough=False)
    if lost and reach.thorough:
        found, arrived, _ = _tangents(ways, start, aim, foes, reach, thorough=True)
    return found, arrived


def _tangents(
    ways: Ways, start: tuple[float, float, float], aim: Aim, foes: Sequence[Foe], reach: Range, *, thorough: bool
) -> tuple[list[Stop], bool, bool]:
    """Return a way, whether it arrives, and whether none was found that does."""
    limit, horizon = reach.limit, reach.horizon
    limited = limit < FAR.limit
    (gx, gy), slack = aim.middle, aim.slack
    nearest, nearest_left = 0, 1e9
    places: list[_Place] = [(start[0], start[1], start[2], 0.0, 0.0, -1, False)]
    heap: list[tuple[float, int]] = [(0.0, 0)]
    best: dict[Point, float] = {(start[0], start[1]): 0.0}

    for _ in range(_EXPANSIONS):
        if not heap:
            break
        _, number = heappop(heap)
        x, y, z, cost, rough, _, arrived = places[number]
        if arrived:
            return _trail(places, number), True, False
        if cost > best[x, y]:
            continue
        if cost > horizon:
            return _trail(places, number), False, False
        remaining = sqrt((x - gx) * (x - gx) + (y - gy) * (y - gy)) - slack
        if remaining < 0.0:
            remaining = 0.0
        if remaining < nearest_left:
            nearest, nearest_left = number, remaining
        corner = ways.corner(x, y, z)
        legs = corner.legs
        pending: list[int] = []
        for goal in aim.points(x, y, limit - cost):
            px, py = goal
            if cost + sqrt((x - px) * (x - px) + (y - py) * (y - py)) > limit:
                continue
            leg = legs.get(goal) or ways.leg_from(corner, goal)
            blocked = leg.blocked
            if blocked == FREE and foes:
                blocked = past_foes(foes, x, y, px, py)
            if blocked != FREE:
                pending.append(blocked)
                continue
            there = cost + leg.cost
            known = best.get(goal)
            if there <= limit and (known is None or there < known - 1e-9):
                best[goal] = there
                heappush(heap, (there, len(places)))
                places.append((px, py, leg.height, there, rough + leg.rough, number, True))
            pending = list(leg.dear)
            break
        tried: set[int] = set()
        while pending:
            hindrance = pending.pop()
            if hindrance in tried:
                continue
            tried.add(hindrance)
            for point in _round(ways, corner, hindrance, foes, thorough=thorough):
                px, py = point
                known = best.get(point)
                if limited or known is not None:
                    far = cost + sqrt((x - px) * (x - px) + (y - py) * (y - py))
                    if known is not None and known <= far:
                        continue
                    if limited:
                        onward = sqrt((px - gx) * (px - gx) + (py - gy) * (py - gy)) - slack
                        if far + (onward if onward > 0.0 else 0.0) > limit:
                            continue
                leg = legs.get(point) or ways.leg_from(corner, point)
                blocked = leg.blocked
                if blocked == FREE and foes:
                    blocked = past_foes(foes, x, y, px, py)
                if blocked != FREE:
                    pending.append(blocked)
                    continue
                there = cost + leg.cost
                if known is None or there < known - 1e-9:
                    onward = sqrt((px - gx) * (px - gx) + (py - gy) * (py - gy)) - slack
                    total = there + (onward if onward > 0.0 else 0.0)
                    if total <= limit:
                        best[point] = there
                        heappush(heap, (total, len(places)))
                        places.append((px, py, leg.height, there, rough + leg.rough, number, False))
                if leg.dear:  # what slows a free leg down is gone round too
                    pending += leg.dear
    return _trail(places, nearest), False, True


def _round(ways: Ways, corner: Corner, hindrance: int, foes: Sequence[Foe], *, thorough: bool) -> tuple[Point, ...]:
    """Return where to turn round a hindrance, seen from a place: its outermost corners on either side.

    When ``thorough``: all its corners, and those of what stands close to it.
    """
    if hindrance == FREE:  # from a rope there is nothing to go round
        return ()
    if hindrance < FREE:
        return outermost(ways.turns.ring(foes[FREE - 1 - hindrance]), corner.x, corner.y)
    if thorough:
        return ways.turns.around(hindrance)
    found = corner.outlines.get(hindrance)
    if found is None:
        found = corner.outlines[hindrance] = ways.turns.outline(hindrance, corner.x, corner.y)
    return found


def _trail(places: Sequence[_Place], number: int) -> list[Stop]:
    found = []
    while number >= 0:
        x, y, height, cost, rough, number, _ = places[number]
        found.append(Stop(x, y, height, cost, rough))
    return found[::-1]
