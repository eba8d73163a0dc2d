"""Plane geometry for the table: shapes as data, cut into convex parts that a straight line can be clipped against.

Lengths are paces. Only square roots and the four operations are used, which every platform rounds alike, so that the
same seed gives the same battle everywhere; no sines, no third-party geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, final

from engines.musg.ground.shapes import Circle, Point, Rectangle, Shape

type Plane = tuple[float, float, float]
"""``(nx, ny, c)``: a point is inside where ``nx * x + ny * y < c``; the normal has length 1 and points outwards."""
type Box = tuple[float, float, float, float]
type Span = tuple[float, float]
"""The part of a line inside something, as fractions of the line's length from its start."""

TINY: Final = 1e-9
_SIDES: Final[tuple[Point, ...]] = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
_TWELVE: Final[tuple[Point, ...]] = (
    (1.0, 0.0), (0.8660254037844386, 0.5), (0.5, 0.8660254037844386),
    (0.0, 1.0), (-0.5, 0.8660254037844386), (-0.8660254037844386, 0.5),
    (-1.0, 0.0), (-0.8660254037844386, -0.5), (-0.5, -0.8660254037844386),
    (0.0, -1.0), (0.5, -0.8660254037844386), (0.8660254037844386, -0.5),
)  # fmt: skip
_ROUND: Final = 1.0352761804100830
"""How far the corners of a twelve-sided ring lie from the circle it touches: 1 / cos 15°."""


@final
@dataclass(eq=False, slots=True)
class Part:
    """A convex piece of a shape. ``planes`` are empty for a circle, whose ``x``, ``y`` and ``radius`` count then.

    Most parts have sides along the table's edges: ``box`` are the ``c`` of their planes to the left, the right, the top
    and the bottom, and ``cuts`` the other planes. ``box`` is ``None`` where one of the four is missing.
    """

    left: float
    top: float
    right: float
    bottom: float
    planes: tuple[Plane, ...]
    x: float
    y: float
    radius: float
    corners: tuple[Point, ...]
    box: Box | None = None
    cuts: tuple[Plane, ...] = ()


def length_of(dx: float, dy: float) -> float:
    """Return a line's length; multiplied out, as powers are not rounded alike everywhere."""
    return sqrt(dx * dx + dy * dy)


def thousandths(value: float) -> float:
    """Return ``round(value, 3)`` to the bit: the same thousandth, without the detour over its decimal digits."""
    if 0.001 < value < 1e6:
        scaled = value * 1000.0
        whole = int(scaled + 0.5)
        if -0.499 < scaled - whole < 0.499:  # not so near the middle that the product's own rounding decides
            return whole / 1000.0
    return round(value, 3)


def corners_of(shape: Shape) -> tuple[Point, ...]:
    """Return the corners of a shape anticlockwise (x to the right, y up); twelve around a circle."""
    if isinstance(shape, Rectangle):
        right, far = shape.x + shape.width, shape.y + shape.depth
        return ((shape.x, shape.y), (right, shape.y), (right, far), (shape.x, far))
    if isinstance(shape, Circle):
        return ring(shape.x, shape.y, shape.radius)
    return shape.points if area(shape.points) >= 0 else shape.points[::-1]


