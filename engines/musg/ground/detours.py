"""The way round what stands between a figure and where it wants to go.

The search knows nothing of the whole table: it tries the straight line, and only where something stands in the way
does it try the corners of that thing (a tangent search). Short, open moves therefore cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import Final, final

from engines.musg.ground.corners import Corner, Known, Link, Node
from engines.musg.ground.shapes import Point
from engines.musg.ground.turns import Foe, outermost
from engines.musg.ground.ways import FREE, Ways, past_foes

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


@final
class _Place:
    """A stop as the search notes it, with the place before it; ``arrived``: it is one of the points aimed at."""

    __slots__ = ("arrived", "before", "cost", "height", "node", "rough")

    def __init__(
        self, node: Node, height: float, cost: float, rough: float, before: _Place | None, arrived: bool
    ) -> None:
        self.node = node
        self.height = height
        self.cost = cost
        self.rough = rough
        self.before = before
        self.arrived = arrived


class Aim:
    """What a search is for: points to head for, the best first, all within ``slack`` of ``x`` and ``y``."""

    __slots__ = ("_nodes", "_points", "slack", "x", "y")

    def __init__(self, points: Sequence[Point], x: float, y: float, slack: float) -> None:
        self._points = points
        self._nodes: list[Node] | None = None
        self.x, self.y, self.slack = x, y, slack

    def nodes(self, known: Known, x: float, y: float, far: float) -> Iterable[Node]:
        """Return the points, seen from a place, that are worth a look; ``far``: how far away they may be for that."""
        if self._nodes is None:
            self._nodes = [known.node(px, py) for px, py in self._points]
        return self._nodes


@final
class Range:
    """How far a search looks.

    ``limit``: ways that cost more are not looked for. ``horizon``: what lies beyond that much cost is only estimated,
    so that the first part of a long way is found without the rest. ``thorough``: where no way is found, it is looked
    for again, round everything that stands close together.
    """

    __slots__ = ("horizon", "limit", "thorough")

    def __init__(self, limit: float = 1e9, horizon: float = 1e9, thorough: bool = True) -> None:
        self.limit = limit
        self.horizon = horizon
        self.thorough = thorough


FAR: Final = Range()
"""All the way, however long."""


def search(
    ways: Ways, start: tuple[float, float, float], aim: Aim, foes: list[Foe], reach: Range = FAR
) -> tuple[list[Stop], bool]:
    """Return the cheapest way found to one of the points aimed at, and whether it gets there.

    When nothing leads there, the way to the nearest place reached is returned. The way is good, and the best where few
    obstacles matter; it is not always the very best. Within the horizon it is the same as without one.
    """
    known = ways.known()
    found, arrived, lost = _tangents(ways, known, start, aim, foes, reach, thorough=False)
    if lost and reach.thorough:
        found, arrived, _ = _tangents(ways, known, start, aim, foes, reach, thorough=True)
    return found, arrived


def _tangents(
    ways: Ways,
    known: Known,
    start: tuple[float, float, float],
    aim: Aim,
    foes: list[Foe],
    reach: Range,
    *,
    thorough: bool,
) -> tuple[list[Stop], bool, bool]:
    """Return a way, whether it arrives, and whether none was found that does."""
    limit, horizon = reach.limit, reach.horizon
    limited = limit < FAR.limit
    gx, gy, slack = aim.x, aim.y, aim.slack
    begin = _Place(known.node(start[0], start[1]), start[2], 0.0, 0.0, None, False)
    nearest, nearest_left = begin, 1e9
    places = [begin]
    heap: list[tuple[float, int]] = [(0.0, 0)]
    best: dict[Node, float] = {begin.node: 0.0}

    for _ in range(_EXPANSIONS):
        if not heap:
            break
        place = places[heappop(heap)[1]]
        if place.arrived:
            return _trail(place), True, False
        here, cost, rough = place.node, place.cost, place.rough
        if cost > best[here]:
            continue
        if cost > horizon:
            return _trail(place), False, False
        x, y = here.x, here.y
        remaining = sqrt((x - gx) * (x - gx) + (y - gy) * (y - gy)) - slack
        if remaining < 0.0:
            remaining = 0.0
        if remaining < nearest_left:
            nearest, nearest_left = place, remaining
        corner = known.corner(here, place.height)
        pending: list[int] = []
        for goal in aim.nodes(known, x, y, limit - cost):
            link = known.link(corner, goal)
            if cost + link.far > limit:
                continue
            leg = link.leg or ways.leg_of(corner, link)
            blocked = leg.blocked
            if blocked == FREE and foes:
                blocked = past_foes(foes, x, y, goal.x, goal.y)
            if blocked != FREE:
                pending.append(blocked)
                continue
            there = cost + leg.cost
            before = best.get(goal)
            if there <= limit and (before is None or there < before - 1e-9):
                best[goal] = there
                heappush(heap, (there, len(places)))
                places.append(_Place(goal, leg.height, there, rough + leg.rough, place, True))
            pending = list(leg.dear)
            break
        if not pending:
            continue
        tried: set[int] = set()
        while pending:
            hindrance = pending.pop()
            if hindrance in tried:
                continue
            tried.add(hindrance)
            for link in round_about(ways, known, corner, hindrance, foes, thorough=thorough):
                node = link.node
                before = best.get(node)
                if before is not None and before <= cost + link.far:
                    continue
                px, py = node.x, node.y
                onward = sqrt((px - gx) * (px - gx) + (py - gy) * (py - gy)) - slack
                if onward < 0.0:
                    onward = 0.0
                if limited and cost + link.far + onward > limit:
                    continue
                leg = link.leg or ways.leg_of(corner, link)
                blocked = leg.blocked
                if blocked == FREE and foes:
                    blocked = past_foes(foes, x, y, px, py)
                if blocked != FREE:
                    pending.append(blocked)
                    continue
                there = cost + leg.cost
                if before is None or there < before - 1e-9:
                    total = there + onward
                    if total <= limit:
                        best[node] = there
                        heappush(heap, (total, len(places)))
                        places.append(_Place(node, leg.height, there, rough + leg.rough, place, False))
                if leg.dear:  # what slows a free leg down is gone round too
                    pending += leg.dear
    return _trail(nearest), False, True


def round_about(
    ways: Ways, known: Known, corner: Corner, hindrance: int, foes: list[Foe], *, thorough: bool
) -> list[Link]:
    """Return where to turn round a hindrance, seen from a place: its outermost corners on either side.

    When ``thorough``: all its corners, and those of what stands close to it.
    """
    if hindrance == FREE:  # from a rope there is nothing to go round
        return []
    if hindrance < FREE:
        ring = ways.ring(known, foes[FREE - 1 - hindrance])
        return [known.link(corner, node) for node in outermost(ring, corner.x, corner.y)]
    if thorough:
        return [known.link(corner, known.node(x, y)) for x, y in ways.turns.around(hindrance)]
    found = corner.outlines.get(hindrance)
    if found is None:
        nodes = ways.outline(known, hindrance)
        if not ways.turns.whole(hindrance):
            nodes = outermost(nodes, corner.x, corner.y)
        found = corner.outlines[hindrance] = [known.link(corner, node) for node in nodes]
    return found


def _trail(last: _Place) -> list[Stop]:
    found: list[Stop] = []
    place: _Place | None = last
    while place is not None:
        found.append(Stop(place.node.x, place.node.y, place.height, place.cost, place.rough))
        place = place.before
    found.reverse()
    return found
