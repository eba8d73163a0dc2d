"""What captains do an arm's length from an enemy, and how they come there: the first blow counts (Musg, Charger)."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Action, BreakOff, Charge, End, Run, Strike, Walk
from engines.musg.ground.layout import Form, Piece as Terrain, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.sight import sees
from engines.musg.ground.table import distance, touching
from engines.musg.tactics import Captain
from engines.musg.tactics.temper import CAUTIOUS, TEMPERAMENTS, Temperament
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, layout

BOTH = pytest.mark.parametrize("temper", TEMPERAMENTS.values(), ids=TEMPERAMENTS)


def decides(scene: Scene, temper: Temperament) -> Action:
    return Captain(temper).decide(scene.battle)


def beside_a_swordsman() -> Scene:
    """A voodoo zombie, who may walk into contact but never charge (ruling M173), half a pace from a leader's sword."""
    men = [fig(HENCHMAN, (10, 20), non_player="voodoo_zombie"), fig(LEADER, (2, 2))]
    scene = Scene(men, [fig(LEADER, (11.5, 20), "sword", "light_armour")])
    scene.activate(0)
    return scene


@BOTH
def test_who_never_charges_walks_into_contact_rather_than_wait_an_inch_short(temper: Temperament) -> None:
    """Both stand in each other's reach: whoever waits is struck first, at strength + 1 (Musg, Charger)."""
    scene = beside_a_swordsman()
    step = decides(scene, temper)
    assert isinstance(step, Walk)
    assert touching(scene.battle.table.base_at(step.x, step.y), scene.piece(2).base)


@BOTH
def test_who_walked_into_contact_strikes(temper: Temperament) -> None:
    """Of its two points one is left: spent on getting away again, both would be lost."""
    scene = beside_a_swordsman()
    scene.play(decides(scene, temper))
    assert isinstance(decides(scene, temper), Strike)


@BOTH
def test_nobody_stands_idle_nose_to_nose(temper: Temperament) -> None:
    """An orc's axe with one hit point left, a tenth of a pace from a leader's sword: and nowhere to hide."""
    men = [fig(HENCHMAN, (10, 20), "axe", "shield", race="orc"), fig(LEADER, (2, 2), race="orc")]
    scene = Scene(men, [fig(LEADER, (11.1, 20), "sword", "light_armour", "pistol")])
    scene.piece(0).hp = 1
    scene.activate(0)
    action = decides(scene, temper)
    assert action == Charge((2,))  # a run of nine paces ends in sight and within the leader's reach of 13.5


@BOTH
def test_who_got_away_does_not_charge_without_a_blow_to_follow(temper: Temperament) -> None:
    """Two points: one to break off, one to charge, none to strike (Musg, Fuir un corps à corps; Charger)."""
    men = [fig(HENCHMAN, (10, 20), "spear"), fig(LEADER, (2, 2))]
    foes = [fig(LIEUTENANT, (20, 30), "axe", "axe"), fig(HENCHMAN, (24, 26), "rifle")]
    scene = Scene(men, foes)
    scene.touch(0, 2)
    scene.activate(0)
    scene.play(next(one for one in scene.battle.actions() if isinstance(one, BreakOff)))
    assert not isinstance(decides(scene, temper), Charge)


WALL = Terrain(kind="wall", shape=Rectangle(20, 10, 1, 12), form=Form.WALL, height=3, veil=Veil.SOLID)


def rifle_behind_a_wall() -> Scene:
    """A submachine gun west of a wall that ends at y = 22, an axe east of it, 7.5 paces off and unseen."""
    men = [fig(LIEUTENANT, (17.5, 20), "submachine_gun"), fig(LEADER, (2, 2))]
    scene = Scene(men, [fig(LIEUTENANT, (26, 20), "two_handed_axe")], table=layout(WALL))
    scene.activate(0)
    return scene


def test_a_shooter_looks_round_a_corner_no_farther_than_to_see() -> None:
    """The walk of a point, then the shot of the other: from the first paces where the enemy is in sight."""
    scene = rifle_behind_a_wall()
    me, foe = scene.piece(0), scene.piece(2)
    step = decides(scene, CAUTIOUS)
    assert isinstance(step, Walk)
    end = scene.battle.table.base_at(step.x, step.y)
    assert sees(scene.battle.table, end, foe.base)
    scene.play(step)
    assert scene.battle.gap(me, foe) > 3


def test_a_shooter_without_a_point_for_the_shot_stays_behind_the_corner() -> None:
    scene = rifle_behind_a_wall()
    scene.piece(0).ap = 1
    assert decides(scene, CAUTIOUS) == End()


@BOTH
def test_a_shooter_who_sees_only_a_fight_goes_for_those_outside_it(temper: Temperament) -> None:
    """Nobody shoots into close combat: the enemy behind the wall is the one it may shoot at a turn later."""
    men = [fig(HENCHMAN, (17, 12), "rifle"), fig(LEADER, (2, 2)), fig(LIEUTENANT, (10, 12), "axe", "axe")]
    foes = [fig(LEADER, (11.5, 12), "two_handed_axe", "heavy_armour"), fig(HENCHMAN, (40, 18), "axe")]
    scene = Scene(men, foes, table=layout(WALL))
    scene.touch(3, 2)
    scene.activate(0)
    step = decides(scene, temper)
    assert isinstance(step, Walk | Run)
    end = scene.battle.table.base_at(step.x, step.y)
    assert distance(end, scene.piece(4).base) < scene.battle.gap(scene.piece(0), scene.piece(4))
