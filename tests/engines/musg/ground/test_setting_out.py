"""Quicker questions about moves give nothing that the thorough ones would not; squares of the table miss nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle
from engines.musg.ground import movement
from engines.musg.ground.cells import Cells
from engines.musg.ground.geometry import inside, parts_of
from engines.musg.ground.layout import Climb
from engines.musg.ground.movement import Mover
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import distance
from engines.musg.tactics.chance import Chance
from engines.musg.trials import trial
from engines.musg.trials.playout import play, players_of
from tests.engines.musg.ground.grounds import LAYOUTS, MOVERS, base, pond, scenes, table, wall
from tests.thorough import often

WALK = Mover(9, 9)
START = base(5, 10)
NEARLY = 0.01
"""What rounding may keep back of an allowance."""

points = st.tuples(st.integers(-2000, 44_000), st.integers(-2000, 40_000)).map(lambda p: (p[0] / 1000, p[1] / 1000))


def test_towards_a_far_point_on_open_ground_the_whole_allowance_is_walked() -> None:
    route = movement.set_out(table(), START, (35, 10), WALK)
    assert not route.complete
    assert 14 - NEARLY <= route.end[0] <= 14
    assert route.end[1] == 10


def test_towards_a_point_behind_a_wall_the_open_end_is_taken() -> None:
    """The wall reaches from the edge of the table at y = 0 to y = 12: only its upper end can be passed."""
    shut = table(wall(7, 0, 1, 12, 3, climb=Climb.NEVER))
    route = movement.set_out(shut, START, (35, 10), WALK)
    assert route.end[0] > 8.5
    assert route.end[1] > 10


def test_an_enemy_on_the_far_point_does_not_matter() -> None:
    foe = base(35, 10)
    route = movement.set_out(table(), START, foe[:2], WALK, foes=[foe])
    assert 14 - NEARLY <= route.end[0] <= 14


def test_a_point_is_reached_within_the_allowance_or_not_at_all() -> None:
    found = table(pond(10, 10, 2))
    assert movement.route_within(found, START, (15, 10), WALK) is None  # ten paces straight on, and more round the pond
    route = movement.route_within(found, START, (15, 10), Mover(13.5, 13.5))
    assert route is not None
    assert route.end[:2] == (15, 10)
    assert movement.route_within(found, START, (10, 10), Mover(13.5, 13.5)) is None


@settings(max_examples=often(300, 100, 40))
@given(scenes(), st.sampled_from(MOVERS), points)
def test_who_sets_out_ends_where_a_way_leads(scene, mover: Mover, goal) -> None:
    found, placed = scene
    if not placed:
        return
    start, foes, friends = placed[0], placed[1:4], placed[4:]
    route = movement.set_out(found, start, goal, mover, foes=foes, friends=friends)
    if route.hanging:
        assert route == movement.route_to(found, start, goal, mover, foes=foes, friends=friends)
    elif route.end != start:
        again = movement.route_to(found, start, route.end[:2], mover, foes=foes, friends=friends)
        assert again.complete
        assert again.end == route.end
    quick = movement.route_within(found, start, goal, mover, foes=foes, friends=friends)
    if quick is not None:
        again = movement.route_to(found, start, quick.end[:2], mover, foes=foes, friends=friends)
        assert again.complete
        assert again.cost <= quick.cost + 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_goes_the_same_way_with_and_without_receipts(seed: int) -> None:
    setup, names = trial.random_setup(Chance(seed))
    logs = [
        play(Battle.new(setup, SeededDice(bytes(32)), receipts=receipts), players_of(names, seed)).log
        for receipts in (True, False)
    ]
    assert logs[0] == logs[1]


@given(st.sampled_from(LAYOUTS), st.integers(-2000, 50_000), st.integers(-2000, 46_000))
def test_what_contains_a_point_is_listed_for_its_square(layout, x: int, y: int) -> None:
    parts = [part for piece in layout.pieces for part in parts_of(piece.shape)]
    cells = Cells(layout.width, layout.depth, ((part, part) for part in parts))
    near = cells.near(x / 1000, y / 1000)
    there = [part for part in parts if inside(part, x / 1000, y / 1000)]
    assert [part for part in near if part in there] == there


def test_squares_list_what_reaches_into_them_in_the_order_given() -> None:
    one, two = (parts_of(Rectangle(x, 1, 3, 2))[0] for x in (1, 3.5))
    cells = Cells(10, 10, [(one, "one"), (two, "two")])
    assert cells.near(3.9, 1.5) == ("one", "two")  # the square from 2 to 4
    assert cells.near(1.5, 1.5) == ("one",)
    assert cells.near(9, 1.5) == ()
    assert cells.near(-1, 1.5) == ("one", "two")  # off the table everything is asked


def test_spots_are_reached_in_a_straight_line_where_nothing_stands() -> None:
    route = movement.route_within(table(), START, (10, 15), WALK)
    assert route is not None
    assert route.points == ((5, 10), (10, 15))
    assert route.cost == pytest.approx(50**0.5)
    assert distance(route.end, base(10, 15)) == 0
