"""Where the terrorists' leaders may be before the alert, and by which edge the strike team leaves (M338, M340)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engines.musg.battle.field import Field
from engines.musg.battle.regroup.arranging import entry, far
from engines.musg.battle.regroup.teams import TEAM, team
from engines.musg.battle.state import Piece
from engines.musg.ground.geometry import Part, grown, inside
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import RADIUS, TOUCH, Base


class Ground:
    """The terrain that the terrorists hold: what is within 2 paces of one of them, or of a hostage, at the start."""

    def __init__(self) -> None:
        self._held: tuple[Part, ...] = ()
        self._home: dict[int, Point] = {}

    def hold(self, field: Field, side: int, others: Sequence[Base]) -> None:
        """Settle which terrain is held, when all stand; who has none near keeps to where it was deployed."""
        bases = [p.base for p in team(field, side)] + list(others)
        near: dict[int, list[Part]] = {}
        for index, part in field.prepared.table.parts:  # a vehicle is no terrain
            near.setdefault(index, []).append(part)
        held = [
            parts
            for parts in near.values()
            if any(inside(grown(part, TEAM.leash + RADIUS), *base[:2]) for part in parts for base in bases)
        ]
        self._held = tuple(grown(part, TEAM.leash + RADIUS + TOUCH) for parts in held for part in parts)
        homeless = (p for p in team(field, side) if not any(inside(part, *p.base[:2]) for part in self._held))
        self._home = {p.uid: p.base[:2] for p in homeless}

    def allows(self, field: Field, piece: Piece, spot: Point) -> bool:
        """Tell whether a leader may go to a place: near terrain held, or no farther from its first place than it is."""
        if any(inside(part, *spot) for part in self._held):
            return True
        home = self._home.get(piece.uid)
        if home is None:
            return False
        away = far(spot, home)
        return away <= TEAM.leash or away < far(piece.base[:2], home) - TOUCH


def entry_edge(field: Field, side: int) -> int:
    """Return the edge by which a side entered: 0 left, 1 far, 2 right, 3 near, the one nearest to its zone."""
    x, y = entry(field, field.setup.sides[side].zone)
    ways = (x, y, field.table.width - x, field.table.depth - y)
    return ways.index(min(ways))


def edge_spot(field: Field, side: int, spot: Point) -> Point:
    """Return the place of the entry edge that is nearest to a point, where a base stands."""
    x, y = spot
    wide, deep = field.table.width - RADIUS, field.table.depth - RADIUS
    edges = ((RADIUS, y), (x, RADIUS), (wide, y), (x, deep))
    return edges[entry_edge(field, side)]


def at_entry(field: Field, side: int, spot: Point) -> bool:
    """Tell whether a base at a place reaches the edge by which a side entered."""
    x, y = edge_spot(field, side, spot)
    dx, dy = x - spot[0], y - spot[1]
    return sqrt(dx * dx + dy * dy) <= 2 * TOUCH
