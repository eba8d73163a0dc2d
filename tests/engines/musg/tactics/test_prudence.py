"""Whom captains do not risk for nothing: blades far ahead of their friends, and wounded leaders who got away."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Action, Custom, End, Run, Walk
from engines.musg.battle.objectives import CarryOff, Hold, Phrase
from engines.musg.ground.layout import Form, Piece as Terrain, Veil
from engines.musg.ground.shapes import Circle, Rectangle
from engines.musg.ground.table import distance
from engines.musg.tactics import Captain
from engines.musg.tactics.temper import CAUTIOUS, TEMPERAMENTS, Temperament
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, layout

BOTH = pytest.mark.parametrize("temper", TEMPERAMENTS.values(), ids=TEMPERAMENTS)


def decides(scene: Scene, temper: Temperament) -> Action:
    return Captain(temper).decide(scene.battle)


def acts(scene: Scene, number: int, temper: Temperament) -> Scene:
    """Let a figure do all that its captain makes it do."""
    scene.activate(number)
    while scene.battle.active is not None and scene.battle.active.uid == number:
        scene.play(decides(scene, temper))
    return scene


def lone_blade(friends_at: float) -> Scene:
    """A henchman's sword, and five lieutenants with two-handed power axes 20 paces off, who charge up to 12 (8 x 1.5).

    His run of 9 paces would end within the charge of all five. His friends stand 16 paces behind or beside him.
    """
    men = [fig(HENCHMAN, (20, 20), "sword"), *(fig(HENCHMAN, (friends_at, y), "rifle") for y in (16, 18, 24))]
    men.append(fig(LEADER, (friends_at, 20), "rifle"))
    return Scene(men, [fig(LIEUTENANT, (41, y), "two_handed_power_axe") for y in (16, 18, 20, 22, 24)])


@BOTH
def test_a_lone_blade_waits_for_its_riflemen(temper: Temperament) -> None:
    """Five charges at strength + 1 (Musg, Charger) would meet it where no friend can come to its aid."""
    scene = acts(lone_blade(4), 0, temper)
    near = [foe for foe in map(scene.piece, range(5, 10)) if scene.battle.gap(scene.piece(0), foe) <= 12]
    assert len(near) < 2


@BOTH
def test_a_blade_in_company_goes_on(temper: Temperament) -> None:
    """The same men beside it: three riflemen and the leader could charge whoever charges it."""
    scene = acts(lone_blade(21), 0, temper)
    assert scene.battle.gap(scene.piece(0), scene.piece(7)) < 15


@BOTH
def test_nobody_waits_for_friends_who_do_not_come(temper: Temperament) -> None:
    scene = Scene(
        [fig(HENCHMAN, (20, 20), "sword")],
        [fig(LIEUTENANT, (41, y), "two_handed_power_axe") for y in (16, 18, 20, 22, 24)],
    )
    acts(scene, 0, temper)
    assert scene.battle.gap(scene.piece(0), scene.piece(3)) < 15


HUT = Terrain(kind="hut", shape=Rectangle(26, 16, 4, 4), form=Form.WALL, height=3, veil=Veil.SOLID)


def test_a_wounded_leader_who_ran_out_of_sight_stays_there() -> None:
    """Two of three points brought him behind the hut: the third does not bring him back before two rifles."""
    spring = Hold(points=8, name=Phrase("la source", "the spring"), place=Circle(34, 18, 3), each_turn=True)
    foes = [fig(HENCHMAN, (50, y), "rifle") for y in (16, 20)]
    scene = Scene([fig(LEADER, (33, 18), "sword")], foes, table=layout(HUT), objectives=[spring])
    scene.piece(0).hp = 2
    scene.activate(0)
    scene.play(Run(24.5, 18))
    assert scene.piece(0).ap == 1
    assert not any(scene.battle.sees(foe, scene.piece(0)) for foe in map(scene.piece, (1, 2)))
    assert decides(scene, CAUTIOUS) == End()


@BOTH
def test_the_last_inch_to_a_thing_is_walked(temper: Temperament) -> None:
    """Things are picked up within a pace (ruling M37): a base's edge 1.13 paces from it is not there yet."""
    chest = CarryOff(points=20, thing=Phrase("le coffre", "the chest"), at=((20, 5),))
    scene = Scene([fig(HENCHMAN, (18.37, 5)), fig(LEADER, (2, 5))], [fig(LEADER, (55, 35))], objectives=[chest])
    scene.activate(0)
    step = decides(scene, temper)
    assert isinstance(step, Walk)
    assert distance(scene.battle.table.base_at(step.x, step.y), (20, 5, 0, 0)) <= 1.0
    scene.play(step)
    assert decides(scene, temper) == Custom("objectives.take", target=1)
