"""Strikes and care in a battle (Musg, Frapper; Musg, Équipement; rulings M38-M40, M110-M121, M177, M268-M272, M281)."""

import pytest

from engines.musg.battle.actions import Charge, End, Medikit, Recover, Strike
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Climb, Form, Piece
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only


def melee(ours: object, theirs: object, *more: object, **values: object) -> Scene:
    """Two figures in contact; ours is 0, theirs 1."""
    scene = Scene([ours], [theirs, *more], **values)  # type: ignore[list-item,arg-type]
    scene.touch(1, 0)
    return scene


def test_a_strike_costs_one_point_and_may_be_repeated() -> None:
    """Musg, Frapper; ruling M49. Sword: 2 dice, strength 5 + 2 = 7 against toughness 2: 2+."""
    scene = melee(fig(LEADER, (5, 20), "sword"), fig(HENCHMAN, (20, 20)))
    scene.roll(to_hit=[3, 2, 3, 2], wound=[2, 1])
    scene.activate(0, Strike(1), Strike(1))
    assert scene.piece(1).hp == 2
    assert scene.piece(0).ap == 1


def test_two_weapons_strike_together() -> None:
    """Ruling M110: both weapons' dice in one action, each with its own strength."""
    scene = melee(fig(LEADER, (5, 20), "dagger", "mace"), fig(HENCHMAN, (20, 20)))
    scene.roll(to_hit=[1, 1, 1])
    struck = only(scene.activate(0, Strike(1)), Kind.STRUCK)
    assert (struck.data["dice"], struck.data["strengths"]) == ([2, 1], [7, 6])


def test_another_loadout_may_be_chosen() -> None:
    """A figure with a two-handed axe and a sword strikes with either."""
    scene = melee(fig(LEADER, (5, 20), "two_handed_axe", "sword"), fig(HENCHMAN, (20, 20)))
    scene.roll(to_hit=[1] * 5)
    first = only(scene.activate(0, Strike(1, 0)), Kind.STRUCK)
    second = only(scene.play(Strike(1, 1)), Kind.STRUCK)
    assert (first.data["weapons"], second.data["weapons"]) == ("two_handed_axe", "sword")
    assert scene.refused(Strike(1, 2)) == "no_such_weapon"


def test_only_an_engaged_enemy_can_be_struck() -> None:
    """Ruling M63: base contact."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (6.2, 20))])
    scene.activate(0)
    assert scene.refused(Strike(1)) == "not_engaged"


@pytest.mark.parametrize("weapon", ["pike", "spear", "halberd", "whip"])
def test_long_weapons_reach_no_farther(weapon: str) -> None:
    """Ruling M117: base contact for them too."""
    scene = Scene([fig(LEADER, (5, 20), weapon)], [fig(HENCHMAN, (6.5, 20))])
    scene.activate(0)
    assert scene.refused(Strike(1)) == "not_engaged"


def test_nothing_shifts_the_die_to_hit_in_close_combat() -> None:
    """Rulings M103, M111: a leader's 3+ after a charge, two against one, against one who flees."""
    scene = Scene([fig(LEADER, (5, 20), "sword"), fig(HENCHMAN, (40, 38))], [fig(HENCHMAN, (12, 20))])
    scene.touch(1, 2)
    scene.piece(2).routed = True
    scene.roll(to_hit=[2, 2])
    struck = only(scene.activate(0, Charge((2,)), Strike(2)), Kind.STRUCK)
    assert (struck.data["to_hit"], struck.data["hits"]) == (3, 0)


