"""Random vehicles for random warbands, with whoever fits into them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.musg import vehicle
from engines.musg.battle.setup import Ride, Setup
from engines.musg.catalogue import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.tactics.chance import Chance
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Figure


def with_rides(setup: Setup, chance: Chance) -> Setup:
    """Return a battle in which the sides have up to three vehicles each, empty ones among them."""
    sides = tuple(replace(side, rides=_rides(side.figures, side.absent, chance)) for side in setup.sides)
    return replace(setup, sides=sides)


def _rides(figures: Sequence[Figure], absent: Sequence[int], chance: Chance) -> tuple[Ride, ...]:
    free = [figure.id for figure in figures if figure.id not in absent and not figure.is_zombie]
    found = []
    for number in range(1, chance.between(0, 3) + 1):
        design = random_design(chance)
        crew = tuple(free.pop() for _ in range(chance.between(0, 3)) if free)
        found.append(Ride(number=number, name=f"{design.type} {number}", design=design, crew=crew))
    return tuple(found)


def random_design(chance: Chance) -> Design:
    """Return a design that can be built."""
    plain = Design(type=chance.pick(list(CATALOGUE.vehicles.types)))
    design = replace(
        plain,
        front=chance.below(4),
        left=chance.below(3),
        speed=chance.below(4),
        spikes=tuple(side for side in VehicleSide if chance.one_in(3)),
        weapons=tuple(
            Mount(chance.pick(list(CATALOGUE.ranged)), chance.one_in(2)) for _ in range(chance.between(0, 2))
        ),
    )
    return plain if vehicle.problems(design) else design
