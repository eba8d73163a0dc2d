"""How far a vehicle has to drive to come to the enemy: round what stops it, over a grid of the table."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import sqrt
from typing import Final

from engines.musg.battle.game import Battle
from engines.musg.battle.vehicles.ride import Ride, Rides, leaves
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.shapes import Point

SPARE: Final = 0.2
"""What a way leaves on both sides of a vehicle, in paces."""
ROOM: Final = 0.7
"""How much of its length it needs across its way, to turn."""
TIGHT: Final = 2.5
"""What a pace costs where a vehicle cannot turn."""
EDGE: Final = 6.0
"""What a pace costs where a vehicle would reach over the table's edge: off it leads such a way, but not along it."""
LOST: Final = 1.3
AWAY: Final = 8.0
"""How much farther it seems where no way is known, in proportion and in paces."""
FAR: Final = 200.0
"""Where no way leads."""
_STEPS: Final = tuple(
    (dx, dy, sqrt(dx * dx + dy * dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
)  # fmt: skip


type Ground = tuple[tuple[float, ...], ...]
"""What a pace costs in each square of the table, in columns; 0 where a vehicle does not fit at all."""


class Roads:
    """The paces to the nearest of some points from everywhere on a table, along ways as wide as a vehicle."""

    def __init__(self, ground: Ground, marks: Sequence[Point]) -> None:
        self._marks = tuple(marks)
        wide, deep = len(ground), len(ground[0])
        self._paces = [[FAR] * deep for _ in range(wide)]
        heap = []
        for x, y in marks:
            i, j = min(max(int(x), 0), wide - 1), min(max(int(y), 0), deep - 1)
            self._paces[i][j] = 0.0
            heap.append((0.0, i, j))
        heapify(heap)
        while heap:
            paces, i, j = heappop(heap)
            if paces > self._paces[i][j]:
                continue
            for di, dj, step in _STEPS:
                a, b = i + di, j + dj
                if 0 <= a < wide and 0 <= b < deep and ground[a][b]:
                    there = paces + step * ground[a][b]
                    if there < self._paces[a][b]:
                        self._paces[a][b] = there
                        heappush(heap, (there, a, b))

    def paces(self, x: float, y: float) -> float:
        """Return how far it is from a point; from beside a way, as from the nearest point of it and a little more.

        Where no way is known so much more than straight on.
        """
        i, j = int(x), int(y)
        best = min([sqrt((a - x) * (a - x) + (b - y) * (b - y)) for a, b in self._marks], default=FAR) * LOST + AWAY
        for a in range(max(0, i - 1), min(len(self._paces), i + 2)):
            for b in range(max(0, j - 1), min(len(self._paces[0]), j + 2)):
                dx, dy = a + 0.5 - x, b + 0.5 - y
                best = min(best, self._paces[a][b] + sqrt(dx * dx + dy * dy))
        return best


def roads_to(battle: Battle, rides: Rides, ride: Ride, marks: Sequence[Point]) -> Roads:
    """Return the ways of a vehicle to some points, wrecks in the way; remembered until somebody moves."""
    key = ("roads", ride.index)
    found: Roads | None = battle.ideas.get(key)
    if found is None:
        found = battle.ideas[key] = Roads(_ground(battle, rides, ride), marks)
    return found


def _ground(battle: Battle, rides: Rides, ride: Ride) -> Ground:
    """Return where a vehicle's middle may be: easily where it has room to turn, hardly where it just fits.

    Worst of all at the edge, where it would reach over it: there it could only leave.
    """
    wrecks = tuple(one.base for one in rides.on_table() if one is not ride and (one.wreck or not one.crew))
    key = ("ground", ride.type, wrecks)
    memory = battle.prepared.memory
    found: Ground | None = memory.get(key)
    if found is None:
        table = battle.table
        narrow, wide = ride.base.width + 2 * SPARE, ROOM * ride.base.length + 2 * SPARE

        def cost(x: float, y: float) -> float:
            body, turn = Oblong(x, y, 0, narrow, narrow), Oblong(x, y, 0, wide, wide)
            if not _free(rides, wrecks, body):
                return 0.0
            if leaves(battle.prepared.table, body):
                return EDGE
            return 1.0 if _free(rides, wrecks, turn) and not leaves(battle.prepared.table, turn) else TIGHT

        found = memory[key] = tuple(
            tuple(cost(i + 0.5, j + 0.5) for j in range(int(table.depth))) for i in range(int(table.width))
        )
    return found


def _free(rides: Rides, wrecks: Sequence[Oblong], base: Oblong) -> bool:
    return not rides.stopped(base) and not any(base.overlaps(wreck) for wreck in wrecks)