def test_surplus_wounds_kill_in_close_combat() -> None:
    """Rulings M33, M119: all dice are the chosen target's; below 0 is death, at 0 the body stays (M34)."""
    scene = melee(fig(LEADER, (5, 20), "two_handed_sword"), fig(HENCHMAN, (20, 20)))
    scene.piece(1).hp = 2
    scene.roll(to_hit=[3, 3, 3], wound=[2, 2, 2])
    assert only(scene.activate(0, Strike(1)), Kind.OUT).data["killed"] is True
    assert scene.piece(1).place is Place.DEAD
    gently = melee(fig(LEADER, (5, 20), "two_handed_sword"), fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (40, 20)))
    gently.roll(to_hit=[3, 3, 3], wound=[2, 2, 2])
    gently.activate(0, Strike(1))
    assert gently.piece(1).place is Place.OUT
    assert gently.refused(Strike(1)) == "not_engaged"


@pytest.mark.parametrize(("rank", "points"), [(LEADER, 10), (LIEUTENANT, 8), (HENCHMAN, 5), (EXTRA, 2)])
def test_victory_points(rank: object, points: int) -> None:
    """Musg, Fin du tour: 10, 8, 5 and 2 for an enemy put out of action."""
    scene = melee(fig(LEADER, (5, 20), "laser_sword"), fig(rank, (20, 20)), fig(HENCHMAN, (40, 20)))  # type: ignore[arg-type]
    scene.piece(1).hp = 1
    scene.roll(to_hit=[3, 1], wound=[2])
    scene.activate(0, Strike(1))
    assert scene.battle.bands[0].points == points


def test_a_mercenary_is_worth_ten() -> None:
    """Ruling M156."""
    scene = melee(fig(LEADER, (5, 20), "sword"), hired("elf_sniper", (20, 20)), fig(HENCHMAN, (40, 20)))
    scene.piece(1).hp = 1
    scene.roll(to_hit=[3, 1], wound=[3])
    scene.activate(0, Strike(1))
    assert scene.battle.bands[0].points == 10


def test_bucklers_turn_hits_aside_in_every_attack_received() -> None:
    """Ruling M120: one die re-rolled per buckler and attack; two bucklers against two strikes of two hits."""
    scene = melee(fig(LEADER, (5, 20), "sword"), fig(HENCHMAN, (20, 20), "buckler", "buckler"))
    scene.roll(to_hit=[3, 3, 3, 3], buckler=[2, 2, 2, 3], wound=[1])
    scene.activate(0, Strike(1), Strike(1))
    assert [event.data["hits"] for event in scene.events(Kind.STRUCK)] == [0, 1]


def test_armour_and_shield_add_to_toughness() -> None:
    """Ruling M105; Musg, Équipement: 2 + 2 + 1 + 1 + 1 = 7; sword, strength 7: 4+."""
    armoured = fig(HENCHMAN, (20, 20), "heavy_armour", "shield", "cyber_arm", "cyber_leg")
    scene = melee(fig(LEADER, (5, 20), "sword"), armoured)
    scene.roll(to_hit=[3, 1], wound=[3])
    struck = only(scene.activate(0, Strike(1)), Kind.STRUCK)
    assert struck.data["needs"] == [3, 3, 4]


def test_weak_points_add_a_die_and_drop_the_worst() -> None:
    """Ruling M268: one more die for the action; a hit takes the place of a miss."""
    scene = melee(fig(LEADER, (5, 20), "sword", skills=("weak_points",)), fig(HENCHMAN, (20, 20)))
    scene.roll(to_hit=[3, 1], extra_die=[4], wound=[1, 1])
    assert only(scene.activate(0, Strike(1)), Kind.STRUCK).data["hits"] == 2


def test_blade_catcher_rerolls_one_wound_a_turn() -> None:
    """Ruling M270: close combat only, once a turn."""
    catcher = fig(HENCHMAN, (20, 20), skills=("blade_catcher",))
    scene = melee(fig(LEADER, (5, 20), "sword"), catcher)
    scene.roll(to_hit=[3, 1, 3, 1], wound=[2, 2], blade_catcher=[1])
    scene.activate(0, Strike(1), Strike(1))
    assert scene.piece(1).hp == 2
    assert not scene.dice.unused()


