"""The three templates: scatter, blast and flame (Musg, Matériel).

The pictures of the annex are lost. What is decided here:

- scatter (ruling M76): seen from the thrower a 2 drifts forward, 3 to the right, 4 back, 5 to the left;
- flame (ruling M80): a drop 8 paces long from the edge of the shooter's base to its far end, half a pace wide at the
  muzzle and two and a half at the far end: two circles, 0.25 and 1.25 paces of radius, and all between them;
- a figure is covered as soon as the template touches its base (rulings M2, M3).

Points are (x, y) in paces, y growing upwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

from msgspec import Struct

from engines.core.dice import Dice

type Point = tuple[float, float]

FLAME_LENGTH: Final = 8.0
FLAME_MUZZLE: Final = 0.25
FLAME_END: Final = 1.25
BURST_RADIUS: Final = 3.0
"""Paces around a bursting piece of artillery in which everybody is hit (Musg, Tirer; ruling M95)."""

DUD, ON_TARGET = 1, 6
FORWARD, RIGHT, BACK, LEFT = 2, 3, 4, 5

_TOUCH: Final = 1e-9
_PITCH: Final = 0.05
"""How far apart the circles are that make up a flame, in paces."""


class Scatter(Struct, frozen=True):
    """Where a grenade or a rocket goes: ``face`` of the scatter die, ``drift`` in paces (0 for a dud or a true hit).

    ``drift_face`` is the d6 read as a d3 (ruling M1), ``None`` when it was not rolled.
    """

    face: int
    drift: int = 0
    drift_face: int | None = None

    @property
    def dud(self) -> bool:
        """Whether it does not explode."""
        return self.face == DUD


def d3(face: int) -> int:
    """Read a d6 as a d3: 1-2, 3-4, 5-6 (ruling M1)."""
    return (face + 1) // 2


def scatter(figure: int, dice: Dice) -> Scatter:
    """Roll the scatter die, and the drift on 2 to 5 (Musg, Matériel; rulings M74, M75)."""
    face = dice.d6("scatter", figure)
    if face in (DUD, ON_TARGET):
        return Scatter(face)
    drift_face = dice.d6("drift", figure)
    return Scatter(face, d3(drift_face), drift_face)


def impact(roll: Scatter, thrower: Point, aim: Point) -> Point | None:
    """Return where it explodes, ``None`` for a dud."""
    if roll.dud:
        return None
    if roll.face == ON_TARGET:
        return aim
    ahead = _direction(thrower, aim)
    x, y = {FORWARD: ahead, RIGHT: (ahead[1], -ahead[0]), BACK: (-ahead[0], -ahead[1]), LEFT: (-ahead[1], ahead[0])}[
        roll.face
    ]
    return aim[0] + x * roll.drift, aim[1] + y * roll.drift


def blast_covers(centre: Point, radius: float, place: Point, base: float) -> bool:
    """Tell whether a blast of ``radius`` paces touches a base of radius ``base`` (ruling M78)."""
    return _far(place[0] - centre[0], place[1] - centre[1]) <= radius + base + _TOUCH


def flame_covers(shooter: Point, shooter_base: float, aim: Point, place: Point, base: float) -> bool:
    """Tell whether a flame from ``shooter`` towards ``aim`` touches a base of radius ``base`` at ``place``.

    ``shooter_base`` is the radius of the shooter's base; the shooter is never covered and is not to be asked about.
    """
    ahead = _direction(shooter, aim)
    away = place[0] - shooter[0], place[1] - shooter[1]
    along = away[0] * ahead[0] + away[1] * ahead[1] - shooter_base - FLAME_MUZZLE
    across = abs(away[0] * ahead[1] - away[1] * ahead[0])
    length = FLAME_LENGTH - FLAME_MUZZLE - FLAME_END
    slope = (FLAME_MUZZLE - FLAME_END) / length
    side = sqrt(1 - slope * slope)
    nearest = along * side - across * slope
    if nearest < 0:
        gap = _far(across, along) - FLAME_MUZZLE
    elif nearest > side * length:
        gap = _far(across, along - length) - FLAME_END
    else:
        gap = across * side + along * slope - FLAME_MUZZLE
    return gap <= base + _TOUCH


def flame_circles(shooter: Point, shooter_base: float, aim: Point) -> Iterator[tuple[Point, float]]:
    """Give circles, middle and radius, that together make up a flame: each a little farther on and a little wider."""
    ahead = _direction(shooter, aim)
    length = FLAME_LENGTH - FLAME_MUZZLE - FLAME_END
    steps = round(length / _PITCH)
    for number in range(steps + 1):
        share = number / steps
        along = shooter_base + FLAME_MUZZLE + share * length
        radius = FLAME_MUZZLE + share * (FLAME_END - FLAME_MUZZLE)
        yield (shooter[0] + ahead[0] * along, shooter[1] + ahead[1] * along), radius


def _far(x: float, y: float) -> float:
    """Return the length of a way. Square roots are the same on every platform; library functions may not be."""
    return sqrt(x * x + y * y)


def _direction(start: Point, end: Point) -> Point:
    """Return the unit vector between two points; upwards when they are the same."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = _far(x, y)
    return (x / length, y / length) if length else (0.0, 1.0)
