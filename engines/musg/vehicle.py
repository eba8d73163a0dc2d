"""A vehicle with its improvements: what it can do and costs, and what forbids it (Musg, Coût des améliorations)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from engines.core.problems import Illegal, Problem
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.vehicle_types import VehicleSide, VehicleType

IMPROVING: Final = "Musg, Coût des améliorations"
MOST_ADDED: Final = 999
"""The largest number that a design may hold, so that no file makes a vehicle of a million points."""


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """A ranged weapon built in, at its normal cost (ruling M292).

    On a ``pivot`` it fires all round, otherwise within the front quarter (ruling M351).
    """

    weapon: str
    pivot: bool = False


class Design(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody wants built.

    ``type`` is a code of the table of vehicles. ``front`` … ``left`` are points of armour added to that side, freely
    distributed (ruling M219); ``speed`` paces bought, as many as one likes (ruling M222); ``spikes`` the sides with
    spikes, a snow plough or a ram.
    """

    type: str
    front: int = 0
    rear: int = 0
    right: int = 0
    left: int = 0
    speed: int = 0
    spikes: tuple[VehicleSide, ...] = ()
    weapons: tuple[Mount, ...] = ()

    def added(self, side: VehicleSide) -> int:
        """Return the points of armour added to a side."""
        return int(getattr(self, side.value))

    @property
    def added_armour(self) -> int:
        """The points of armour added in all."""
        return sum(self.added(side) for side in VehicleSide)


class Vehicle(Struct, frozen=True, kw_only=True):
    """A vehicle as it comes to the table. Distances in paces, ``cost`` in warband points.

    ``armour`` is the toughness of each side, which spikes never raise; ``strength`` what each side hits with when it
    rams, or is rammed and hits back (ruling M346).
    """

    type: str
    structure: int
    speed: int
    booster: int
    armour: Mapping[VehicleSide, int]
    strength: Mapping[VehicleSide, int]
    passengers: int
    width: float
    length: float
    weapons: tuple[Mount, ...]
    cost: int


def problems(design: Design, catalogue: Catalogue) -> list[Problem]:
    """Return all that forbids a design; with none it can be built."""
    row = catalogue.vehicles.types.get(design.type)
    if row is None:
        return [Problem("no_such_vehicle", None, {"item": design.type}, "Musg, Tableau des véhicules de base")]
    return [*_numbers(design), *_limits(design, row, catalogue), *_parts(design, catalogue)]


def build(design: Design, catalogue: Catalogue) -> Vehicle:
    """Return the vehicle of a design. Raises ``Illegal`` with every problem."""
    found = problems(design, catalogue)
    if found:
        raise Illegal(found)
    row = catalogue.vehicles.types[design.type]
    armour = _armour(design, row)
    spikes = catalogue.vehicles.improvements.spikes_strength
    return Vehicle(
        type=row.code,
        structure=row.structure,
        speed=_speed(design, row, catalogue),
        booster=row.booster,
        armour=armour,
        strength={side: points + (spikes if side in design.spikes else 0) for side, points in armour.items()},
        passengers=row.passengers,
        width=row.width,
        length=row.length,
        weapons=design.weapons,
        cost=_cost(design, row, catalogue),
    )


def _armour(design: Design, row: VehicleType) -> dict[VehicleSide, int]:
    return {side: points + design.added(side) for side, points in row.armour.items()}


def _speed(design: Design, row: VehicleType, catalogue: Catalogue) -> int:
    """What every four added points of armour take is taken before speed is bought back (rulings M219, M347)."""
    lost = design.added_armour // catalogue.vehicles.improvements.armour_per_pace_lost
    return row.speed - lost + design.speed


def _cost(design: Design, row: VehicleType, catalogue: Catalogue) -> int:
    price = catalogue.vehicles.improvements
    return (
        row.cost
        + price.armour_cost * design.added_armour
        + price.speed_cost * design.speed
        + price.spikes_cost * len(design.spikes)
        + sum(catalogue.ranged[mount.weapon].cost for mount in design.weapons)
    )


def _numbers(design: Design) -> Iterator[Problem]:
    for field in (*(side.value for side in VehicleSide), "speed"):
        value = getattr(design, field)
        if not 0 <= value <= MOST_ADDED:
            yield Problem("vehicle_number", None, {"item": field, "value": value, "most": MOST_ADDED}, IMPROVING)


def _limits(design: Design, row: VehicleType, catalogue: Catalogue) -> Iterator[Problem]:
    total = row.total_armour + design.added_armour
    if row.armour_limit is not None and total > row.armour_limit:
        values = {"value": total, "most": row.armour_limit, "over": total - row.armour_limit}
        yield Problem("vehicle_armour", None, {"item": row.code, **values}, "ruling M220")
    speed = _speed(design, row, catalogue)
    if speed < 1:
        yield Problem("vehicle_slow", None, {"item": row.code, "value": speed, "short": 1 - speed}, "ruling M347")


def _parts(design: Design, catalogue: Catalogue) -> Iterator[Problem]:
    for side in VehicleSide:
        count = design.spikes.count(side)
        if count > 1:
            yield Problem("vehicle_spikes", None, {"item": side.value, "count": count, "most": 1}, IMPROVING)
    for mount in design.weapons:
        if mount.weapon not in catalogue.ranged:
            yield Problem("vehicle_weapon", None, {"item": mount.weapon}, "ruling M292")
