"""The shapes of the vehicles' tables (Musg, Do you need a ride?)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.core.text import Text


class VehicleSide(StrEnum):
    """The four sides of a vehicle, in the printed order."""

    FRONT = "front"
    REAR = "rear"
    RIGHT = "right"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleType:
    """A row of the table of vehicles as they come.

    ``structure`` points; ``speed`` and ``booster`` in paces, the booster's being the most that may be declared (ruling
    M223). ``armour`` is each side's toughness; ``armour_limit`` the greatest total of an improved one, ``None`` for no
    limit (rulings M218, M220). ``cost`` in warband points. ``width`` and ``length`` of the base in paces (ruling M344);
    ``passengers`` besides the pilot (rulings M234, M348).
    """

    code: str
    name: Text
    structure: int
    speed: int
    booster: int
    armour: Mapping[VehicleSide, int]
    armour_limit: int | None = None
    cost: int
    width: float
    length: float
    passengers: int

    @property
    def total_armour(self) -> int:
        """The sum of the four sides, as the table prints it too."""
        return sum(self.armour.values())


@dataclass(frozen=True, slots=True)
class Mishap:
    """A result of the table of booster problems, on a ``face`` of 1 to 4 (ruling M217).

    In this order: a ``turn`` of so many degrees to a side that a d6 decides, a straight ``advance`` of so many d6
    paces, a ``random_facing`` (rulings M227, M352).
    """

    face: int
    code: str
    name: Text
    effect: Text
    turn: int = 0
    advance: int = 0
    random_facing: bool = False


@dataclass(frozen=True, slots=True)
class Improvements:
    """What improving a vehicle costs in warband points (Musg, Coût des améliorations).

    A point of armour, of which every ``armour_per_pace_lost`` take one pace of speed (ruling M219); a pace of speed;
    spikes on one side, which add ``spikes_strength`` there (rulings M221, M346).
    """

    armour_cost: int
    armour_per_pace_lost: int
    speed_cost: int
    spikes_cost: int
    spikes_strength: int


@dataclass(frozen=True, slots=True)
class Driving:
    """Figures of driving (Musg, Do you need a ride?).

    ``turns`` of at most ``turn_degrees`` in one move, with at least ``straight_paces`` straight on before and after
    each. The lowest d6 on which the booster works. What ramming costs whoever is hit, in points of structure or hit
    points, without and with the booster. How far apart vehicles may be for a jump, in paces.
    """

    turns: int
    turn_degrees: int
    straight_paces: int
    booster_works_on: int
    ram_loss: int
    boosted_ram_loss: int
    jump_paces: int


@dataclass(frozen=True, slots=True)
class Vehicles:
    """All tables of the vehicles' chapter."""

    types: Mapping[str, VehicleType]
    mishaps: Mapping[str, Mishap]
    improvements: Improvements
    driving: Driving

    def mishap(self, d6: int) -> Mishap | None:
        """Return the booster problem on that face; ``None`` where the die is rolled again (ruling M217)."""
        return next((row for row in self.mishaps.values() if row.face == d6), None)
