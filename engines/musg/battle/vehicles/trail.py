"""What others may notice of a vehicle that has moved: the ground it went over, and where it was to be seen (M357)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from engines.musg.battle.modules import Drive
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.ride import Ride, Rides, spots
from engines.musg.ground.oblong import Oblong

EVERY: Final = 1.0
"""How finely a drive is looked at for who sees it, in paces."""
_PITCH: Final = 5
"""How finely a turn is looked at, in degrees."""


def driven(rides: Rides, ride: Ride, pilot: Piece, aboard: Sequence[Piece], path: Sequence[Sequence[float]]) -> Drive:
    """Return a drive over the places of a path, each with its facing, as others may notice it."""
    places = [Oblong(x, y, round(facing), ride.base.width, ride.base.length) for x, y, facing in path]
    ground, seen = [places[0]], [places[0]]
    for start, end in pairwise(places):
        ground += _ground(start, end)
        seen += _seen(start, end)
    return Drive(
        vehicle=ride.index,
        pilot=pilot,
        aboard=tuple(aboard),
        ground=tuple(ground),
        middles=tuple([(base.x, base.y) for base in seen]),
        looks=tuple([spot for base in seen[1:] for spot in spots(base)]),
        table=lambda piece: rides.table(ride, rides.of(piece)),
    )


def _ground(start: Oblong, end: Oblong) -> Iterator[Oblong]:
    if start.facing != end.facing:
        turn = (start.facing - end.facing + 180) % 360 - 180
        yield from start.turning(turn, _PITCH)
    else:
        yield start.swept(start.local(end.x, end.y)[0])


def _seen(start: Oblong, end: Oblong) -> Iterator[Oblong]:
    dx, dy = end.x - start.x, end.y - start.y
    count = int(sqrt(dx * dx + dy * dy) / EVERY)
    for number in range(1, count + 1):
        share = number * EVERY / sqrt(dx * dx + dy * dy)
        yield Oblong(start.x + dx * share, start.y + dy * share, start.facing, start.width, start.length)
    yield end
