"""What a captain makes of an edge over which his people are to escape when they sit in a vehicle."""

from __future__ import annotations

from typing import Final

from engines.musg.battle.game import Battle
from engines.musg.battle.objectives.base import Edge, off_which, resolved
from engines.musg.battle.objectives.escaping import Escape
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.ride import Ride, over_the_edge
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.shapes import Point

SPACING: Final = 3.0
"""How far apart the points of an edge are that a driver looks for, in paces."""


def gates(battle: Battle, piece: Piece) -> list[Point]:
    """Return points along the edges over which a figure is to escape, now or later; none where nobody is to.

    Remembered until somebody moves: a driver asks for every place that he weighs.
    """
    if battle.pursuit is None:
        return []
    key = ("gates", piece.uid)
    found: list[Point] | None = battle.ideas.get(key)
    if found is None:
        found = battle.ideas[key] = _gates(battle, piece)
    return found


def _gates(battle: Battle, piece: Piece) -> list[Point]:
    wanted = [one for one in battle.pursuit.objectives if isinstance(one, Escape)] if battle.pursuit else []
    edges = {edge for one in wanted if one.runs(piece) for edge in resolved(battle, piece.side, one.edges)}
    if not edges:
        return []
    table = battle.prepared.table
    across = [SPACING * (number + 0.5) for number in range(int(table.width / SPACING))]
    along = [SPACING * (number + 0.5) for number in range(int(table.depth / SPACING))]
    rows: dict[Edge, list[Point]] = {
        Edge.NORTH: [(x, 0.0) for x in across],
        Edge.EAST: [(table.width, y) for y in along],
        Edge.SOUTH: [(x, table.depth) for x in across],
        Edge.WEST: [(0.0, y) for y in along],
    }
    return [point for edge in sorted(edges) for point in rows[edge]]


def escaping(battle: Battle, ride: Ride, base: Oblong) -> float:
    """Return the victory points of those who would escape if a vehicle went off the table from there."""
    if battle.pursuit is None:
        return 0.0
    edges = set(off_which(battle.prepared.table, over_the_edge(battle.prepared.table, base)))
    return float(sum(one.bounty for one in ride.crew if battle.pursuit.exits(battle, one) & edges))
