"""Moving: what a way costs, where it may end (Musg, Marcher, Courir, Charger, Fuir; rulings M54 to M68)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from engines.musg.ground import movement
from engines.musg.ground.layout import Climb, Form, Piece
from engines.musg.ground.movement import Mover
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Circle, Rectangle
from engines.musg.ground.table import Base, Table, distance, overlaps, table_of, touching
from engines.musg.ground.ways import FREE, ways_of
from tests.engines.musg.ground.grounds import MOVERS, base, level, pond, rough, scenes, table, wall
from tests.thorough import often

START = base(5, 10)
WALK = Mover(9, 9)
NEARLY = 0.01
"""What a move that runs out may leave of its allowance."""


def test_a_walk_ends_where_it_is_asked_to() -> None:
    """Ruling M54: up to the movement, to the very end of it. 5.4 and 7.2: 9 paces away."""
    route = movement.route_to(table(), START, (10.4, 17.2), WALK)
    assert route.complete
    assert route.end == base(10.4, 17.2)
    assert route.cost == pytest.approx(9)
    assert route.points == ((5, 10), (10.4, 17.2))


def test_a_walk_farther_than_the_movement_stops_there() -> None:
    route = movement.route_to(table(), START, (25, 10), WALK)
    assert not route.complete
    assert 14 - NEARLY <= route.end[0] <= 14
    assert route.cost <= 9


def test_a_pace_of_difficult_terrain_costs_two() -> None:
    """Musg, Marcher: 5 open paces to the field, then 2 of it for the remaining 4."""
    found = table(rough(10, 0, 10, 30))
    route = movement.route_to(found, START, (20, 10), WALK)
    assert 12 - NEARLY <= route.end[0] <= 12
    exact = movement.route_to(found, START, (12, 10), WALK)
    assert exact.complete
    assert exact.cost == pytest.approx(9)
    assert not movement.route_to(found, START, (12.1, 10), WALK).complete


def test_a_run_through_difficult_terrain_is_one_and_a_half_movements_halved() -> None:
    """Musg, Courir: 13.5 / 2 = 6.75 (ruling M4)."""
    route = movement.route_to(table(rough(0, 0, 40, 30)), START, (20, 10), Mover(13.5, 13.5))
    assert 11.75 - NEARLY <= route.end[0] <= 11.75


def test_those_who_ignore_difficult_terrain_walk_on() -> None:
    """Musg, Coureur des bois; rat men; a pair of legs."""
    route = movement.route_to(table(rough(8, 5, 10, 10)), START, (14, 10), Mover(9, 9, ignores_difficult=True))
    assert route.complete
    assert route.cost == pytest.approx(9)


def test_a_jump_pack_s_paces_serve_on_open_ground_only() -> None:
    """Musg, Pack de saut: 3 more paces "sur terrain normal"; ruling M128. In a field 9 / 2 = 4.5 paces."""
    pack = Mover(12, 9, climb=1, scales=200)
    assert movement.route_to(table(), START, (17, 10), pack).complete
    route = movement.route_to(table(rough(0, 0, 40, 30)), START, (17, 10), pack)
    assert 9.5 - NEARLY <= route.end[0] <= 9.5
    mixed = movement.route_to(table(rough(8, 0, 20, 30)), START, (12.5, 10), pack)
    assert mixed.complete  # 3 open paces and 4.5 of field: 3 + 9


@pytest.mark.parametrize(
    ("piece", "mover", "cost"),
    [
        (wall(8, 0, 0.4, 30, 0.6), WALK, 6),  # half a figure: free
        (wall(8, 0, 0.4, 30, 0.75), WALK, 6 + 1.5 + 0.75),  # two paces per pace up, one per pace down
        (wall(8, 0, 0.4, 30, 0.75, climb=Climb.FREE), WALK, 6),
        (wall(8, 0, 0.4, 30, 0.75), Mover(9, 9, climb=1, scales=200), 6 + 0.75 + 0.75),  # Musg, Pack de saut
        (wall(8, 0, 0.4, 30, 2), Mover(13.5, 13.5), 6 + 4 + 2),
        (wall(8, 0, 0.4, 30, 2, climb=Climb.GEAR), Mover(13.5, 13.5, scales=10), 6 + 4 + 2),  # a rope
    ],
)
def test_what_it_costs_to_cross_a_wall(piece: Piece, mover: Mover, cost: float) -> None:
    """Ruling M55."""
    route = movement.route_to(table(piece), START, (11, 10), mover)
    assert route.complete
    assert route.cost == pytest.approx(cost)


@pytest.mark.parametrize(
    ("piece", "mover"),
    [
        (wall(8, 0, 0.4, 30, 2), WALK),  # 6 + 4 + 2 is more than 9
        (wall(8, 0, 0.4, 30, 2, climb=Climb.GEAR), Mover(20, 20)),
        (wall(8, 0, 0.4, 30, 11, climb=Climb.GEAR), Mover(90, 90, scales=10)),  # Musg, Corde: 10 paces at most
        (wall(8, 0, 0.4, 30, 2, climb=Climb.NEVER), Mover(90, 90, scales=200)),
    ],
)
def test_walls_that_cannot_be_crossed(piece: Piece, mover: Mover) -> None:
    route = movement.route_to(table(piece), START, (11, 10), mover)
    assert not route.complete
    assert route.end[0] <= 7.5  # half a base before it


def test_climbing_onto_a_crate_and_down() -> None:
    """A pace high: 2 up (ruling M55), 1 down."""
    found = table(level(8, 9, 2, 2, 1))
    up = movement.route_to(found, START, (9, 10), WALK)
    assert up.complete
    assert up.end == base(9, 10, 1)
    assert up.cost == pytest.approx(4 + 2)
    down = movement.route_to(found, up.end, (5, 10), WALK)
    assert down.complete
    assert down.cost == pytest.approx(4 + 1)


def test_a_slope_costs_nothing_more() -> None:
    hill = Piece(kind="hill", shape=Circle(10, 10, 3), form=Form.LEVEL, height=1, climb=Climb.FREE)
    route = movement.route_to(table(hill), START, (10, 10), WALK)
    assert route.end == base(10, 10, 1)
    assert route.cost == pytest.approx(5)


def test_stairs_lead_onto_a_roof() -> None:
    """The roof needs a rope but for the stairs on its far side, declared joined to it (ruling M302)."""
    roof = level(10, 8, 4, 4, 3, Climb.GEAR, "a")
    stairs = level(14, 9, 2, 2, 1.5, Climb.FREE, "a")
    assert not movement.route_to(table(roof), START, (12, 10), Mover(60, 60)).complete
    route = movement.route_to(table(roof, stairs), START, (12, 10), Mover(60, 60))
    assert route.complete
    assert route.end == base(12, 10, 3)
    assert max(x for x, _ in route.points) > 14


@pytest.mark.parametrize(("ours", "theirs"), [("", ""), ("a", ""), ("", "a"), ("a", "b")])
def test_a_level_beside_a_free_one_is_not_free_by_itself(ours: str, theirs: str) -> None:
    """Ruling M302: nobody declared the heap joined to the tower; it needs a rope from the heap as from the ground."""
    tower = level(10, 8, 4, 4, 3, Climb.GEAR, ours)
    heap = level(14, 9, 2, 2, 1.5, Climb.FREE, theirs)
    assert not movement.route_to(table(tower, heap), START, (12, 10), Mover(60, 60)).complete
    assert movement.route_to(table(tower, heap), START, (15, 10), Mover(60, 60)).end == base(15, 10, 1.5)


def test_what_is_climbed_beside_a_slope_has_its_price() -> None:
    """Rulings M55, M302: from the heap, 1.5 up for nothing, onto the tower, 1.5 more for 3; 8 paces on the flat."""
    tower = level(10, 8, 4, 4, 3)
    heap = level(7, 9, 3, 2, 1.5, Climb.FREE)
    route = movement.route_to(table(tower, heap), START, (12, 10), Mover(60, 60))
    assert (route.end, route.cost) == (base(12, 10, 3), pytest.approx(12 - START[0] + 3))


def test_the_ruins_tower_is_climbed_with_a_rope_only() -> None:
    """Ruling M302: the rubble beside it is no stairs; the tower is agreed to need gear (ruling M55)."""
    ruins = table_of(ready_tables()["ruins"])
    rubble = ruins.base_at(21.7, 18.0)
    assert rubble[2] == 2
    assert not movement.route_to(ruins, rubble, (18, 18), Mover(60, 60)).complete
    assert movement.route_to(ruins, rubble, (18, 18), Mover(60, 60, scales=10)).end[2] == 4


@pytest.mark.parametrize(("code", "stairs"), [("village", 2), ("warehouse", 2), ("three_hills", 1)])
def test_the_stairs_of_the_ready_tables_are_declared(code: str, stairs: int) -> None:
    """Ruling M302: each leads up onto the one level that bears its mark, for what the way is long."""
    layout = ready_tables()[code]
    marked = [piece for piece in layout.pieces if piece.kind == "stairs"]
    assert len(marked) == stairs
    for piece in marked:
        (led_to,) = [one for one in layout.pieces if one.joined == piece.joined and one is not piece]
        assert isinstance(piece.shape, Rectangle)
        assert isinstance(led_to.shape, Rectangle)
        foot = piece.shape.x + piece.shape.width / 2, piece.shape.y + piece.shape.depth / 2
        found = table_of(layout)
        goal = led_to.shape.x + led_to.shape.width / 2, led_to.shape.y + led_to.shape.depth / 2
        assert movement.route_to(found, found.base_at(*foot), goal, Mover(60, 60)).end[2] == led_to.height


def test_a_rope_may_end_halfway_up() -> None:
    """Musg, Corde et grappin: 2.5 paces to the foot, the other 6.5 at two per pace: 3.25 of 4 up."""
    found = table(level(8, 5, 6, 10, 4, Climb.GEAR))
    route = movement.route_to(found, START, (11, 10), Mover(9, 9, scales=10, hangs=True))
    assert route.hanging
    assert not route.complete
    assert found.hangs(route.end)
    assert 7.2 < route.end[0] <= 7.5
    assert 3.2 < route.end[2] < 3.45
    assert route.cost <= 9
    top = movement.route_to(found, route.end, (9, 10), Mover(9, 9, scales=10, hangs=True))
    assert top.complete
    assert top.end == base(9, 10, 4)
    assert top.cost == pytest.approx((9 - route.end[0]) + 2 * (4 - route.end[2]))


def test_nobody_hangs_without_a_rope() -> None:
    found = table(level(8, 5, 6, 10, 4))
    route = movement.route_to(found, START, (11, 10), WALK)
    assert not route.hanging
    assert route.end[2] == 0


def test_the_way_leads_round_the_impassable() -> None:
    """A pond of radius 2 and half a base: past (10, 12.5), 2 × 5.59 and a little."""
    route = movement.route_to(table(pond(10, 10, 2)), START, (15, 10), Mover(13.5, 13.5))
    assert route.complete
    assert 11.1 < route.cost < 11.5


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        ((14, 9.496), (16, 12)),
        ((11, 9.496), (9, 12)),
        ((14, 14.504), (16, 12)),
        ((11, 14.504), (9, 12)),
        ((9.496, 11), (12, 9)),
        ((9.496, 13), (12, 15)),
        ((15.504, 11), (13, 9)),
        ((15.504, 13), (13, 15)),
    ],
)
def test_close_beside_a_wall_the_way_leads_round_the_near_corner(start: tuple[float, float], goal) -> None:
    """A house of 5 x 4 paces, a pace or two from its corner: 3.3 paces as the crow flies, not 12 round the far side."""
    house = level(10, 10, 5, 4, 3.0, climb=Climb.NEVER)
    for route in (
        movement.route_to(table(house), base(*start), goal, Mover(6, 6)),
        movement.set_out(table(house), base(*start), goal, Mover(6, 6)),
    ):
        assert route.complete
        assert route.cost < 4


def test_the_way_through_a_field_or_round_it_whichever_is_shorter() -> None:
    """Straight through: 4 + 2 × 2. Round a field 2 deep: 2 × 3.16 and a little."""
    found = table(rough(7, 9, 2, 2))
    route = movement.route_to(found, START, (11, 10), WALK)
    assert route.complete
    assert 6.3 < route.cost < 6.6
    longer = table(rough(7, 2, 2, 16))
    assert movement.route_to(longer, START, (11, 10), WALK).cost == pytest.approx(8)


def test_a_field_is_gone_round_on_the_way_to_the_corner_of_something_else() -> None:
    """Past the field's corner 2.53, then 6.72 to a pond and about 1.7 round it; straight through the field 2.9 more."""
    found = table(rough(3.4, 3.2, 2.9, 2.4), pond(10.1, 4.7, 1.4), width=20, depth=14)
    route = movement.route_to(found, base(1, 4), (11.75, 3.25), Mover(13.5, 13.5))
    assert route.complete
    assert 10.9 < route.cost < 11.1


