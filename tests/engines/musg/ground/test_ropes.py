"""Climbing with a rope, higher than one move reaches (Musg, Corde et grappin): two paces per pace up, ten at most."""

import pytest

from engines.musg.battle.actions import Run, Walk
from engines.musg.ground import movement
from engines.musg.ground.layout import Climb
from engines.musg.ground.movement import Mover
from tests.engines.musg.battle.kit import LEADER, LIEUTENANT, Scene, fig, layout
from tests.engines.musg.ground.grounds import base, level, table, wall

CLIMBER = Mover(9, 9, scales=10, hangs=True)
TOWER = level(8, 0, 10, 30, 10, Climb.GEAR)
FOOT = base(7.5, 10)


def test_the_highest_obstacle_takes_several_moves() -> None:
    """10 paces up are 20 of movement: 9, 9 and the last 2, of which the rest leads onto the roof."""
    found = table(TOWER)
    heights, place = [], FOOT
    for _ in range(3):
        route = movement.route_to(found, place, (9, 10), CLIMBER)
        assert route.cost <= 9
        heights.append(route.end[2])
        place = route.end
    assert heights == pytest.approx([4.5, 9, 10], abs=0.01)
    assert route.complete
    assert route.cost == pytest.approx(2 + 1.5, abs=0.02)


def test_nobody_hangs_higher_than_the_top() -> None:
    """A wall 3 paces high takes 6 of the 9; the other 3 do not lead over it, which takes 1.4 and 3 down again."""
    found = table(wall(8, 0, 0.4, 30, 3, climb=Climb.GEAR))
    route = movement.route_to(found, FOOT, (12, 10), CLIMBER)
    assert (route.hanging, route.end[2]) == (True, 3)
    over = movement.route_to(found, route.end, (12, 10), CLIMBER)
    assert over.complete
    assert over.cost == pytest.approx(12 - route.end[0] + 3)


def test_a_high_wall_is_got_over_in_two_moves() -> None:
    """Franchir les obstacles infranchissables: up 6 for 9 and 3, then over and down at a run."""
    found = table(wall(8, 0, 0.4, 30, 6, climb=Climb.GEAR))
    first = movement.route_to(found, base(6.5, 10), (12, 10), CLIMBER)
    assert first.hanging
    assert first.end[2] == pytest.approx(4, abs=0.01)
    second = movement.route_to(found, first.end, (12, 10), CLIMBER)
    assert (second.hanging, second.end[2]) == (True, 6)
    third = movement.route_to(found, second.end, (12, 10), Mover(13.5, 13.5, scales=10, hangs=True))
    assert third.complete


def test_the_way_down_may_end_halfway_too() -> None:
    """One pace of movement per pace down: 6 of 10, then the other 4."""
    found = table(TOWER)
    slow = Mover(6, 6, scales=10, hangs=True)
    route = movement.route_to(found, base(7.5, 10, 10), (6, 10), slow)
    assert route.hanging
    assert route.end[2] == pytest.approx(4, abs=0.01)
    down = movement.route_to(found, route.end, (6, 10), slow)
    assert down.complete
    assert down.cost == pytest.approx(4 + 1.5, abs=0.01)


def test_a_wall_that_anybody_climbs_needs_no_rope() -> None:
    """Ruling M55: who cannot get over it in one move stays at its foot."""
    found = table(wall(8, 0, 0.4, 30, 6))
    route = movement.route_to(found, base(6.5, 10), (12, 10), CLIMBER)
    assert not route.hanging
    assert route.end == base(7.5, 10)


def test_a_leader_climbs_ten_paces_in_one_activation() -> None:
    """3 action points: a run of 13.5 is 6.75 up, the walk the other 3.25 and 1 onto the roof."""
    scene = Scene([fig(LEADER, (7.5, 10), "rope")], [fig(LEADER, (50, 35))], table=layout(TOWER))
    scene.activate(0, Run(9, 10, hang=True))
    assert scene.piece(0).base[2] == pytest.approx(6.75, abs=0.01)
    scene.play(Walk(8.3, 10))
    assert scene.piece(0).base[2] == 10


def test_nobody_stays_on_a_rope_with_a_body_in_his_arms() -> None:
    """Ruling M37."""
    from engines.musg.battle import damage

    figures = [fig(LEADER, (7.5, 10), "rope"), fig(LIEUTENANT, (7.5, 11))]
    scene = Scene(figures, [fig(LEADER, (50, 35))], table=layout(TOWER))
    scene.piece(1).hp = 0
    damage.put_out(scene.battle, scene.piece(1), None)
    scene.activate(0)
    assert scene.battle.can(Walk(9, 10, hang=True))
    assert scene.refused(Walk(9, 10, carrying=1, hang=True)) == "out_of_reach"
