"""Vehicles and their improvements, by hand (Musg, Do you need a ride?; rulings M217-M223, M234, M344-M348)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from engines.core.problems import Illegal
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.vehicle import Design, Mount, build, problems

FRONT, REAR, RIGHT, LEFT = VehicleSide

# Tableau des véhicules de base: structure, speed, booster, front, rear, right, left, total, cost
PRINTED = {
    "light": (3, 10, 6, 4, 2, 3, 3, 12, 40),
    "medium": (6, 8, 5, 7, 5, 6, 6, 24, 50),
    "heavy": (9, 6, 4, 10, 8, 9, 9, 36, 60),
}


def codes(design: Design) -> list[str]:
    return [problem.code for problem in problems(design, CATALOGUE)]


@pytest.mark.parametrize("code", list(PRINTED))
def test_the_table_of_vehicles(code: str) -> None:
    row = CATALOGUE.vehicles.types[code]
    armour = tuple(row.armour[side] for side in (FRONT, REAR, RIGHT, LEFT))
    assert (row.structure, row.speed, row.booster, *armour, row.total_armour, row.cost) == PRINTED[code]


def test_three_types_with_their_names() -> None:
    """Musg, C'est quoi ta caisse ?"""
    names = [(row.code, row.name.fr) for row in CATALOGUE.vehicles.types.values()]
    assert names == [("light", "Véhicule léger"), ("medium", "Véhicule moyen"), ("heavy", "Véhicule lourd")]


@pytest.mark.parametrize(
    ("code", "limit", "base", "passengers"),
    [("light", 23, (2, 4), 2), ("medium", 36, (2.5, 5), 4), ("heavy", None, (3, 6), 8)],
)
def test_what_the_rulings_add(code: str, limit: int | None, base: tuple[float, float], passengers: int) -> None:
    """Totals 23 and 36, none for heavy ones (rulings M218, M220); bases (M344); passengers (M234, M348)."""
    row = CATALOGUE.vehicles.types[code]
    assert row.armour_limit == limit
    assert (row.width, row.length) == base
    assert row.passengers == passengers


@pytest.mark.parametrize(
    ("face", "code", "turn", "advance", "random_facing"),
    [
        (1, "skid", 0, 0, True),
        (2, "advance_and_skid", 0, 1, True),
        (3, "swerve", 45, 1, False),
        (4, "advance", 0, 1, False),
    ],
)
def test_the_table_of_booster_problems(face: int, code: str, turn: int, advance: int, random_facing: bool) -> None:
    """Musg, Tableau des problèmes de booster."""
    row = CATALOGUE.vehicles.mishap(face)
    assert row is not None
    assert (row.code, row.turn, row.advance, row.random_facing) == (code, turn, advance, random_facing)


def test_a_five_or_a_six_is_rolled_again() -> None:
    """Ruling M217."""
    assert [CATALOGUE.vehicles.mishap(face) for face in (5, 6)] == [None, None]
    assert len(CATALOGUE.vehicles.mishaps) == 4


def test_the_prices_of_improvements() -> None:
    """Musg, Coût des améliorations: 5 a point of armour, a pace for every 4; 10 a pace; 3 a side, +1 (ruling M221)."""
    price = CATALOGUE.vehicles.improvements
    assert (price.armour_cost, price.armour_per_pace_lost, price.speed_cost) == (5, 4, 10)
    assert (price.spikes_cost, price.spikes_strength) == (3, 1)


def test_the_figures_of_driving() -> None:
    """Les virages: two, 45°, a pace before and after; the booster works on 2+; ramming takes 1, or 2; a jump of 3."""
    driving = CATALOGUE.vehicles.driving
    assert (driving.turns, driving.turn_degrees, driving.straight_paces) == (2, 45, 1)
    assert driving.booster_works_on == 2
    assert (driving.ram_loss, driving.boosted_ram_loss, driving.jump_paces) == (1, 2, 3)


@pytest.mark.parametrize("code", list(PRINTED))
def test_a_vehicle_as_it_comes_is_the_row_of_the_table(code: str) -> None:
    vehicle = build(Design(type=code), CATALOGUE)
    structure, speed, booster, *armour, _total, cost = PRINTED[code]
    assert (vehicle.structure, vehicle.speed, vehicle.booster, vehicle.cost) == (structure, speed, booster, cost)
    assert [vehicle.armour[side] for side in VehicleSide] == armour
    assert vehicle.strength == vehicle.armour


@pytest.mark.parametrize(("added", "speed"), [(1, 10), (3, 10), (4, 9), (7, 9), (8, 8), (11, 8)])
def test_four_points_of_armour_take_a_pace(added: int, speed: int) -> None:
    """Ruling M219: rounded down, wherever the points go; 5 warband points each."""
    light = build(Design(type="light", rear=added), CATALOGUE)
    assert (light.speed, light.cost) == (speed, 40 + 5 * added)
    assert light.armour[REAR] == 2 + added
    assert light.armour[FRONT] == 4


def test_points_are_freely_distributed() -> None:
    """Ruling M219: 8 points on a medium vehicle, 3 in front, 1 behind, 4 on the left; 50 + 8 × 5 = 90; speed 8 − 2."""
    medium = build(Design(type="medium", front=3, rear=1, left=4), CATALOGUE)
    assert [medium.armour[side] for side in VehicleSide] == [10, 6, 6, 10]
    assert (medium.speed, medium.cost) == (6, 90)


