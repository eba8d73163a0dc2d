"""Where a figure can get to with its allowance: all places at once, as outlines to draw.

First all the points are found where a way may turn (``turning_points``), each with the cheapest way to it; from there a
figure goes straight. What a place costs is then the least of a few straight legs. A grid of such costs is cut at the
allowance (marching squares), and the cuts are found on the lines of the grid as finely as one can see.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import sqrt
from typing import Final, final

from engines.musg.ground.corners import Node
from engines.musg.ground.detours import Stop, round_about
from engines.musg.ground.shapes import Point
from engines.musg.ground.strides import EXACT, March
from engines.musg.ground.table import Base
from engines.musg.ground.ways import FREE, past_foes

GRID: Final = 0.75
FINENESS: Final = 13
"""How far apart the places are whose cost is worked out, in paces, at least; and how many lie along an allowance."""
HALVINGS: Final = 4
"""How often the line between two of them is halved to find where the outline crosses it."""
_MOST: Final = 60
"""How many places a way may turn at, at most."""
_TRIED: Final = 10
"""From how many of them, those from which it would be nearest first, a place is looked at."""
_NEVER: Final = 1e9
_RING: Final[tuple[tuple[float, float], ...]] = (
    (1.0, 0.0),
    (0.9239, 0.3827),
    (0.7071, 0.7071),
    (0.3827, 0.9239),
    (0.0, 1.0),
    (-0.3827, 0.9239),
    (-0.7071, 0.7071),
    (-0.9239, 0.3827),
    (-1.0, 0.0),
    (-0.9239, -0.3827),
    (-0.7071, -0.7071),
    (-0.3827, -0.9239),
    (0.0, -1.0),
    (0.3827, -0.9239),
    (0.7071, -0.7071),
    (0.9239, -0.3827),
)
"""In which directions the start looks for what a way may turn round, and other turning points in every other one."""


def turning_points(march: March, most: float) -> list[Stop]:
    """Return the start and every point where a way of at most so many paces may turn, the cheapest first."""
    ways, known = march.ways, march.ways.known()
    walls = march.walls_within(most)
    start = march.first()
    first = known.node(start.x, start.y)
    best: dict[Node, float] = {first: 0.0}
    heap: list[tuple[float, int, Node, float, float]] = [(0.0, 0, first, start.height, 0.0)]
    found: list[Stop] = []
    number = 0
    while heap and len(found) < _MOST:
        cost, _, node, height, rough = heappop(heap)
        if cost > best[node]:
            continue
        found.append(Stop(node.x, node.y, height, cost, rough))
        corner = known.corner(node, height)
        left = most - cost
        pending: list[int] = []
        for dx, dy in _RING if not cost else _RING[::2]:
            leg = ways.leg(node.x, node.y, height, node.x + dx * left, node.y + dy * left, lenient=True)
            if leg.blocked != FREE:
                pending.append(leg.blocked)
            pending += leg.dear
            if walls:
                foe = past_foes(walls, node.x, node.y, node.x + dx * left, node.y + dy * left)
                if foe != FREE:
                    pending.append(foe)
        tried: set[int] = set()
        while pending:
            hindrance = pending.pop()
            if hindrance in tried:
                continue
            tried.add(hindrance)
            for link in round_about(ways, known, corner, hindrance, walls, thorough=False):
                if cost + link.far > most:
                    continue
                there = link.node
                before = best.get(there)
                if before is not None and before <= cost + link.far:
                    continue
                leg = link.leg or ways.leg_of(corner, link)
                blocked = leg.blocked
                if blocked == FREE and walls:
                    blocked = past_foes(walls, node.x, node.y, there.x, there.y)
                if blocked != FREE:
                    pending.append(blocked)
                    continue
                pending += leg.dear
                total = cost + leg.cost
                if (
                    total <= most
                    and rough + leg.rough <= march.mover.rough
                    and (before is None or total < before - 1e-9)
                ):
                    best[there] = total
                    number += 1
                    heappush(heap, (total, number, there, leg.height, rough + leg.rough))
    return found


@final
class Costs:
    """What it costs a figure to come to stand at any place, ``1e9`` where it may not or cannot."""

    def __init__(self, march: March, most: float, suits: Callable[[Base], bool] | None = None) -> None:
        self.march = march
        self._suits = suits
        self._stops = turning_points(march, most)
        self._places = [(stop.x, stop.y, stop.cost) for stop in self._stops]  # the cheapest first
        self._walls = march.walls_within(most)

    def at(self, x: float, y: float, most: float, enough: float) -> float:
        """Return the cost of one place, in paces of the allowance; no matter what where it is more than ``most``.

        Once a way is found that costs no more than ``enough``, none that is cheaper is looked for.
        """
        march = self.march
        base = march.table.base_at(x, y, march.start[3])
        if not march.allowed(base) or (self._suits is not None and not self._suits(base)):
            return _NEVER
        best = _NEVER
        rough = march.mover.rough + EXACT
        from_here = []
        for number, (stop_x, stop_y, cost) in enumerate(self._places):
            left = most - cost
            if left < 0.0:
                break
            dx, dy = x - stop_x, y - stop_y
            square = dx * dx + dy * dy
            if square <= left * left:
                from_here.append((cost + sqrt(square), number))
        from_here.sort()
        for far, number in from_here[:_TRIED]:
            if far >= best:
                break
            stop = self._stops[number]
            leg = march.ways.leg(stop.x, stop.y, stop.height, x, y)
            total = stop.cost + leg.cost
            if leg.blocked != FREE or total >= best or stop.rough + leg.rough > rough:
                continue
            if self._walls and past_foes(self._walls, stop.x, stop.y, x, y) != FREE:
                continue
            best = total
            if best <= enough:
                break
        return best


def outlines(
    march: March, allowances: tuple[float, ...], suits: Callable[[Base], bool] | None = None
) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """Return for each allowance, in paces, the outlines of where the figure may come to stand.

    Outer outlines and holes, which fill by the even-odd rule. ``suits``: further places are out of the question.
    """
    most = max(allowances)
    least = min(allowances) + EXACT
    costs = Costs(march, most, suits)
    x0, y0, _, radius = march.start
    table = march.table
    left, right = max(radius, x0 - most), min(table.width - radius, x0 + most)
    top, bottom = max(radius, y0 - most), min(table.depth - radius, y0 + most)
    grid = max(GRID, most / FINENESS)
    columns = max(1, int((right - left) / grid) + 1)
    rows = max(1, int((bottom - top) / grid) + 1)
    xs = [left + (right - left) * number / columns for number in range(columns + 1)]
    ys = [top + (bottom - top) * number / rows for number in range(rows + 1)]
    square = (most + grid) * (most + grid)
    values = []
    for y in ys:
        row = []
        for x in xs:
            dx, dy = x - x0, y - y0
            row.append(costs.at(x, y, most + EXACT, least) if dx * dx + dy * dy <= square else _NEVER)
        values.append(row)
    return tuple([tuple(_cut(costs, xs, ys, values, allowance)) for allowance in allowances])


type _Edge = tuple[int, int, int]
"""An edge of the grid: its column and row, and whether it runs across (0) or down (1)."""


def _cut(
    costs: Costs, xs: list[float], ys: list[float], values: list[list[float]], allowance: float
) -> list[tuple[Point, ...]]:
    """Return the outlines of the places of the grid that cost no more than the allowance."""
    columns, rows = len(xs), len(ys)
    least = allowance + EXACT
    crossings: dict[_Edge, Point] = {}

    def inside(column: int, row: int) -> bool:
        return 0 <= column < columns and 0 <= row < rows and values[row][column] <= least

    def crossing(edge: _Edge) -> Point:
        found = crossings.get(edge)
        if found is None:
            found = crossings[edge] = _crossing(costs, xs, ys, edge, inside(edge[0], edge[1]), least)
        return found

    nexts: dict[_Edge, list[_Edge]] = {}
    for row in range(-1, rows):
        for column in range(-1, columns):
            corners = (
                inside(column, row),
                inside(column + 1, row),
                inside(column + 1, row + 1),
                inside(column, row + 1),
            )
            if all(corners) or not any(corners):
                continue
            edges: tuple[_Edge, ...] = (
                (column, row, 0),
                (column + 1, row, 1),
                (column, row + 1, 0),
                (column, row, 1),
            )
            # Going round the square, the outline comes in where the inside ends and leaves where it begins.
            ends = [edges[n] for n in range(4) if corners[n] and not corners[(n + 1) % 4]]
            begins = [edges[n] for n in range(4) if not corners[n] and corners[(n + 1) % 4]]
            for number, one in enumerate(ends):
                nexts.setdefault(one, []).append(begins[number])
    found = []
    while nexts:
        first = next(iter(nexts))
        ring: list[Point] = []
        edge = first
        while edge in nexts:
            following = nexts[edge].pop()
            if not nexts[edge]:
                del nexts[edge]
            ring.append(crossing(edge))
            edge = following
        ring = _plain(ring)
        if len(ring) > 2:
            found.append(tuple(ring))
    return found


def _crossing(costs: Costs, xs: list[float], ys: list[float], edge: _Edge, first: bool, least: float) -> Point:
    """Return where the outline crosses an edge of the grid; beyond the grid it runs along the last places."""
    column, row, down = edge
    last, bottom = len(xs) - 1, len(ys) - 1
    ax, ay = xs[min(max(column, 0), last)], ys[min(max(row, 0), bottom)]
    bx, by = xs[min(max(column + 1 - down, 0), last)], ys[min(max(row + down, 0), bottom)]
    if (ax, ay) == (bx, by):
        return round(ax, 2), round(ay, 2)
    if not first:
        ax, ay, bx, by = bx, by, ax, ay
    for _ in range(HALVINGS):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        if costs.at(mx, my, least, least) <= least:
            ax, ay = mx, my
        else:
            bx, by = mx, my
    return round(ax, 2), round(ay, 2)


def _plain(ring: list[Point]) -> list[Point]:
    """Return an outline without points that lie on a straight line between their neighbours."""
    kept: list[Point] = []
    for number, point in enumerate(ring):
        before = kept[-1] if kept else ring[-1]
        after = ring[(number + 1) % len(ring)]
        ax, ay = point[0] - before[0], point[1] - before[1]
        bx, by = after[0] - point[0], after[1] - point[1]
        if abs(ax * by - ay * bx) > 1e-3 or ax * bx + ay * by < 0.0:
            kept.append(point)
    return kept
