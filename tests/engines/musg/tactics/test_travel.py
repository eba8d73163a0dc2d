"""When captains get on a vehicle to travel, and when they get off; distances are worked out by hand.

A generic henchman has movement 6 and 2 action points: 12 paces a turn. A light vehicle drives 10 paces for a point, 20
a turn. The table is 60 paces wide and 40 deep, its south edge at y = 40; the vehicle's sides are at x = 29 and 31.
"""

from __future__ import annotations

from engines.musg.battle.actions import Activate, Custom, Walk
from engines.musg.battle.objectives import Edge, Escape, Hold, Phrase
from engines.musg.ground.shapes import Circle
from engines.musg.tactics import TEMPERAMENTS
from engines.musg.tactics.riding import aboard, lift
from tests.engines.musg.battle.road import LIGHT, Road

OFF = Escape(edges=(Edge.SOUTH,), points=7)
WELL = Hold(name=Phrase(fr="le puits", en="the well"), place=Circle(30.0, 16.0, 2.0), points=12, each_turn=True)


def beside(y: float, x: float = 31.504) -> Road:
    """A pilot in his vehicle, and figure 1 on foot near it, who acts next."""
    scene = Road([None, (x, y)], [(1, 1)], [(0, LIGHT, (30, y, 0), (1,))], objectives=(OFF,))
    scene.play(Activate(1))
    return scene


def test_who_stands_beside_a_vehicle_rides_to_a_far_edge() -> None:
    """30 paces are two turns and a half on foot and one and a half in the vehicle."""
    scene = beside(10)
    assert lift(scene.battle, scene.piece(1)) == Custom("vehicles.get_on", None, 0)


def test_nobody_gets_on_for_a_third_of_a_turn() -> None:
    """10 paces are five sixths of a turn on foot, half of one in the vehicle."""
    scene = beside(30)
    assert lift(scene.battle, scene.piece(1)) is None


def test_who_is_a_walk_away_walks_to_it_and_gets_on() -> None:
    """3.5 paces to its side are one walk; the second point gets on."""
    scene = beside(10, x=35)
    step = lift(scene.battle, scene.piece(1))
    assert isinstance(step, Walk)
    scene.play(step)
    assert lift(scene.battle, scene.piece(1)) == Custom("vehicles.get_on", None, 0)


def test_who_could_not_get_on_at_once_does_not_run_after_it() -> None:
    """8.5 paces are two walks: no point would be left."""
    scene = beside(10, x=40)
    assert lift(scene.battle, scene.piece(1)) is None


def test_a_passenger_gets_off_where_he_is_wanted() -> None:
    """From the front at y = 12 the well, which begins at 14, is within a move of 6; from y = 2 it is not."""
    near = Road([None, None], [(1, 39)], [(0, LIGHT, (30, 10, 0), (1, 2))], objectives=(WELL,))
    near.play(Activate(1))
    off = aboard(near.battle, near.piece(1), TEMPERAMENTS["bold"])
    assert isinstance(off, Custom)
    assert off.code == "vehicles.get_off"
    assert off.y is not None
    assert off.y > 12, "in front, towards the well"
    far = Road([None, None], [(1, 39)], [(0, LIGHT, (50, 2.5, 0), (1, 2))], objectives=(WELL,))
    far.play(Activate(1))
    stays = aboard(far.battle, far.piece(1), TEMPERAMENTS["bold"])
    assert not (isinstance(stays, Custom) and stays.code == "vehicles.get_off")