def test_vital_points_serve_once_a_turn_and_again_the_next() -> None:
    """Musg, Points vitaux; ruling M269. A dagger, strength 5 + 1 against toughness 4: 3+."""
    scene = melee(fig(LEADER, (5, 20), "dagger", skills=("vital_points",)), fig(LEADER, (20, 20)))
    scene.roll(to_hit=[3, 3], wound=[1, 1], vital_points=[1])
    scene.activate(0, Strike(1), Strike(1), End())
    assert not scene.dice.unused()
    scene.skip_turn()
    scene.roll(to_hit=[3], wound=[1], vital_points=[3])
    scene.activate(0, Strike(1))
    assert scene.piece(1).hp == 5


def test_a_harasser_diving_hits_without_a_roll() -> None:
    """Ruling M281: a charge from a pace or more above; no die to hit. Strength 4 + 2 + 1 against 2: 2+."""
    hill = Piece(kind="hill", shape=Rectangle(0, 10, 10, 20), form=Form.LEVEL, height=2.0, climb=Climb.FREE)
    scene = Scene(
        [hired("goblin_harasser", (8, 20), "sword")],
        [fig(HENCHMAN, (14, 20)), fig(HENCHMAN, (50, 20))],
        table=layout(hill),
    )
    scene.roll(wound=[2, 2])
    scene.activate(0, Charge((1,)))
    struck = only(scene.play(Strike(1)), Kind.STRUCK)
    assert (struck.data["to_hit"], struck.data["hits"]) == (None, 2)
    assert scene.piece(1).hp == 1


def test_a_dive_is_over_with_its_activation() -> None:
    """Ruling M281: an attack begun from above; the next turn's, on the flat, is rolled for like any other: 3+."""
    hill = Piece(kind="hill", shape=Rectangle(0, 10, 10, 20), form=Form.LEVEL, height=2.0, climb=Climb.FREE)
    scene = Scene([hired("goblin_harasser", (8, 20), "sword")], [fig(LEADER, (14, 20))], table=layout(hill))
    scene.activate(0, Charge((1,)), End())
    scene.skip_turn()
    scene.roll(to_hit=[1, 2])
    struck = only(scene.activate(0, Strike(1)), Kind.STRUCK)
    assert (struck.data["to_hit"], struck.data["hits"]) == (3, 0)


def test_others_gain_nothing_from_height_in_close_combat() -> None:
    """Ruling M103."""
    hill = Piece(kind="hill", shape=Rectangle(0, 10, 10, 20), form=Form.LEVEL, height=2.0, climb=Climb.FREE)
    scene = Scene([fig(LEADER, (8, 20), "sword")], [fig(HENCHMAN, (14, 20))], table=layout(hill))
    scene.roll(to_hit=[1, 1])
    scene.activate(0, Charge((1,)))
    assert only(scene.play(Strike(1)), Kind.STRUCK).data["to_hit"] == 3


def test_extras_in_contact_strike_at_once() -> None:
    """Musg, Les figurants; ruling M177: each in contact is one die of strength 2 + weapon, whatever its dice.

    Two extras with swords (2 + 2 = 4) around a henchman (toughness 2: 3+).
    """
    scene = Scene(
        [fig(EXTRA, (5, 20), "sword"), fig(EXTRA, (6, 22), "sword"), fig(HENCHMAN, (30, 20))],
        [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (40, 20))],
    )
    scene.touch(3, 0)
    scene.battle.put(scene.piece(1), (5.501, 20.9, 0.0, 0.5))
    x, y = scene.piece(3).base[:2]
    scene.battle.put(scene.piece(1), (x, y + 1.002, 0.0, 0.5))
    scene.roll(to_hit=[5, 5], wound=[3, 2])
    struck = only(scene.activate(0, Strike(3), joined=(1,)), Kind.STRUCK)
    assert (struck.data["dice"], struck.data["strengths"]) == ([1, 1], [4, 4])
    assert scene.piece(3).hp == 2
    assert [scene.piece(n).ap for n in (0, 1)] == [1, 1]


