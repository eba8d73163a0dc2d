"""What both sides settle before the first turn, and useful answers to it (Musg, Mise en place d'une partie).

The strike team says who carries a kit; the terrorists lay the bomb's sites, the detectors and the hostages and name
the holder in secret; when all terrorists stand, half of the hostages may be moved; then the rounds are laid.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Final

from engines.musg.battle.field import Field
from engines.musg.ground import places
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import RADIUS, Base

AWAY: Final = 10
"""Nothing is laid nearer to the strike team's zone, in paces: it could not come unseen."""
DETECTORS: Final = 2
"""At most so many detectors: the book gives no number."""
SITES_APART: Final = 5
"""Sites nearer to each other would be one, in paces."""
BEFORE: Final = 7.0
"""How far in front of what it watches a detector is proposed, in paces."""
OFFERED: Final = 8
_ROUND: Final = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))


def entry(field: Field, zone: int) -> Point:
    """Return the middle of a deployment zone."""
    spots = places.deployment_spots(field.table, zone)
    if not spots:
        return field.table.width / 2, field.table.depth / 2
    return sum(s[0] for s in spots) / len(spots), sum(s[1] for s in spots) / len(spots)


def too_near(field: Field, spot: Point, zone: int) -> bool:
    """Tell whether a place is too near the strike team's zone; nowhere is on a table too small for that."""
    key = ("regroup away", zone)
    roomy: bool | None = field.table.memory.get(key)
    if roomy is None:
        roomy = field.table.memory[key] = any(not field.table.in_zone(b, zone, float(AWAY)) for b in _grid(field))
    return roomy and field.table.in_zone(field.table.base_at(*spot), zone, float(AWAY))


def hideouts(field: Field, ours: int, theirs: int) -> tuple[Point, Point]:
    """Return two places far from the strike team's zone and from each other, in the terrorists' zone if that is so."""
    key = ("regroup", ours, theirs)
    found: tuple[Point, Point] | None = field.table.memory.get(key)
    if found is None:
        way = entry(field, theirs)
        spots = [b for b in places.deployment_spots(field.table, ours) if not too_near(field, b[:2], theirs)]
        spots = spots or [b for b in _grid(field) if not too_near(field, b[:2], theirs)] or _grid(field)
        middle = entry(field, ours)
        inner = sorted(spots, key=lambda b: (abs(far(b[:2], way) - far(middle, way)), b))[: max(2, len(spots) // 3)]
        one = max(inner, key=lambda b: (round(far(b[:2], middle), 3), b))
        two = max(inner, key=lambda b: (round(far(b[:2], one[:2]), 3), b))
        found = field.table.memory[key] = ((one[0], one[1]), (two[0], two[1]))
    return found


def about(field: Field, spot: Point, taken: list[Base], good: Callable[[Point], bool]) -> list[Base]:
    """Return free places that are good, about a point: those beside terrain that hides first, then ever farther off."""
    x, y = spot
    covered = [point for point in places.hiding_spots(field.table) if far(point, spot) <= BEFORE]
    rings = [(x + dx * r, y + dy * r) for r in (0.0, 1.2, 2.4, 3.6, 5.0, 7.0) for dx, dy in _ROUND]
    found = []
    nearest = sorted(covered, key=lambda point: (round(far(point, spot), 3), point))
    beyond = sorted((base[:2] for base in _grid(field)), key=lambda point: (round(far(point, spot), 3), point))
    for px, py in (*nearest, *rings, *beyond):
        base = field.table.base_at(px, py)
        if good((base[0], base[1])) and field.table.fits(base, taken):
            found.append(base)
            if len(found) == OFFERED:
                break
    return found


def before(field: Field, spot: Point, zone: int) -> Point:
    """Return the place in front of a point, on the way from a zone."""
    ex, ey = entry(field, zone)
    away = far(spot, (ex, ey))
    share = min(1.0, BEFORE / away) if away else 0.0
    return round(spot[0] + (ex - spot[0]) * share, 3), round(spot[1] + (ey - spot[1]) * share, 3)


def walks(field: Field, last: Point, paces: float) -> list[Point]:
    """Return places one walk from a marker, one for each direction, as far as the table goes."""
    reach = paces - 0.2
    found = []
    for dx, dy in _ROUND:
        x = min(max(last[0] + dx * reach, RADIUS), field.table.width - RADIUS)
        y = min(max(last[1] + dy * reach, RADIUS), field.table.depth - RADIUS)
        found.append((round(x, 3), round(y, 3)))
    return found


def far(a: Point, b: Point) -> float:
    """Return how far apart two points are."""
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def _grid(field: Field) -> list[Base]:
    wide, deep = int(field.table.width / 2), int(field.table.depth / 2)
    found = [field.table.base_at(2 * i + 1.0, 2 * j + 1.0) for i in range(wide) for j in range(deep)]
    return [base for base in found if field.table.can_stand(base[0], base[1])]