def ring(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return twelve points around a circle whose connecting sides touch it without entering."""
    reach = radius * _ROUND
    return tuple((x + cosine * reach, y + sine * reach) for cosine, sine in _TWELVE)


def area(points: Sequence[Point]) -> float:
    """Return the area within ``points``: positive when they run anticlockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        total += ax * by - bx * ay
    return total / 2


def parts_of(shape: Shape) -> tuple[Part, ...]:
    """Cut a shape into convex parts; one part for all but hollow polygons."""
    if isinstance(shape, Circle):
        x, y, radius = shape.x, shape.y, shape.radius
        return (Part(x - radius, y - radius, x + radius, y + radius, (), x, y, radius, corners_of(shape)),)
    return tuple(_part(points) for points in _convex(corners_of(shape)))


def grown(part: Part, margin: float) -> Part:
    """Return a part with ``margin`` paces added all round.

    Corners are cut by a third plane: never less than the true margin, at most 9% of it more at a right angle.
    """
    if not part.planes:
        radius = part.radius + margin
        x, y = part.x, part.y
        return Part(x - radius, y - radius, x + radius, y + radius, (), x, y, radius, ring(x, y, radius))
    planes: list[Plane] = []
    count = len(part.planes)
    for index, (nx, ny, c) in enumerate(part.planes):
        planes.append((nx, ny, c + margin))
        mx, my, _ = part.planes[(index + 1) % count]
        cornering = nx * mx + ny * my
        if cornering < 0.999:
            size = length_of(nx + mx, ny + my)
            if size > TINY:
                bx, by = (nx + mx) / size, (ny + my) / size
                px, py = part.corners[(index + 1) % count]
                planes.append((bx, by, bx * px + by * py + margin))
    corners = tuple(_meet(planes[index - 1], planes[index]) for index in range(len(planes)))
    return _of_planes(tuple(planes), corners)


def clip(part: Part, ax: float, ay: float, dx: float, dy: float) -> Span | None:
    """Return which part of the line from (``ax``, ``ay``) along (``dx``, ``dy``) lies inside; ``None`` if none does.

    Touching from outside or running along a side is not inside.
    """
    planes = part.planes
    if not planes:
        return clip_circle(part.x - ax, part.y - ay, dx, dy, part.radius)
    start, end = 0.0, 1.0
    if part.box is not None:
        left, right, top, bottom = part.box
        if dx > 1e-12:
            start, end = (left + ax) / -dx, (right - ax) / dx
        elif dx < -1e-12:
            start, end = (right - ax) / dx, (left + ax) / -dx
        elif left + ax <= 1e-9 or right - ax <= 1e-9:
            return None
        if dy > 1e-12:
            since, until = (top + ay) / -dy, (bottom - ay) / dy
        elif dy < -1e-12:
            since, until = (bottom - ay) / dy, (top + ay) / -dy
        elif top + ay <= 1e-9 or bottom - ay <= 1e-9:
            return None
        else:
            since, until = start, end
        if since > start:
            start = since
        if until < end:
            end = until
        if start < 0.0:
            start = 0.0
        if end > 1.0:
            end = 1.0
        if end - start <= 1e-9:
            return None
        planes = part.cuts
    for nx, ny, c in planes:
        room = c - nx * ax - ny * ay
        pace = nx * dx + ny * dy
        if pace > 1e-12:
            room /= pace
            if room < end:
                end = room
                if end - start <= 1e-9:
                    return None
        elif pace < -1e-12:
            room /= pace
            if room > start:
                start = room
                if end - start <= 1e-9:
                    return None
        elif room <= 1e-9:
            return None
    return start, end


def clip_circle(cx: float, cy: float, dx: float, dy: float, radius: float) -> Span | None:
    """Do the same for a circle whose centre lies (``cx``, ``cy``) from the line's start."""
    square = dx * dx + dy * dy
    if square < 1e-18:
        return (0.0, 1.0) if cx * cx + cy * cy < radius * radius - 1e-9 else None
    along = (cx * dx + cy * dy) / square
    beside = cx * cx + cy * cy - along * along * square
    room = radius * radius - beside
    if room <= 1e-9:
        return None
    half = sqrt(room / square)
    start, end = along - half, along + half
    if start < 0.0:
        start = 0.0
    if end > 1.0:
        end = 1.0
    return (start, end) if end - start > 1e-9 else None


def inside(part: Part, x: float, y: float) -> bool:
    """Tell whether a point lies inside a part; a point on its outline does not."""
    planes = part.planes
    if planes:
        if part.box is not None:
            left, right, top, bottom = part.box
            if -x >= left - 1e-9 or x >= right - 1e-9 or -y >= top - 1e-9 or y >= bottom - 1e-9:
                return False
            planes = part.cuts
        for nx, ny, c in planes:  # noqa: SIM110 - twice as fast as all()
            if nx * x + ny * y >= c - 1e-9:
                return False
        return True
    dx, dy = x - part.x, y - part.y
    return dx * dx + dy * dy < part.radius * part.radius - 1e-9


def depth(part: Part, x: float, y: float) -> float:
    """Return how far a point must move at least to leave a part; below 0, how far outside it is at least."""
    if part.planes:
        least = 1e9
        for nx, ny, c in part.planes:
            room = c - nx * x - ny * y
            if room < least:
                least = room
        return least
    return part.radius - length_of(x - part.x, y - part.y)


def covered(spans: Sequence[Span]) -> float:
    """Return how much of a line several spans cover together, overlaps counted once."""
    if len(spans) == 1:
        return spans[0][1] - spans[0][0]
    total = reached = 0.0
    for start, end in sorted(spans):
        if end > reached:
            total += end - (start if start > reached else reached)
            reached = end
    return total


def crosses_itself(points: Sequence[Point]) -> bool:
    """Tell whether sides of a polygon that are not neighbours touch or cross."""
    count = len(points)
    sides = [(points[index], points[(index + 1) % count]) for index in range(count)]
    for first in range(count):
        for second in range(first + 2, count):
            if (second + 1) % count != first and _cross(*sides[first], *sides[second]):
                return True
    return False


def _part(points: tuple[Point, ...]) -> Part:
    planes: list[Plane] = []
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = length_of(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        planes.append((nx, ny, nx * ax + ny * ay))
    return _of_planes(tuple(planes), points)


def _of_planes(planes: tuple[Plane, ...], corners: tuple[Point, ...]) -> Part:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box: Box | None = None
    cuts = tuple(plane for plane in planes if plane[:2] not in _SIDES)
    sides = {(nx, ny): c for nx, ny, c in planes if (nx, ny) in _SIDES}
    if len(sides) == len(_SIDES) == len(planes) - len(cuts):
        left, right, top, bottom = [sides[side] for side in _SIDES]
        box = (left, right, top, bottom)
    return Part(min(xs), min(ys), max(xs), max(ys), planes, 0.0, 0.0, 0.0, corners, box, cuts)


def _convex(points: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """Cut ears off a hollow polygon (anticlockwise) until what remains is convex."""
    left = _without_straight(points)
    found: list[tuple[Point, ...]] = []
    while len(left) > 3 and not all(_turn(left, index) > 0 for index in range(len(left))):
        ear = next((index for index in range(len(left)) if _is_ear(left, index)), None)
        if ear is None:
            break
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        left = _without_straight(left[:ear] + left[ear + 1 :])
    if len(left) >= 3:
        found.append(left)
    return found


def _without_straight(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Drop corners where the outline does not turn, one at a time: a neighbour may start to turn."""
    while len(points) > 3:
        straight = next((index for index in range(len(points)) if abs(_turn(points, index)) <= TINY), None)
        if straight is None:
            break
        points = points[:straight] + points[straight + 1 :]
    return points


def _turn(points: tuple[Point, ...], index: int) -> float:
    (ax, ay), (bx, by), (cx, cy) = points[index - 1], points[index], points[(index + 1) % len(points)]
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def _is_ear(points: tuple[Point, ...], index: int) -> bool:
    if _turn(points, index) <= TINY:
        return False
    triangle = (points[index - 1], points[index], points[(index + 1) % len(points)])
    return not any(_in_triangle(triangle, point) for point in points if point not in triangle)


def _in_triangle(triangle: tuple[Point, Point, Point], point: Point) -> bool:
    px, py = point
    return all(
        (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= -TINY
        for (ax, ay), (bx, by) in zip(triangle, (*triangle[1:], triangle[0]), strict=True)
    )


def _meet(first: Plane, second: Plane) -> Point:
    (ax, ay, a), (bx, by, b) = first, second
    size = ax * by - ay * bx
    return ((a * by - b * ay) / size, (b * ax - a * bx) / size)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