def test_the_way_out_of_a_dead_end() -> None:
    """A yard open to the left, the goal beyond its far wall."""
    yard = [wall(8, 6, 6, 0.4, 3, climb=Climb.NEVER), wall(8, 14, 6, 0.4, 3, climb=Climb.NEVER),
            wall(14, 6, 0.4, 8.4, 3, climb=Climb.NEVER)]  # fmt: skip
    route = movement.route_to(table(*yard), base(12, 10), (17, 10), Mover(40, 40))
    assert route.complete
    assert 15 < route.cost < 22


def test_enemies_are_gone_round_and_friends_through() -> None:
    through = movement.route_to(table(), START, (9, 10), WALK, friends=[base(7, 10)])
    assert through.complete
    assert through.cost == pytest.approx(4)
    about = movement.route_to(table(), START, (9, 10), WALK, foes=[base(7, 10)])
    assert about.complete
    assert 4.4 < about.cost < 5


def test_a_move_ends_on_nobody() -> None:
    route = movement.route_to(table(), START, (9, 10), WALK, friends=[base(9, 10)])
    assert not route.complete
    assert not overlaps(route.end, base(9, 10))
    assert distance(route.end, base(9, 10)) < 1


def test_a_move_ends_in_contact_with_no_enemy() -> None:
    """Ruling M61."""
    foe = base(9, 10)
    route = movement.route_to(table(), START, (8, 10), WALK, foes=[foe])
    assert not route.complete
    assert not touching(route.end, foe)


