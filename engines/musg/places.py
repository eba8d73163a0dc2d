"""Good places near a figure: out of sight, behind cover, in a deployment zone."""

from __future__ import annotations

from collections.abc import Sequence

from engines.musg.geometry import Point
from engines.musg.movement import Mover, Route
from engines.musg.table import RADIUS, Base, Table


def hidden_route(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the cheapest move that ends out of sight of all ``threats``; ``None`` when none is within reach."""
    raise NotImplementedError


def cover_route(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route | None:
    """Return the cheapest move after which every threat that sees the figure finds it in cover; else ``None``."""
    raise NotImplementedError


def hiding_spots(table: Table, radius: float = RADIUS) -> tuple[Point, ...]:
    """Return the points beside terrain where a base may stand close: the ones worth trying for cover. Remembered."""
    raise NotImplementedError


def deployment_spots(table: Table, side: int, radius: float = RADIUS, deeper: float = 0.0) -> tuple[Base, ...]:
    """Return places in a side's zone, apart from each other, those nearest to the table's middle first."""
    raise NotImplementedError


def nearest_edge(table: Table, base: Base) -> tuple[Point, float]:
    """Return the nearest point of the table's edge and its distance from the base's edge, in paces."""
    raise NotImplementedError