def test_an_extra_whose_activation_is_over_does_not_strike_with_the_others() -> None:
    """Rulings M48, M285: what the first and the second did not spend is lost; the third strikes alone."""
    scene = Scene([fig(EXTRA, (9, 20)), fig(EXTRA, (10, 21.5)), fig(EXTRA, (11, 20))], [fig(LEADER, (30, 20))])
    scene.battle.put(scene.piece(3), (10.0, 20.2, 0.0, 0.5))
    for number, at in ((1, (10.0, 21.202)), (2, (11.002, 20.2))):
        scene.battle.put(scene.piece(number), (*at, 0.0, 0.5))
    scene.activate(0, End(), joined=(1, 2))
    scene.play(End())
    scene.roll(to_hit=[1])
    assert only(scene.play(Strike(3)), Kind.STRUCK).data["with_"] == []
    assert scene.piece(2).ap == 1


def test_a_medikit_gives_one_point_back_once() -> None:
    """Rulings M38, M40: 1 point, single use, never above the maximum."""
    scene = Scene([fig(LEADER, (5, 20), "medikit")], [fig(HENCHMAN, (40, 20))])
    scene.activate(0)
    assert scene.refused(Medikit(0)) == "unhurt"
    scene.piece(0).hp = 4
    scene.play(Medikit(0))
    assert (scene.piece(0).hp, scene.piece(0).ap) == (5, 2)
    assert scene.refused(Medikit(0)) == "no_medikit"


def test_a_medikit_helps_a_friend_in_contact() -> None:
    """Musg, Médikit: the bearer is the one in activation."""
    scene = Scene([fig(LEADER, (5, 20), "medikit"), fig(HENCHMAN, (8, 20))], [fig(HENCHMAN, (40, 20))])
    scene.piece(1).hp = 1
    scene.activate(0)
    assert scene.refused(Medikit(1)) == "not_in_contact"
    scene.touch(1, 0)
    scene.play(Medikit(1))
    assert scene.piece(1).hp == 2


@pytest.mark.parametrize("switch", [False, True])
def test_a_medikit_revives_only_by_the_switch(switch: bool) -> None:
    """Ruling M39: at 0 nothing helps, unless the table plays it otherwise."""
    from engines.musg.battle import damage

    scene = Scene(
        [fig(LEADER, (5, 20), "medikit"), fig(HENCHMAN, (8, 20))], [fig(LEADER, (40, 20))], medikit_revives=switch
    )
    body = scene.piece(1)
    scene.touch(1, 0)
    body.hp = 0
    damage.put_out(scene.battle, body, scene.piece(2))
    scene.activate(0)
    if not switch:
        assert scene.refused(Medikit(1)) == "out_of_action"
        return
    assert scene.battle.bands[1].points == 5
    scene.play(Medikit(1))
    assert (body.hp, body.place) == (1, Place.PLAY)
    assert scene.battle.bands[1].points == 0
    assert scene.battle.report().downs == ()


def test_the_will_to_live_costs_two_points() -> None:
    """Musg, Volonté de vivre; rulings M38, M272."""
    scene = Scene([fig(LEADER, (5, 20), skills=("will_to_live",))], [fig(HENCHMAN, (40, 20))])
    scene.activate(0)
    assert scene.refused(Recover()) == "unhurt"
    scene.piece(0).hp = 2
    scene.play(Recover())
    assert (scene.piece(0).hp, scene.piece(0).ap) == (3, 1)
    assert scene.refused(Recover()) == "action_points"
    scene.play(End())


def test_others_have_no_such_will() -> None:
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (40, 20))])
    scene.piece(0).hp = 1
    scene.activate(0)
    assert scene.refused(Recover()) == "no_such_skill"
