"""Which ways a driver knows: positions made by hand on a table of 60 by 40 paces."""

from __future__ import annotations

from engines.musg.ground.layout import Form, Piece as Terrain
from engines.musg.ground.shapes import Rectangle
from engines.musg.tactics.riding.roads import roads_to
from tests.engines.musg.battle.kit import layout
from tests.engines.musg.battle.road import LIGHT, Road


def block(x: float, width: float) -> Terrain:
    """A block 10 paces deep across the table, too high to drive over (M344)."""
    return Terrain(kind="wall", shape=Rectangle(x, 15.0, width, 10.0), form=Form.WALL, height=2.0)


def test_no_road_leads_along_the_edge_where_a_vehicle_could_not_turn() -> None:
    """2.2 paces are free along the west edge, and 6 in the middle, from 27 to 33; a light vehicle is 2 wide (M344).

    Through the middle it is at least twice 21 paces aside and 10 through the gap from (6, 10) to (6, 30), 52: so far
    that it counts as a way not known, 1.3 times the 20 straight on and 8 more, 34. Along the edge it would be about 30.
    """
    table = layout(block(2.2, 24.8), block(33.0, 27.0))
    scene = Road([None], [(58, 38)], [(0, LIGHT, (6, 10, 0), (1,))], table=table)
    rides = scene.module.rides(scene.battle)
    roads = roads_to(scene.battle, rides, scene.car(), [(6.0, 30.0)])
    assert roads.paces(6.0, 10.0) >= 34.0


def test_a_road_leads_off_over_the_edge() -> None:
    """From (6, 10) the west edge is 6 paces off; the last pace or two, where it leaves, may seem longer."""
    scene = Road([None], [(58, 38)], [(0, LIGHT, (6, 10, 90), (1,))])
    rides = scene.module.rides(scene.battle)
    roads = roads_to(scene.battle, rides, scene.car(), [(0.0, 10.0)])
    assert roads.paces(6.0, 10.0) < 6 + 2 * 6