def test_who_stays_where_it_stands_may_have_a_foe_an_inch_away() -> None:
    """Nobody comes into contact by not moving: who stands at the edge steps off there (ruling M325)."""
    route = movement.route_to(table(), base(0.5, 10), (0.5, 10), WALK, foes=[base(1.52, 10)])
    assert route.complete
    assert route.cost == 0
    assert route.end == base(0.5, 10)


def test_a_goal_off_the_table_is_approached() -> None:
    route = movement.route_to(table(), START, (-5, 10), WALK)
    assert not route.complete
    assert route.end == base(0.5, 10)


def test_a_charge_ends_base_to_base() -> None:
    """Musg, Charger: 13.5 paces reach an enemy 13.5 away, edge to edge (ruling M3)."""
    target = base(19.5, 10)
    assert distance(START, target) == 13.5
    route = movement.charge(table(), START, target, Mover(13.5, 13.5))
    assert route.complete
    assert touching(route.end, target)
    assert not overlaps(route.end, target)


def test_a_charge_may_fall_short() -> None:
    """Ruling M57: it becomes a run; it goes as far as it can and ends out of contact."""
    target = base(19.6, 10)
    route = movement.charge(table(), START, target, Mover(13.5, 13.5))
    assert not route.complete
    assert 18.5 - NEARLY <= route.end[0] <= 18.55
    assert not touching(route.end, target)
    assert movement.charge_within(table(), START, target, Mover(13.5, 13.5)) is None


