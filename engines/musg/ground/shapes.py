"""The shapes of which a table is made, as they are written down."""

from __future__ import annotations

from msgspec import Struct

type Point = tuple[float, float]


class Rectangle(Struct, frozen=True, forbid_unknown_fields=True, tag="rectangle"):
    """A rectangle along the table's edges: its corner nearest to the origin, and its sides (paces, above 0)."""

    x: float
    y: float
    width: float
    depth: float


class Circle(Struct, frozen=True, forbid_unknown_fields=True, tag="circle"):
    """A circle: its centre and radius (paces, above 0)."""

    x: float
    y: float
    radius: float


class Polygon(Struct, frozen=True, forbid_unknown_fields=True, tag="polygon"):
    """A simple polygon, convex or not: at least three corners in order, either way round, no crossing sides."""

    points: tuple[Point, ...]


type Shape = Rectangle | Circle | Polygon
