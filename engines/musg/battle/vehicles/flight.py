"""Rout aboard: passengers get off and run, a pilot drives home and off the table (Musg, Fin du tour; ruling M356)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.objectives.base import Edge, home_edges
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles.crew import get_off, price_of_leaving
from engines.musg.battle.vehicles.driving import cost_of, drive, preview, stretch
from engines.musg.battle.vehicles.ride import Ride, Rides, beside
from engines.musg.fixed import DRIVING
from engines.musg.ground import places
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.table import TOUCH, Base, Table

RULE: Final = "ruling M356"
TOWARDS: Final = {Edge.SOUTH: 0, Edge.EAST: 90, Edge.NORTH: 180, Edge.WEST: 270}
"""The facing that looks straight at each edge."""
TURNS: Final = (15, 30, 45)
"""By how many degrees a fleeing pilot tries to turn."""
_SHORTER: Final = 0.5
_STUCK: Final = 0.5
"""A drive of less, in paces, without a turn leads nowhere."""


class Way(NamedTuple):
    """A way to drive, as it is judged: least first.

    ``astray``: straight on from its end does not lead off the pilot's own edge. ``turned``: how far it turns, or, if it
    is astray, how far it still looks away from that edge, in degrees. ``left``: what there is to drive yet.
    """

    astray: bool
    turned: int
    left: float
    steps: tuple[float, ...]


def flee(field: Field, rides: Rides, piece: Piece) -> Flow[None]:
    """Spend a fleeing figure's activation aboard: at the wheel of what still runs it drives, else it gets off."""
    ride = rides.of(piece)
    if ride is None:
        return
    while piece.ap and piece.routed and ride.pilot is piece and ride.runs and not piece.foes:
        steps = way_home(field, rides, ride, piece)
        if steps is None:
            break
        yield from drive(field, rides, ride, piece, Custom("vehicles.drive", way=steps))
        ride.may_boost = False
    if piece.place is Place.ABOARD and piece.ap:
        yield from _bail_out(field, ride, piece)


def _bail_out(field: Field, ride: Ride, piece: Piece) -> Flow[None]:
    """Get off beside the vehicle if there is room and the points are there, nearest to an edge of the table."""

    def away(base: Base) -> float:
        return round(places.nearest_edge(field.table, base)[1], 6)

    cost = price_of_leaving(piece)
    found = sorted(beside(field, ride, piece), key=lambda base: (away(base), base))
    if not found or piece.ap < cost:
        piece.ap = 0
        field.emit(Kind.HID, RULE, piece, vehicle=ride.index, cost=cost, stuck=True)
        return
    yield from get_off(field, ride, piece, found[0])


def way_home(field: Field, rides: Rides, ride: Ride, piece: Piece) -> tuple[float, ...] | None:
    """Return how to drive at full speed towards one's own edge and over it, turning as little as one must.

    Where no way of one drive leads there, it turns as far towards that edge as it can. ``None``: it can go nowhere.
    """
    own = home_edges(field.table, field.setup.sides[piece.side].zone)
    found = [way for steps in _ways(ride) if (way := _judged(field, rides, ride, own, steps)) is not None]
    return min(found).steps if found else None


def _ways(ride: Ride) -> Iterator[tuple[float, ...]]:
    speed, least = float(ride.built.speed), float(DRIVING.straight_paces)
    yield (speed,)
    both = [degrees * sign for degrees in TURNS for sign in (1.0, -1.0)]
    if speed >= 2 * least:
        yield from ((least, one, speed - least) for one in both)
    if speed >= 3 * least:
        yield from ((least, one, least, two, speed - 2 * least) for one in both for two in both)


def _judged(field: Field, rides: Rides, ride: Ride, own: frozenset[Edge], steps: tuple[float, ...]) -> Way | None:
    """Return a way, made so short that difficult ground allows it, as it is judged; ``None`` if it is none."""
    table, speed = field.prepared.table, float(ride.built.speed)
    least = float(DRIVING.straight_paces) if len(steps) > 1 else 0.0
    while cost_of(table, ride.base, steps) > speed:
        if steps[-1] - _SHORTER < least:
            return None
        steps = (*steps[:-1], steps[-1] - _SHORTER)
    seen = preview(field, rides, ride, steps)
    turned = round(sum(abs(step) for step in steps[1::2]))
    if seen.left:
        return Way(False, turned, 0.0, steps) if over(field.table, seen.base) & own else None
    onward = stretch(field, rides, ride, seen.base, field.table.width + field.table.depth, ())
    if not seen.stopped and onward.left and over(field.table, seen.base.moved(onward.paces)) & own:
        return Way(False, turned, onward.paces, steps)
    gone = abs(seen.base.x - ride.base.x) + abs(seen.base.y - ride.base.y)
    if gone < _STUCK and seen.base.facing == ride.base.facing:
        return None
    astray = min(abs((seen.base.facing - TOWARDS[edge] + 180) % 360 - 180) for edge in own)
    return Way(True, astray, min(_to(field.table, seen.base, edge) for edge in own), steps)


def over(table: Table, base: Oblong) -> frozenset[Edge]:
    """Return the edges that a base touches or reaches over."""
    xs, ys = [x for x, _ in base.corners], [y for _, y in base.corners]
    found = {
        Edge.WEST: min(xs) <= TOUCH,
        Edge.EAST: max(xs) >= table.width - TOUCH,
        Edge.NORTH: min(ys) <= TOUCH,
        Edge.SOUTH: max(ys) >= table.depth - TOUCH,
    }
    return frozenset(edge for edge, there in found.items() if there)


def _to(table: Table, base: Oblong, edge: Edge) -> float:
    """Return the paces from the middle of a base to an edge."""
    there = {
        Edge.WEST: base.x,
        Edge.EAST: table.width - base.x,
        Edge.NORTH: base.y,
        Edge.SOUTH: table.depth - base.y,
    }
    return round(there[edge], 6)