@pytest.mark.parametrize(("x", "touched"), [(19.505, True), (19.515, False)])
def test_a_charge_reaches_whom_its_last_pace_touches(x: float, touched: bool) -> None:
    """Ruling M63: bases 0.01 apart are in contact. 13.5 paces from x = 5 end at 18.5, a base's breadth from 19.5.

    13.505 paces away edge to edge, there are 0.005 left; 13.515 away, 0.015: too much.
    """
    target = base(x, 10)
    route = movement.charge(table(), START, target, Mover(13.5, 13.5))
    assert route.complete == touching(route.end, target) == touched
    assert route.cost <= 13.5
    within = movement.charge_within(table(), START, target, Mover(13.5, 13.5))
    assert within == (route if touched else None)


@pytest.mark.parametrize(("x", "touched"), [(9.008, True), (9.012, False)])
def test_in_difficult_terrain_it_does_so_too(x: float, touched: bool) -> None:
    """Rulings M56 and M63: 6 paces from x = 5 end at 8, a base's breadth from 9; up to 0.01 may be left."""
    found, target = table(rough(0, 0, 20, 30)), base(x, 10)
    route = movement.charge(found, START, target, Mover(6, 6))
    assert route.complete == touching(route.end, target) == touched
    assert route.cost <= 6
    within = movement.charge_within(found, START, target, Mover(6, 6))
    assert within == (route if touched else None)


