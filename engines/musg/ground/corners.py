"""What is remembered of the ways over a table: points, the places ways lead from, and the straight legs between them.

Searches meet the same corners of the terrain ever again. A point is one object here, so that a search tells points
apart, and finds what it noted of them, without looking at their coordinates.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from engines.musg.ground.shapes import Point

_LINKS: Final = 60_000
"""How many legs are remembered at most, for each manner of moving."""
_PLACES: Final = 10_000
"""From how many places they may lead."""
_POINTS: Final = 20_000
"""To how many points."""


@final
class Leg:
    """A straight leg: its cost and the share of it spent in difficult ground (paces of the allowance).

    ``height``: of the feet at its end. ``blocked``: the number of the piece in the way, ``FREE`` if none, below
    ``FREE`` for a foe. ``dear``: pieces that made it cost more than its length; ``FREE`` for a way down a rope.
    """

    __slots__ = ("blocked", "cost", "dear", "height", "rough")

    def __init__(self, cost: float, rough: float, height: float, blocked: int, dear: tuple[int, ...]) -> None:
        self.cost = cost
        self.rough = rough
        self.height = height
        self.blocked = blocked
        self.dear = dear


@final
class Node:
    """A point that ways lead to. ``corners``: what is known of the ways that lead on from it, by height of the feet."""

    __slots__ = ("corners", "x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y
        self.corners: list[Corner] = []


@final
class Link:
    """From a place straight to a point: so many paces, and the leg once somebody has asked for it."""

    __slots__ = ("far", "leg", "node")

    def __init__(self, x: float, y: float, node: Node) -> None:
        self.node = node
        self.far = sqrt((x - node.x) * (x - node.x) + (y - node.y) * (y - node.y))
        self.leg: Leg | None = None


@final
class Corner:
    """A place that ways lead from, and what is known of it: straight to which points, where to turn by obstacle."""

    __slots__ = ("links", "outlines", "x", "y", "z")

    def __init__(self, x: float, y: float, z: float) -> None:
        self.x, self.y, self.z = x, y, z
        self.links: dict[Node, Link] = {}
        self.outlines: dict[int, list[Link]] = {}


@final
class Known:
    """All that is remembered for one manner of moving. A search keeps to one of these, however long it takes.

    ``outlines`` are the points where ways turn round a piece, ``rings`` those round a foe.
    """

    __slots__ = ("_corners", "_links", "_nodes", "outlines", "rings")

    def __init__(self) -> None:
        self._nodes: dict[Point, Node] = {}
        self._corners = 0
        self._links = 0
        self.outlines: dict[int, list[Node]] = {}
        self.rings: dict[tuple[float, float, float], list[Node]] = {}

    def full(self) -> bool:
        """Tell whether it is time to begin anew."""
        return self._links >= _LINKS or self._corners >= _PLACES or len(self._nodes) >= _POINTS

    def node(self, x: float, y: float) -> Node:
        """Return the one object for a point."""
        key = (x, y)
        found = self._nodes.get(key)
        return self._nodes.setdefault(key, Node(x, y)) if found is None else found

    def corner(self, node: Node, z: float) -> Corner:
        """Return what is known of the ways from a point, feet at a height."""
        for found in node.corners:
            if found.z == z:
                return found
        self._corners += 1
        corner = Corner(node.x, node.y, z)
        node.corners.append(corner)
        return corner

    def link(self, corner: Corner, node: Node) -> Link:
        """Return how a point lies from a place."""
        found = corner.links.get(node)
        if found is None:
            self._links += 1
            found = corner.links[node] = Link(corner.x, corner.y, node)
        return found
