"""Those aboard as prey of figures that nobody leads: struck through the vehicle, shot at in its cover (ruling M327)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.musg.battle.actions import Custom
from engines.musg.battle.field import Field
from engines.musg.battle.modules import Lure, Module
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles import arms
from engines.musg.battle.vehicles.fire import view_of
from engines.musg.battle.vehicles.ride import Ride, Rides, beside
from engines.musg.ground.shapes import Point


def lures(module: Module[Field], field: Field, rides: Rides, piece: Piece) -> list[Lure]:
    """Return the vehicles in view with enemies aboard; a wreck is none: it hides nobody for long (ruling M230)."""
    x, y, _, radius = piece.base
    found = []
    for ride in rides.on_table():
        aboard = [one for one in ride.crew if field.hostile(piece, one)]
        if ride.wreck or not aboard or view_of(rides, None, piece, ride) is None:
            continue
        guns = arms.weapons(None, piece)
        shots = [Custom("vehicles.pick", one.uid, way=(float(gun),)) for gun in guns for one in aboard]
        blow = Custom("vehicles.strike", None, ride.index)
        gap = ride.base.gap_to(x, y, radius)
        possible = _possible(module, field, piece, (blow,))
        found.append(Lure(gap, possible, _possible(module, field, piece, shots), _spots(field, ride, piece), module))
    return found


def _possible(module: Module[Field], field: Field, piece: Piece, actions: Sequence[Custom]) -> tuple[Custom, ...]:
    return tuple(action for action in actions if field.allows(module, piece, action))


def _spots(field: Field, ride: Ride, piece: Piece) -> tuple[Point, ...]:
    """Return where it can stand against a vehicle, the nearest place first."""

    def far(spot: Point) -> float:
        dx, dy = spot[0] - piece.base[0], spot[1] - piece.base[1]
        return dx * dx + dy * dy

    return tuple(sorted([base[:2] for base in beside(field, ride, piece)], key=far))