def test_a_charge_is_slowed_by_difficult_terrain() -> None:
    """Ruling M56: 8 paces, 3 of them in a field: 11."""
    found = table(rough(8, 0, 3, 30))
    assert movement.charge(found, START, base(14, 10), Mover(11.01, 11.01)).complete
    assert not movement.charge(found, START, base(14, 10), Mover(10.9, 10.9)).complete


def test_a_charge_goes_round_obstacles_and_others() -> None:
    """Ruling M59: the way may go round."""
    found = table(wall(8, 8, 0.4, 4, 2, climb=Climb.NEVER))
    target = base(12, 10)
    route = movement.charge(found, START, target, Mover(13.5, 13.5))
    assert route.complete
    assert len(route.points) > 2
    guarded = movement.charge(table(), START, target, Mover(13.5, 13.5), foes=[base(9, 10)])
    assert guarded.complete
    assert not overlaps(guarded.end, base(9, 10))


def test_there_is_no_room_beside_a_surrounded_enemy() -> None:
    target = base(12, 10)
    ring = [base(round(12 + x * 1.05, 3), round(10 + y * 1.05, 3)) for x, y in
            ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))]  # fmt: skip
    route = movement.charge(table(), START, target, Mover(13.5, 13.5), friends=ring)
    assert not route.complete
    assert not any(overlaps(route.end, other) for other in ring)


def test_an_enemy_on_a_roof_is_charged_by_climbing_it() -> None:
    """Musg, Corde: no close combat from halfway up."""
    found = table(level(8, 5, 6, 10, 3))
    target = base(10, 10, 3)
    assert not movement.charge(found, START, target, WALK).complete
    route = movement.charge(found, START, target, Mover(13.5, 13.5))
    assert route.complete
    assert route.end[2] == 3


def test_a_charge_in_contact_costs_nothing() -> None:
    route = movement.charge(table(), START, base(6, 10), WALK)
    assert route.complete
    assert route.cost == 0


def test_breaking_off_leads_away_from_the_engagement() -> None:
    """Musg, Fuir un corps à corps: half the movement, contact with nobody at its end (ruling M68)."""
    foe = base(6, 10)
    route = movement.break_off(table(), START, Mover(4.5, 4.5, ignores_difficult=True), foes=[foe])
    assert route.complete
    assert route.end[0] < 0.8
    assert not touching(route.end, foe)


def test_breaking_off_with_the_edge_behind_slips_along_it() -> None:
    start, foe = base(0.5, 5), base(1.5, 5)
    assert touching(start, foe)
    route = movement.break_off(table(), start, Mover(4.5, 4.5), foes=[foe])
    assert route.complete
    assert distance(route.end, foe) > 2


