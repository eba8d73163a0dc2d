"""Where captains place vehicles and, before them, nobody: positions made by hand on an open table of 60 by 40 paces.

A light vehicle is 2 paces wide and 4 long (M344), its speed 10 (Musg, Tableau des véhicules de base).
"""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from engines.core.dice import FastDice
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Ride, Setup, Side
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride as Hull
from engines.musg.ground.layout import Layout, Zone
from engines.musg.ground.shapes import Rectangle
from engines.musg.tactics import player
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, fig
from tests.engines.musg.battle.road import LIGHT


def deployed(zone: Rectangle, on_foot: int) -> tuple[Hull, Battle]:
    """A vehicle with its pilot and so many on foot, deployed by a bold captain in a zone; the enemy along the south."""
    table = Layout(width=60, depth=40, pieces=(), zones=(Zone(zone), Zone(Rectangle(0, 34, 60, 6))))
    row = [fig(LEADER if n == 0 else HENCHMAN)[0] for n in range(on_foot + 1)]
    mine = tuple(replace(figure, id=n, name=f"a{n}") for n, figure in enumerate(row, 1))
    foe = (replace(fig(LEADER)[0], id=1, name="b1"),)
    cars = (Ride(number=1, name="car", design=LIGHT, crew=(2,)),)
    sides = (
        Side(key="a", name="A", race="generic", figures=mine, zone=0, rides=cars),
        Side(key="b", name="B", race="generic", figures=foe, zone=1),
    )
    battle = Battle.new(Setup(sides=sides, table=table, modules=("vehicles",)), FastDice(1))
    captain = player("bold", 1)
    while battle.decision and battle.decision.ask in (Ask.DEPLOY, Ask.CUSTOM):
        battle.play(captain.decide(battle))
    module = next(one for one in battle.modules if isinstance(one, Vehicles))
    return module.rides(battle).all[0], battle


def test_a_vehicle_is_placed_with_room_to_turn_beside_the_edge() -> None:
    """Its corners are hypot(1, 2) from its middle: so far from the west and east edges it can turn as it likes."""
    car, _ = deployed(Rectangle(0, 0, 60, 6), on_foot=1)
    corner = hypot(1.0, 2.0)
    assert corner <= car.base.x <= 60 - corner


def test_of_like_roads_the_one_nearer_to_the_middle_is_taken() -> None:
    """The road is open everywhere: places are weighed every 2 paces, so the middle, 30, is at most 1 away."""
    car, _ = deployed(Rectangle(0, 0, 60, 6), on_foot=1)
    assert abs(car.base.x - 30) <= 1
