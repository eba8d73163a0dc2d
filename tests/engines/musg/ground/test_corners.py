"""What is remembered of ways and of lines of sight: the answers stay the same, whatever was forgotten meanwhile."""

from itertools import product

from engines.musg.ground import movement
from engines.musg.ground.corners import Known
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.sight import look, look_from, number_of, sees, sees_from
from engines.musg.ground.ways import ways_of
from tests.engines.musg.ground.grounds import base, table, wall

MOVER = Mover(40, 40)
START, GOAL = base(2, 15), (30.0, 15.0)


def test_a_point_is_one_object() -> None:
    known = Known()
    node = known.node(1.5, 2.5)
    assert known.node(1.5, 2.5) is node
    assert known.node(2.5, 1.5) is not node
    corner = known.corner(node, 0.0)
    assert known.corner(node, 0.0) is corner
    assert known.corner(node, 2.0) is not corner
    link = known.link(corner, known.node(4.5, 6.5))
    assert link.far == 5.0
    assert known.link(corner, known.node(4.5, 6.5)) is link


def test_ways_are_the_same_after_all_was_forgotten() -> None:
    found = table(wall(15, 10, 1, 10, 3))
    before = movement.route_to(found, START, GOAL, MOVER)
    assert len(before.points) > 2
    ways = ways_of(found, 0.5, MOVER.ignores_difficult, MOVER.climb, MOVER.scales, MOVER.most)
    known = ways.known()
    assert known is ways.known()
    for number in range(20_000):
        known.node(number / 1000, 0.0)
    assert known.full()
    assert ways.known() is not known
    assert movement.route_to(found, START, GOAL, MOVER) == before


def test_routes_are_told_apart_by_everything() -> None:
    usual = (base(1, 1), ((0.0, 0.0), (1.0, 1.0)), 2.0, True, False)
    others = (base(2, 1), ((0.0, 0.5), (1.0, 1.0)), 2.5, False, True)
    same = Route(*usual)
    assert Route(*usual) == same
    assert hash(Route(*usual)) == hash(same)
    for place, other in enumerate(others):
        assert Route(*usual[:place], other, *usual[place + 1 :]) != same


def test_places_are_looked_at_by_their_numbers_as_by_themselves() -> None:
    found = table(wall(6, 5, 1, 4, 0.8), wall(12, 5, 1, 4, 3))
    places = [base(x, y) for x in (2, 5, 9, 15) for y in (4, 7, 10)]
    for a, b in product(places, places):
        fresh = table(wall(6, 5, 1, 4, 0.8), wall(12, 5, 1, 4, 3))
        assert look_from(found, number_of(a), a, number_of(b), b) == look(fresh, a, b)
        assert sees_from(found, number_of(a), a, number_of(b), b) == sees(fresh, a, b)


def test_each_place_has_a_number_of_its_own() -> None:
    places = [base(x / 8, y / 8, z, radius) for x in range(9) for y in range(9) for z in (0, 1) for radius in (0.5, 1)]
    numbers = [number_of(place) for place in places]
    assert len(set(numbers)) == len(places)
    assert numbers == [number_of(place) for place in places]
