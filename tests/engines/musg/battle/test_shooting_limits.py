"""Whom a shot does not reach: the ends of chains, lines, templates and accidents (Musg, Tirer; rulings M78-M97)."""

import pytest

from engines.musg.battle.actions import End, Shoot
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Climb, Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, hired, layout, only


@pytest.mark.parametrize(("x", "struck"), [(17.0, [1, 1, 1, 2, 2]), (17.1, [1, 1, 1, 1, 1])])
def test_a_chain_ends_where_more_than_a_pace_is_left(x: float, struck: list[int]) -> None:
    """Ruling M86: targets at most 1 pace apart. Who stands 1.1 paces off is no target: the first takes all five (M33).

    Assault rifle, strength 4 against toughness 2: 3+ each; three hit points.
    """
    scene = Scene([fig(LEADER, (5, 20), "assault_rifle")], [fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (x, 20))])
    scene.roll(to_hit=[2] * 5, wound=[3] * 5)
    assert only(scene.activate(0, Shoot(0, 1)), Kind.WOUND_ROLL).data["figures"] == struck


def test_nobody_behind_the_target_is_on_the_line_of_an_arrow() -> None:
    """Musg, Tirer: those before the target are rolled for; the friend behind it is not (ruling M97)."""
    scene = Scene(
        [fig(LEADER, (5, 20), "bow"), fig(HENCHMAN, (8, 20)), fig(HENCHMAN, (18, 20))], [fig(HENCHMAN, (14.9, 20))]
    )
    scene.roll(to_hit=[1], line=[5])
    assert [roll.faces for roll in only(scene.activate(0, Shoot(0, 3)), Kind.SHOT).rolls] == [(1,), (5,)]


def test_no_cannon_bursts_while_the_gunsmith_is_in_play() -> None:
    """Musg, Armurier Nain; rulings M94, M279: scatter 1 is a dud, and no second die is rolled."""
    scene = Scene([fig(LEADER, (5, 20), "cannon"), hired("dwarf_gunsmith", (5, 30))], [fig(HENCHMAN, (40, 20))])
    scene.roll(scatter=[1])
    events = scene.activate(0, Shoot(0, 2))
    assert not [event for event in events if event.kind is Kind.BURST]


def test_a_gunsmith_out_of_action_keeps_nothing_whole() -> None:
    """Ruling M279: while he is in play. A 1, then a 1, and the pistol bursts: strength 4 against toughness 4: 4+."""
    scene = Scene(
        [fig(LEADER, (5, 20), "black_powder_pistol"), hired("dwarf_gunsmith", (5, 30))], [fig(HENCHMAN, (9, 20))]
    )
    scene.battle.remove(scene.piece(1), Place.OUT)
    scene.roll(to_hit=[1], misfire=[1], wound=[4])
    assert only(scene.activate(0, Shoot(0, 2)), Kind.BURST).data["figures"] == [0]
    assert scene.piece(0).hp == 5


def test_a_blast_does_not_reach_farther_up_than_across() -> None:
    """Ruling M78: a radius of 3 paces; 4 paces above the rocket nobody is hurt, 2.5 beside it somebody is."""
    tower = Piece(kind="tower", shape=Rectangle(30, 21, 6, 6), form=Form.LEVEL, height=4, climb=Climb.GEAR)
    scene = Scene(
        [fig(LEADER, (5, 20), "bazooka")],
        [fig(HENCHMAN, (31, 20)), fig(HENCHMAN, (31, 22)), fig(HENCHMAN, (33.5, 20))],
        table=layout(tower),
    )
    assert scene.piece(2).base[2] == 4
    scene.roll(scatter=[6], wound=[1, 1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.BLAST).data["figures"] == [1, 3]


def test_a_flame_does_not_reach_behind_a_wall() -> None:
    """Musg, Tirer: a line of sight is asked for; the template lies from the shooter's base (ruling M80)."""
    wall = Piece(kind="wall", shape=Rectangle(10, 15, 0.5, 10), form=Form.WALL, height=5.0, veil=Veil.SOLID)
    for table, burnt in ((layout(), [1, 2]), (layout(wall), [1])):
        scene = Scene(
            [fig(LEADER, (5, 20), "flamethrower")], [fig(HENCHMAN, (9, 20)), fig(HENCHMAN, (12, 20))], table=table
        )
        scene.roll(wound=[1] * len(burnt))
        assert only(scene.activate(0, Shoot(0, 1)), Kind.BLAST).data["figures"] == burnt


def test_enemies_fighting_each_other_may_be_shot_at() -> None:
    """Musg, Tirer: only an enemy in close combat with one of our own side is spared (ruling M99)."""
    sides = [
        [fig(LEADER, (5, 20), "rifle"), fig(HENCHMAN, (5, 30))],
        [fig(HENCHMAN, (15, 20))],
        [fig(HENCHMAN, (15, 25))],
    ]
    scene = Scene(*sides, table=layout(zones=3))
    scene.touch(3, 2)
    scene.activate(0)
    assert scene.battle.can(Shoot(0, 2))
    assert scene.battle.can(Shoot(0, 3))
    scene.battle.put(scene.piece(1), (15.0, 21.002, 0.0, 0.5))
    assert scene.piece(2).foes == [scene.piece(3), scene.piece(1)]
    assert scene.refused(Shoot(0, 2)) == "target_engaged"


def test_vital_points_serve_one_grenade_a_turn() -> None:
    """Musg, Points vitaux; ruling M269: one wound die of the turn is rolled again, not one of each explosion."""
    scene = Scene([fig(LEADER, (5, 20), "grenade", skills=("vital_points",))], [fig(LEADER, (13, 20))])
    scene.roll(scatter=[6, 6], wound=[1, 1], vital_points=[1])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1))
    assert not scene.dice.unused()


def test_the_next_of_a_group_must_be_in_range_too() -> None:
    """Musg, Tirer: a target within the weapon's range; 18 paces for the first, 20 for the second, who is none.

    Machine pistol at long range: 3+ and 1, strength 3 against toughness 2: 4+ each. All three fall to the first.
    """
    scene = Scene([fig(LEADER, (5, 20), "machine_pistol")], [fig(HENCHMAN, (24, 20)), fig(HENCHMAN, (26, 20))])
    scene.piece(1).hp = 1
    scene.roll(to_hit=[4, 4, 4], wound=[4, 4, 4])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.WOUND_ROLL).data["figures"] == [1, 1, 1]
    assert scene.piece(1).hp == -2


def test_a_slow_weapon_is_loaded_again_the_next_turn() -> None:
    """Musg, Tableau des armes de tir; ruling M70: once a turn, and every turn."""
    scene = Scene([fig(LEADER, (5, 20), "crossbow")], [fig(LEADER, (20, 20))])
    scene.roll(to_hit=[2, 2], wound=[1, 1])
    scene.activate(0, Shoot(0, 1), End())
    scene.skip_turn()
    only(scene.activate(0, Shoot(0, 1)), Kind.SHOT)