def test_there_may_be_no_way_out() -> None:
    pen = [wall(4, 9, 2, 0.4, 3, climb=Climb.NEVER), wall(4, 10.6, 2, 0.4, 3, climb=Climb.NEVER),
           wall(4, 9.4, 0.4, 1.2, 3, climb=Climb.NEVER)]  # fmt: skip
    found = table(*pen)
    start, foe = found.base_at(4.95, 10), found.base_at(5.96, 10)
    route = movement.break_off(found, start, Mover(4.5, 4.5), foes=[foe])
    assert not route.complete
    assert route.end == start


def test_fleeing_leads_straight_away() -> None:
    """From two enemies to the left and below: to the right and up."""
    route = movement.away_from(table(), base(20, 15), [base(15, 15), base(20, 10)], WALK)
    assert route.end[0] > 24
    assert route.end[1] > 19


def test_a_step_back_is_straight_and_whole_or_not_at_all() -> None:
    """Musg, Test « Subir une charge »: 1d3 paces back, or not able to."""
    threat = base(10, 10)
    assert movement.step_back(table(), START, threat, 3) == base(2, 10)
    assert movement.step_back(table(), base(3, 10), threat, 3) is None  # off the table
    assert movement.step_back(table(wall(2, 5, 0.4, 10, 2)), START, threat, 3) is None
    assert movement.step_back(table(), START, threat, 3, [base(2.5, 10)]) is None
    assert movement.step_back(table(), START, threat, 3, [base(3.5, 10)]) is None  # somebody in the way
    assert movement.step_back(table(rough(0, 5, 5, 10)), START, threat, 3) == base(2, 10)


def test_the_routed_make_for_the_nearest_edge_and_leave() -> None:
    """Ruling M154."""
    far = movement.off_table(table(), base(20, 12), WALK)
    assert not far.complete
    assert 3 - NEARLY <= far.end[1] <= 3 + NEARLY
    gone = movement.off_table(table(), far.end, WALK)
    assert gone.complete
    assert gone.end == base(20, 0.5)
    assert gone.cost < 2.52


def test_the_next_edge_counts_where_nothing_leads_to_the_nearest() -> None:
    shut = table(wall(0, 3, 40, 0.4, 3, climb=Climb.NEVER))
    gone = movement.off_table(shut, base(1, 5), WALK)
    assert gone.complete
    assert gone.end[0] == 0.5
    other = movement.off_table(shut, base(20, 5), Mover(60, 60))
    assert other.complete
    assert other.end[0] in (0.5, 39.5)


def test_a_way_given_point_by_point() -> None:
    found = table(pond(10, 10, 2))
    route = movement.follow(found, START, [(10, 13), (15, 10)], Mover(13.5, 13.5))
    assert route is not None
    assert route.cost == pytest.approx(2 * 34**0.5)
    assert movement.follow(found, START, [(15, 10)], Mover(13.5, 13.5)) is None
    assert movement.follow(found, START, [(10, 13), (15, 10)], WALK) is None
    assert movement.follow(found, START, [(10, 13)], Mover(13.5, 13.5), foes=[base(7, 11.2)]) is None


def test_straight_on_until_something_stands_there() -> None:
    free = movement.straight(table(), START, (1, 0), WALK)
    assert free.complete
    assert 14 - NEARLY <= free.end[0] <= 14
    stopped = movement.straight(table(pond(10, 10, 2)), START, (2, 0), WALK)
    assert not stopped.complete
    assert 7 < stopped.end[0] <= 7.5


