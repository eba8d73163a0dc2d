"""Where others come onto a table, and which buildings can be entered (rulings M316, M324)."""

from __future__ import annotations

import pytest

from engines.musg.ground import indoors
from engines.musg.ground.layout import Form, Layout, Piece, Zone
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.rim import points_of_arrival
from engines.musg.ground.shapes import Polygon, Rectangle
from engines.musg.ground.table import table_of


def table(*zones: Rectangle | Polygon, pieces: tuple[Piece, ...] = ()) -> Layout:
    return Layout(width=40, depth=30, zones=tuple(Zone(zone) for zone in zones), pieces=pieces)


def test_a_warband_alone_leaves_three_sides() -> None:
    layout = table(Rectangle(0, 25, 40, 5))
    assert points_of_arrival(table_of(layout), [0]) == ((0.5, 15), (20, 0.5), (39.5, 15))


def test_two_warbands_face_to_face_leave_two_sides_and_the_third_point_is_far_from_all() -> None:
    """Zones end at y 5 and 25. On the short sides the middle is taken; halfway between it and a zone is best: y 10."""
    layout = table(Rectangle(0, 0, 40, 5), Rectangle(0, 25, 40, 5))
    points = points_of_arrival(table_of(layout), [0, 1])
    assert points[:2] == ((0.5, 15), (39.5, 15))
    x, y = points[2]
    assert x in (0.5, 39.5)
    assert 9.5 <= y <= 10.5 or 19.5 <= y <= 20.5


def test_only_zones_in_use_count() -> None:
    layout = table(Rectangle(0, 25, 40, 5), Rectangle(0, 0, 40, 5))
    assert points_of_arrival(table_of(layout), [0])[1] == (20, 0.5)


def test_a_warband_in_a_corner_enters_by_both_sides() -> None:
    layout = table(Polygon(((0, 0), (10, 0), (0, 10))))
    assert points_of_arrival(table_of(layout), [0])[:2] == ((39.5, 15), (20, 29.5))


@pytest.mark.parametrize("code", ready_tables())
def test_every_ready_made_table_has_three_points_apart(code: str) -> None:
    layout = ready_tables()[code]
    found = points_of_arrival(table_of(layout), range(len(layout.zones)))
    assert len(set(found)) == 3


HOUSE = Piece(kind="house", shape=Rectangle(10, 10, 6, 6))
ROOF = Piece(kind="house", shape=Rectangle(20, 10, 6, 6), form=Form.LEVEL, height=3)


def test_a_house_laid_out_as_an_area_is_entered_and_one_with_a_roof_is_not() -> None:
    ground = table_of(table(pieces=(HOUSE, ROOF)))
    assert list(indoors.buildings(ground)) == [0]
    assert indoors.entered(ground, ((5, 12), (12, 12))) == [0]
    assert indoors.entered(ground, ((12, 12), (5, 12))) == []
    assert indoors.entered(ground, ((5, 12), (30, 12))) == [0], "crossed, too"
    assert indoors.entered(ground, ((12, 12), (5, 12), (12, 12))) == [0], "left and entered again"
    assert indoors.farthest(indoors.buildings(ground)[0], (10.5, 10.5)) == (15.5, 15.5), "half a pace from the walls"


def test_no_ready_made_table_has_a_building_to_enter() -> None:
    for layout in ready_tables().values():
        assert indoors.buildings(table_of(layout)) == {}