def test_a_light_vehicle_has_at_most_23_points() -> None:
    """Ruling M220: 12 + 11 = 23 is allowed, one more is refused; it does not become another type."""
    assert codes(Design(type="light", front=11)) == []
    assert codes(Design(type="light", front=11, rear=1)) == ["vehicle_armour"]
    (problem,) = problems(Design(type="light", front=12), CATALOGUE)
    assert (problem.params["value"], problem.params["most"], problem.rule) == (24, 23, "ruling M220")


def test_a_medium_vehicle_has_at_most_36_points() -> None:
    """Ruling M218: 24 + 12 = 36 is still allowed."""
    assert build(Design(type="medium", front=12), CATALOGUE).speed == 8 - 3
    assert codes(Design(type="medium", front=13)) == ["vehicle_armour"]


def test_a_heavy_vehicle_has_no_limit_but_its_speed() -> None:
    """Rulings M218, M347: 23 points take 5 of its 6 paces, 24 all of them; speed may be bought back."""
    assert build(Design(type="heavy", front=23), CATALOGUE).speed == 1
    assert codes(Design(type="heavy", front=24)) == ["vehicle_slow"]
    back = build(Design(type="heavy", front=24, speed=1), CATALOGUE)
    assert (back.speed, back.cost) == (1, 60 + 24 * 5 + 10)


def test_speed_has_no_limit() -> None:
    """Ruling M222; 10 points a pace."""
    fast = build(Design(type="light", speed=15), CATALOGUE)
    assert (fast.speed, fast.cost) == (25, 40 + 150)


def test_spikes_add_strength_and_no_armour() -> None:
    """Rulings M221, M346: +1 on their side, in front and elsewhere; 3 points each."""
    spiked = build(Design(type="light", spikes=(FRONT, LEFT)), CATALOGUE)
    assert [spiked.strength[side] for side in VehicleSide] == [5, 2, 3, 4]
    assert [spiked.armour[side] for side in VehicleSide] == [4, 2, 3, 3]
    assert (spiked.cost, spiked.speed) == (46, 10)


def test_spikes_once_for_each_side() -> None:
    """Musg, Coût des améliorations."""
    assert codes(Design(type="heavy", spikes=tuple(VehicleSide))) == []
    (problem,) = problems(Design(type="heavy", spikes=(REAR, FRONT, REAR)), CATALOGUE)
    assert (problem.code, problem.params["item"], problem.params["count"]) == ("vehicle_spikes", "rear", 2)


def test_weapons_at_their_normal_cost() -> None:
    """Ruling M292: a machine gun (35) on a pivot and a pistol (7), none free; 50 + 42."""
    armed = build(Design(type="medium", weapons=(Mount("machine_gun", pivot=True), Mount("pistol"))), CATALOGUE)
    assert armed.cost == 92
    assert [mount.pivot for mount in armed.weapons] == [True, False]
    assert codes(Design(type="medium", weapons=(Mount("sword"), Mount("gladys")))) == ["vehicle_weapon"] * 2


def test_everything_at_once() -> None:
    """A medium vehicle, 5 points in front, 2 paces, spikes there: 50 + 25 + 20 + 3; 8 − 1 + 2; strength 7 + 5 + 1."""
    vehicle = build(Design(type="medium", front=5, speed=2, spikes=(FRONT,)), CATALOGUE)
    assert (vehicle.cost, vehicle.speed) == (98, 9)
    assert (vehicle.armour[FRONT], vehicle.strength[FRONT]) == (12, 13)


def test_numbers_that_cannot_be() -> None:
    assert codes(Design(type="light", front=-1)) == ["vehicle_number"]
    assert codes(Design(type="light", speed=-3)) == ["vehicle_number"]
    assert codes(Design(type="heavy", rear=1000, speed=999)) == ["vehicle_number"]
    assert codes(Design(type="sleigh")) == ["no_such_vehicle"]
    with pytest.raises(Illegal, match="vehicle_number"):
        build(Design(type="light", left=-2), CATALOGUE)


few = st.integers(0, 12)


@given(st.builds(
    Design,
    type=st.sampled_from(list(PRINTED)),
    front=few, rear=few, right=few, left=few, speed=few,
    spikes=st.sets(st.sampled_from(list(VehicleSide))).map(tuple),
))  # fmt: skip
def test_what_can_be_built_keeps_every_limit(design: Design) -> None:
    row = CATALOGUE.vehicles.types[design.type]
    total = row.total_armour + design.added_armour
    legal = (row.armour_limit is None or total <= row.armour_limit) and (
        row.speed - design.added_armour // 4 + design.speed >= 1
    )
    assert (not problems(design, CATALOGUE)) == legal
    if legal:
        vehicle = build(design, CATALOGUE)
        assert sum(vehicle.armour.values()) == total
        assert vehicle.speed >= 1
        assert vehicle.cost == row.cost + 5 * design.added_armour + 10 * design.speed + 3 * len(design.spikes)
        assert sum(vehicle.strength.values()) - total == len(design.spikes)
