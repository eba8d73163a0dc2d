"""What captains know of vehicles: whose they are, and what a point of structure is worth."""

from __future__ import annotations

from typing import Final

from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride

STRUCTURE: Final = 1.5
"""What a point of an enemy's structure is worth while somebody sits in it, in victory points: it scores nothing."""
WRECKING: Final = 2.0
"""What the last point is worth beyond that."""
EMPTY: Final = 0.3
"""The share of that where nobody is aboard."""


def chance_of(need: int) -> float:
    """Return the chance that a die shows that face or a better one."""
    return max(0, 7 - need) / 6


def module_of(battle: Battle) -> Vehicles | None:
    """Return the module, if there are vehicles in this battle."""
    return next((one for one in battle.modules if isinstance(one, Vehicles)), None)


def hostile(ride: Ride, piece: Piece) -> bool:
    return any(one.side != piece.side and not one.bystander for one in ride.crew)


def point_worth(ride: Ride) -> float:
    """Return what a point of a vehicle's structure is worth."""
    value = STRUCTURE + (WRECKING if ride.structure == 1 else 0.0)
    return value if ride.crew else value * EMPTY