def passes(points: tuple[tuple[float, float], ...], foe: Base) -> bool:
    """Tell whether a base of half a pace walking the points stays off a foe."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = min(1.0, max(0.0, ((foe[0] - ax) * dx + (foe[1] - ay) * dy) / square)) if square else 0.0
        if (ax + dx * share - foe[0]) ** 2 + (ay + dy * share - foe[1]) ** 2 < (foe[3] + 0.5) ** 2 - 1e-6:
            return False
    return True


def check(found: Table, start: Base, route: movement.Route, mover: Mover, others: list[Base], foes: list[Base]) -> None:
    """What holds of every route."""
    apart = [foe for foe in foes if distance(start, (*foe[:2], start[2], foe[3])) > 0.01]
    assert all(passes(route.points, foe) for foe in apart)
    end = route.end
    assert route.points[0] == start[:2]
    assert route.points[-1] == end[:2]
    if end == start:
        return
    assert found.can_stand(*end[:2], end[3])
    assert not any(overlaps(end, other) for other in others)
    assert end[:2] == (round(end[0], 3), round(end[1], 3))
    length = sum(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(route.points))
    straight = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    assert straight - 1e-6 <= length <= route.cost + 1e-6
    assert route.cost <= mover.paces + 1e-6
    ways = ways_of(found, start[3], mover.ignores_difficult, mover.climb, mover.scales)
    height, cost, hard = start[2], 0.0, 0.0
    for (ax, ay), (bx, by) in pairwise(route.points):
        leg = ways.leg(ax, ay, height, bx, by)
        assert leg.blocked == FREE
        height, cost, hard = leg.height, cost + leg.cost, hard + leg.rough
    assert hard <= mover.rough + 1e-6
    if route.hanging:
        assert end[2] > found.height_at(*end[:2])
        assert mover.hangs
    else:
        assert cost == pytest.approx(route.cost)
        assert end[2] == found.height_at(*end[:2])


goals = st.tuples(st.integers(-2000, 44_000), st.integers(-2000, 40_000)).map(lambda p: (p[0] / 1000, p[1] / 1000))


@settings(max_examples=often(500, 150, 50))
@given(scenes(), st.sampled_from(MOVERS), goals)
def test_every_move_is_legal_and_within_its_allowance(scene, mover: Mover, goal) -> None:
    found, placed = scene
    if not placed:
        return
    start, foes, friends = placed[0], placed[1:4], placed[4:]
    route = movement.route_to(found, start, goal, mover, foes=foes, friends=friends)
    check(found, start, route, mover, foes + friends, foes)
    if route.end != start and not route.hanging:
        again = movement.route_to(found, start, route.end[:2], mover, foes=foes, friends=friends)
        assert again.complete
        assert again.end == route.end
        assert not any(touching(route.end, foe) for foe in foes)


@settings(max_examples=often(300, 100, 40))
@given(scenes(), st.sampled_from(MOVERS))
def test_every_charge_flight_and_rout_is_legal(scene, mover: Mover) -> None:
    found, placed = scene
    if len(placed) < 2:
        return
    start, foes, friends = placed[0], placed[1:4], placed[4:]
    charge = movement.charge(found, start, foes[0], mover, foes=foes, friends=friends)
    check(found, start, charge, mover, foes + friends, foes)
    if not charge.hanging:
        assert charge.complete == touching(charge.end, foes[0])
    quick = movement.charge_within(found, start, foes[0], mover, foes=foes, friends=friends)
    assert (quick is not None) == charge.complete
    assert quick is None or touching(quick.end, foes[0])
    away = movement.away_from(found, start, foes, mover, foes=foes, friends=friends)
    check(found, start, away, mover, placed[1:], foes)
    flight = movement.break_off(found, start, mover, foes=foes, friends=friends)
    check(found, start, flight, mover, placed[1:], foes)
    rout = movement.off_table(found, start, mover, foes=foes)
    if not rout.complete:
        check(found, start, rout, mover, foes, foes)


@given(scenes(figures=3), st.sampled_from(MOVERS), st.integers(1, 3))
def test_a_step_back_is_as_long_as_it_says(scene, mover: Mover, paces: int) -> None:
    found, placed = scene
    if len(placed) < 2:
        return
    end = movement.step_back(found, placed[0], placed[1], paces, placed[1:])
    if end:
        moved = ((end[0] - placed[0][0]) ** 2 + (end[1] - placed[0][1]) ** 2) ** 0.5
        assert moved == pytest.approx(paces, abs=0.002)
        assert found.fits(end, placed[1:])
