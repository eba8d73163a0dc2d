"""Good places near a figure: out of sight, behind cover, in a deployment zone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from engines.musg.ground.geometry import grown, inside, length_of, thousandths
from engines.musg.ground.layout import Form, Veil
from engines.musg.ground.movement import Mover, Route, route_to
from engines.musg.ground.shapes import Point
from engines.musg.ground.sight import look_from, number_of, sees_from
from engines.musg.ground.table import GAP, RADIUS, Base, Table

_EVERY: Final = 1.5
"""How close together the places along an obstacle are that are tried, in paces."""
_IN_WOODS: Final = 2.5
_BLOCK: Final = 2.0
"""The side of the squares of a table for which the spots round about are listed, in paces."""
_TRIES: Final = 24
"""How many places, the nearest first, are looked at before giving up."""
_ROOM: Final = 0.1
"""What is left between the bases of freshly deployed figures."""


def hidden_route(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the shortest move that ends out of sight of all ``threats``; ``None`` when none is found within reach."""

    watched = [(number_of(threat), threat) for threat in threats]

    def hidden(place: Base) -> bool:
        here = number_of(place)
        return not any(sees_from(table, here, place, there, threat) for there, threat in watched)

    return _first_good(table, start, mover, hidden, foes, friends)


def cover_route(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the shortest move after which every threat that sees the figure finds it in cover; else ``None``."""

    watched = [(number_of(threat), threat) for threat in threats]

    def covered(place: Base) -> bool:
        here = number_of(place)
        for there, threat in watched:
            view = look_from(table, there, threat, here, place)
            if view.visible and not view.covers:
                return False
        return True

    return _first_good(table, start, mover, covered, foes, friends)


def hiding_spots(table: Table, radius: float = RADIUS) -> tuple[Point, ...]:
    """Return the points beside terrain where a base may stand close: the ones worth trying for cover. Remembered."""
    key = ("hiding", radius)
    found: tuple[Point, ...] | None = table.memory.get(key)
    if found is None:
        points = dict.fromkeys(
            [(thousandths(x), thousandths(y)) for x, y in (*_beside_terrain(table, radius), *_within_woods(table))]
        )
        found = table.memory[key] = tuple(point for point in points if table.can_stand(point[0], point[1], radius))
    return found


def spots_within(table: Table, base: Base, paces: float) -> list[tuple[float, Point]]:
    """Return the hiding spots at most so far from a figure's middle, each with its distance, the nearest first."""
    x, y = base[:2]
    found = []
    for point in spots_about(table, base, paces):
        dx, dy = point[0] - x, point[1] - y
        away = sqrt(dx * dx + dy * dy)
        if away <= paces:
            found.append((away, point))
    found.sort()
    return found


def spots_about(table: Table, base: Base, paces: float) -> tuple[Point, ...]:
    """Return at least the hiding spots within so many paces of a figure's middle, and few others. Remembered."""
    column, row, radius = int(base[0] / _BLOCK), int(base[1] / _BLOCK), base[3]
    key = ("hiding", column, row, paces, radius)
    found: tuple[Point, ...] | None = table.memory.get(key)
    if found is None:
        left, top = column * _BLOCK - paces, row * _BLOCK - paces
        side = _BLOCK + 2 * paces
        found = table.memory[key] = tuple(
            (x, y) for x, y in hiding_spots(table, radius) if left <= x <= left + side and top <= y <= top + side
        )
    return found


def deployment_spots(table: Table, side: int, radius: float = RADIUS, deeper: float = 0.0) -> tuple[Base, ...]:
    """Return places in a side's zone, apart from each other, those nearest to the table's middle first. Remembered.

    ``deeper``: paces beyond the zone that count as well (ruling M277).
    """
    key = ("deploy", side, radius, deeper)
    found: tuple[Base, ...] | None = table.memory.get(key)
    if found is None:
        parts = [grown(part, deeper) if deeper > 0 else part for part in table.zones[side]]
        left, top = min(part.left for part in parts), min(part.top for part in parts)
        right, bottom = max(part.right for part in parts), max(part.bottom for part in parts)
        pace = 2 * radius + _ROOM
        middle = (table.width / 2, table.depth / 2)
        spots = [
            table.base_at(x, y, radius)
            for x in _grid(max(left, 0.0), min(right, table.width), radius, pace)
            for y in _grid(max(top, 0.0), min(bottom, table.depth), radius, pace)
            if any(inside(part, x, y) for part in parts) and table.can_stand(thousandths(x), thousandths(y), radius)
        ]
        spots.sort(key=lambda base: (thousandths(_flat(base, middle)), base))
        found = table.memory[key] = tuple(spots)
    return found


def nearest_edge(table: Table, base: Base) -> tuple[Point, float]:
    """Return the nearest point of the table's edge and its distance from the base's edge, in paces."""
    x, y, _, radius = base
    away, point = min(
        (x, (0.0, y)),
        (table.width - x, (table.width, y)),
        (y, (x, 0.0)),
        (table.depth - y, (x, table.depth)),
    )
    return point, max(0.0, away - radius)


def _first_good(
    table: Table,
    start: Base,
    mover: Mover,
    good: Callable[[Base], bool],
    foes: Sequence[Base],
    friends: Sequence[Base],
) -> Route | None:
    """Return the move to the nearest good place, staying put included."""
    here = (start[0], start[1])
    if good(start):
        return Route(start, (here,), 0.0, True)
    for _, point in spots_within(table, start, mover.paces)[:_TRIES]:
        if good(table.base_at(point[0], point[1], start[3])):
            route = route_to(table, start, point, mover, foes=foes, friends=friends)
            if route.complete:
                return route
    return None


def _beside_terrain(table: Table, radius: float) -> list[Point]:
    found: list[Point] = []
    for index, part in table.parts:
        piece = table.pieces[index]
        if piece.veil is Veil.CLEAR or piece.height <= 0 or piece.veil is Veil.THICKET:
            continue
        corners = grown(part, radius + 2 * GAP).corners
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            length = length_of(bx - ax, by - ay)
            count = int(length / _EVERY) + 1
            found += [(ax + (bx - ax) * step / count, ay + (by - ay) * step / count) for step in range(count)]
    return found


def _within_woods(table: Table) -> list[Point]:
    return [
        (x, y)
        for index, part in table.parts
        if table.pieces[index].veil is Veil.THICKET and table.pieces[index].form is Form.AREA
        for x in _grid(part.left, part.right, 0.5, _IN_WOODS)
        for y in _grid(part.top, part.bottom, 0.5, _IN_WOODS)
        if inside(part, x, y)
    ]


def _grid(low: float, high: float, margin: float, pace: float) -> list[float]:
    count = int((high - low - 2 * margin) / pace + 1e-6) + 1
    if high - low < 2 * margin:
        return []
    return [low + margin + step * pace for step in range(count)]


def _flat(base: Base, point: Point) -> float:
    return length_of(base[0] - point[0], base[1] - point[1])
