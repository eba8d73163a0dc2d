"""Walking, running, charging, breaking off (Musg, Les Actions Actives; rulings M54-M69)."""

import pytest

from engines.musg.battle.actions import BreakOff, Charge, End, Run, Shoot, Strike, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Form, Ground, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import touching
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only

MARSH = Piece(kind="marsh", shape=Rectangle(8.0, 0.0, 30.0, 40.0), ground=Ground.DIFFICULT)
WALL = Piece(kind="wall", shape=Rectangle(15.0, 0.0, 1.0, 40.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)


def duel(ours: tuple[float, float] = (5, 20), theirs: tuple[float, float] = (40, 20), **values: object) -> Scene:
    """A leader (Mv 9, 3 points) against a henchman."""
    return Scene([fig(LEADER, ours)], [fig(HENCHMAN, theirs)], **values)  # type: ignore[arg-type]


def test_a_walk_is_up_to_the_movement_for_one_point() -> None:
    """Musg, Marcher; ruling M54: up to 9 paces."""
    scene = duel()
    walked = only(scene.activate(0, Walk(14, 20)), Kind.WALKED)
    assert walked.data["cost"] == 1
    assert scene.piece(0).ap == 2
    assert scene.refused(Walk(23.1, 20)) == "out_of_reach"
    scene.play(Walk(16, 20))
    assert scene.piece(0).base[:2] == (16, 20)


def test_a_run_is_half_as_much_again_for_two_points() -> None:
    """Musg, Courir: 13.5 paces (fractions are kept, ruling M4)."""
    scene = duel()
    scene.activate(0)
    assert scene.refused(Run(18.6, 20)) == "out_of_reach"
    ran = only(scene.play(Run(18.5, 20)), Kind.RAN)
    assert (ran.data["cost"], scene.piece(0).ap) == (2, 1)
    assert scene.refused(Run(19, 20)) == "action_points"


def test_difficult_terrain_costs_double() -> None:
    """Musg, Marcher: 2 paces in the open, then 3.5 in the marsh for 7."""
    scene = duel((5.5, 20), (50, 20), table=layout(MARSH))
    scene.activate(0)
    assert not scene.battle.can(Walk(12.2, 20))
    assert scene.battle.can(Walk(10.9, 20))


@pytest.mark.parametrize(
    "figure",
    [
        fig(LEADER, (5.5, 20), race="ratfolk"),
        fig(LEADER, (5.5, 20), skills=("strider", "woodsman")),
        fig(LEADER, (5.5, 20), "cyber_leg", "cyber_leg"),
    ],
)
def test_some_ignore_difficult_terrain(figure: object) -> None:
    """Musg, Race des hommes-rats; Musg, Coureur des bois; Musg, Jambe techno-organique (a pair)."""
    scene = Scene([figure], [fig(HENCHMAN, (50, 20))], table=layout(MARSH))  # type: ignore[list-item]
    scene.activate(0, Walk(14.5, 20))
    assert scene.piece(0).base[:2] == (14.5, 20)


def test_jump_pack_adds_three_paces_on_open_ground_only() -> None:
    """Musg, Pack de saut; ruling M128: 9 + 3 in the open, and no help in the marsh."""
    scene = Scene([fig(LEADER, (5, 20), "jump_pack")], [fig(HENCHMAN, (50, 2))])
    scene.activate(0, Walk(17, 20))
    rough = Scene([fig(LEADER, (12, 20), "jump_pack")], [fig(HENCHMAN, (50, 2))], table=layout(MARSH))
    rough.activate(0)
    assert rough.battle.can(Walk(16.4, 20))
    assert not rough.battle.can(Walk(16.6, 20))


def test_a_walk_never_ends_in_contact() -> None:
    """Ruling M61: contact is for charges."""
    scene = duel((5, 20), (10, 20))
    scene.activate(0)
    assert scene.refused(Walk(9, 20)) == "out_of_reach"


def test_nobody_stands_in_somebody_or_off_the_table() -> None:
    scene = Scene([fig(LEADER, (5, 20)), fig(HENCHMAN, (8, 20))], [fig(HENCHMAN, (40, 20))])
    scene.activate(0)
    assert not scene.battle.can(Walk(8, 20.5))
    assert not scene.battle.can(Walk(0.2, 20))


def test_a_charge_that_arrives_costs_one_point_and_adds_one_to_strength() -> None:
    """Musg, Charger; rulings M64, M293: 13.5 paces for 1 point; +1 for every strike of this activation.

    Strength 5 + 1 of the dagger + 1 of the charge = 7 against toughness 2: 2+ wounds.
    """
    scene = Scene([fig(LEADER, (5, 20), "dagger")], [fig(LEADER, (18, 20), race="alien_melee")])
    charged = only(scene.activate(0, Charge((1,))), Kind.CHARGED)
    assert charged.data["cost"] == 1
    assert scene.piece(0).ap == 2
    assert touching(scene.piece(0).base, scene.piece(1).base)
    scene.roll(to_hit=[2, 2])
    assert only(scene.play(Strike(1)), Kind.STRUCK).data["strengths"] == [7]
    assert only(scene.play(Strike(1)), Kind.STRUCK).data["strengths"] == [7]
    scene.to_side(1)
    scene.to_side(0)
    scene.roll(to_hit=[2])
    assert only(scene.activate(0, Strike(1)), Kind.STRUCK).data["strengths"] == [6]


def test_a_charge_that_falls_short_is_a_run_for_two_points() -> None:
    """Ruling M57: with 2 points left he runs his 13.5 paces and pays 2."""
    scene = duel((5, 20), (25, 20))
    failed = only(scene.activate(0, Charge((1,))), Kind.CHARGE_FAILED)
    assert failed.data["cost"] == 2
    assert scene.piece(0).base[0] == pytest.approx(18.5, abs=0.01)
    assert not scene.piece(0).charged


def test_a_failed_charge_with_one_point_goes_half_a_walk() -> None:
    """Ruling M57: half of the movement, 4.5 paces."""
    scene = duel((5, 20), (40, 20))
    scene.activate(0, Walk(14, 20), Walk(20, 20))
    only(scene.play(Charge((1,))), Kind.CHARGE_FAILED)
    assert scene.piece(0).base[0] == pytest.approx(24.5, abs=0.01)
    assert scene.piece(0).ap == 0


def test_a_failed_charge_with_one_point_stays_in_difficult_terrain() -> None:
    """Musg, Charger: in difficult terrain he does not move."""
    scene = duel((9, 20), (40, 20), table=layout(MARSH))
    scene.activate(0, Walk(10, 20), Walk(11, 20))
    only(scene.play(Charge((1,))), Kind.CHARGE_FAILED)
    assert scene.piece(0).base[:2] == (11, 20)


def test_difficult_terrain_does_not_stop_the_failed_charge_of_those_who_ignore_it() -> None:
    """Musg, Race des hommes-rats: they ignore difficult terrain; half of 11 paces in the marsh (ruling M57)."""
    scene = Scene([fig(LEADER, (9, 20), race="ratfolk")], [fig(HENCHMAN, (40, 20))], table=layout(MARSH))
    scene.activate(0, Walk(10, 20), Walk(11, 20))
    only(scene.play(Charge((1,))), Kind.CHARGE_FAILED)
    assert scene.piece(0).base[0] == pytest.approx(16.5, abs=0.01)


def test_everybody_may_measure_before_a_charge() -> None:
    """Ruling M58: distances are shown, and which charges arrive; one that will not may be declared all the same."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (19, 20)), fig(HENCHMAN, (19.6, 30))])
    scene.activate(0)
    leader, near, far = (scene.piece(n) for n in range(3))
    assert scene.battle.gap(leader, near) == 13  # 13.5 can be charged
    assert scene.battle.gap(leader, far) > 13.5
    assert scene.battle.charges(leader) == [Charge((1,))]
    assert scene.battle.can(Charge((2,)))


def test_a_charge_needs_sight_of_its_target() -> None:
    """Ruling M59."""
    scene = duel((5, 20), (25, 20), table=layout(WALL))
    scene.activate(0)
    assert scene.refused(Charge((1,))) == "not_seen"


def test_a_charge_may_reach_two_enemies() -> None:
    """Musg, Charger: one or several enemies (ruling M60)."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (12, 19.3)), fig(HENCHMAN, (12, 20.7))])
    scene.activate(0, Charge((1, 2)))
    assert {p.uid for p in scene.piece(0).foes} == {1, 2}


def test_the_engaged_neither_walk_nor_shoot_nor_charge() -> None:
    """Musg, Fuir un corps à corps; ruling M100: strike or break off."""
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (20, 20))])
    scene.touch(1, 0)
    scene.activate(0)
    assert scene.refused(Walk(3, 20)) == "engaged"
    assert scene.refused(Run(3, 20)) == "engaged"
    assert scene.refused(Charge((2,))) == "engaged"
    assert scene.refused(Shoot(0, 2)) == "engaged"


def test_breaking_off_costs_one_point_per_enemy() -> None:
    """Musg, Fuir un corps à corps: two enemies, 2 points; half the movement, 4.5 paces, in contact with nobody."""
    scene = Scene([fig(LEADER, (10, 20))], [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (20, 30))])
    scene.touch(1, 0)
    scene.battle.put(scene.piece(2), (10.0, 21.002, 0.0, 0.5))
    scene.activate(0)
    assert scene.refused(BreakOff(5, 20)) == "out_of_reach"
    assert scene.refused(BreakOff(10, 19.9)) == "out_of_reach"  # still in contact (ruling M68)
    broke = only(scene.play(BreakOff(6, 20)), Kind.BROKE_OFF)
    assert broke.data["cost"] == 2
    assert scene.piece(0).foes == []
    assert scene.piece(1).foes == []


def test_friends_beside_make_breaking_off_cheaper() -> None:
    """Ruling M65: each friend within 1 pace takes one enemy off, 1 point at least."""
    scene = Scene(
        [fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (10, 18.5)), fig(HENCHMAN, (30, 30))],
        [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (20, 30))],
    )
    scene.touch(3, 0)
    scene.battle.put(scene.piece(4), (10.0, 21.002, 0.0, 0.5))
    assert only(scene.activate(0, BreakOff(8, 20)), Kind.BROKE_OFF).data["cost"] == 1


def test_breaking_off_costs_one_point_even_among_many_friends() -> None:
    """Musg, Fuir un corps à corps: one enemy and two friends beside, and still 1 point at least."""
    scene = Scene(
        [fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (10, 18.5)), fig(HENCHMAN, (10, 21.5))], [fig(HENCHMAN, (20, 20))]
    )
    scene.touch(3, 0)
    assert only(scene.activate(0, BreakOff(7.5, 20)), Kind.BROKE_OFF).data["cost"] == 1


@pytest.mark.parametrize(("y", "cost"), [(18.0, 1), (17.9, 2)])
def test_a_friend_farther_than_a_pace_is_not_beside(y: float, cost: int) -> None:
    """Rulings M65, M2: at most 1 pace between the bases, the pace included."""
    scene = Scene([fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (10, y))], [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (20, 30))])
    scene.touch(2, 0)
    scene.battle.put(scene.piece(3), (10.0, 21.002, 0.0, 0.5))
    assert only(scene.activate(0, BreakOff(7.5, 20)), Kind.BROKE_OFF).data["cost"] == cost


def test_too_few_points_to_break_off() -> None:
    """Ruling M66: a price, not a limit one may overdraw."""
    scene = Scene(
        [fig(HENCHMAN, (10, 20))], [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (20, 30)), fig(HENCHMAN, (20, 10))]
    )
    scene.touch(1, 0)
    scene.battle.put(scene.piece(2), (10.0, 21.002, 0.0, 0.5))
    scene.battle.put(scene.piece(3), (10.0, 18.998, 0.0, 0.5))
    scene.activate(0)
    assert scene.refused(BreakOff(7, 20)) == "action_points"


def test_nobody_strikes_at_the_one_who_leaves() -> None:
    """Ruling M67: the points are the price."""
    scene = duel((10, 20), (20, 20))
    scene.touch(1, 0)
    events = scene.activate(0, BreakOff(6, 20))
    assert not [event for event in events if event.kind in (Kind.STRUCK, Kind.WOUNDED)]


def test_difficult_terrain_does_not_slow_one_who_breaks_off() -> None:
    """Musg, Fuir un corps à corps: half the movement, even in difficult terrain."""
    scene = duel((20, 20), (30, 20), table=layout(MARSH))
    scene.touch(1, 0)
    scene.activate(0, BreakOff(15.6, 20))
    assert scene.piece(0).base[0] == 15.6


def test_a_jump_pack_does_not_help_out_of_a_marsh() -> None:
    """Musg, Pack de saut (3 paces on open ground only); Musg, Fuir un corps à corps: half of 9 in the marsh, not of 12.

    On open ground half of 12.
    """
    scene = Scene([fig(LEADER, (20, 20), "jump_pack")], [fig(HENCHMAN, (30, 20))], table=layout(MARSH))
    scene.touch(1, 0)
    scene.activate(0)
    assert not scene.battle.can(BreakOff(15.4, 20))
    assert scene.battle.can(BreakOff(15.6, 20))
    dry = Scene([fig(LEADER, (20, 20), "jump_pack")], [fig(HENCHMAN, (30, 20))])
    dry.touch(1, 0)
    dry.activate(0)
    assert dry.battle.can(BreakOff(14.1, 20))


def test_a_harasser_leaves_for_nothing_and_climbs_freely() -> None:
    """Musg, Harceleur Gobelin: breaks off without points, and still has all three."""
    scene = Scene([hired("goblin_harasser", (10, 20))], [fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (20, 30))])
    scene.touch(1, 0)
    scene.battle.put(scene.piece(2), (10.0, 21.002, 0.0, 0.5))
    broke = only(scene.activate(0, BreakOff(5.5, 20)), Kind.BROKE_OFF)
    assert (broke.data["cost"], scene.piece(0).ap) == (0, 3)


def test_a_friend_who_falls_can_be_carried_off_the_table() -> None:
    """Rulings M34, M37: a figure in contact walks with the body at its normal speed, and may leave with it."""
    scene = Scene([fig(LEADER, (9, 20)), fig(LIEUTENANT, (8, 20))], [fig(HENCHMAN, (40, 20))])
    body = scene.piece(1)
    body.hp = 0
    from engines.musg.battle import damage
    from engines.musg.battle.state import Place

    damage.put_out(scene.battle, body, None)
    scene.activate(0)
    assert scene.refused(Walk(0.5, 20, 2)) == "no_body_here"
    assert scene.refused(Walk(0.5, 20, None, True)) == "may_not_leave"
    assert scene.refused(Walk(3, 20, 1, True)) == "not_at_edge"
    left = only(scene.play(Walk(0.5, 20, 1, True)), Kind.LEFT_TABLE)
    assert left.target == 1
    assert (scene.piece(0).place, body.place) == (Place.LEFT, Place.LEFT)
    assert scene.battle.report().fled == ()
    assert [down.victim.figure for down in scene.battle.report().downs] == [2]


def test_a_body_out_of_reach_cannot_be_carried() -> None:
    """Ruling M37: a figure in contact with it."""
    scene = Scene([fig(LEADER, (10, 20)), fig(HENCHMAN, (12, 20))], [fig(LEADER, (40, 20))])
    scene.battle.remove(scene.piece(1), Place.OUT)
    scene.activate(0)
    assert scene.refused(Walk(10, 25, 1)) == "no_body_here"


def test_an_enemys_body_is_left_where_it_lies() -> None:
    """Ruling M37: it is his companions who carry a fallen figure off."""
    from engines.musg.battle import damage

    scene = Scene([fig(LEADER, (9, 20))], [fig(LIEUTENANT, (20, 20)), fig(HENCHMAN, (40, 20))])
    scene.touch(1, 0)
    scene.piece(1).hp = 0
    damage.put_out(scene.battle, scene.piece(1), scene.piece(0))
    scene.activate(0)
    assert scene.refused(Walk(3, 20, 1)) == "no_body_here"
    assert scene.battle.can(Walk(3, 20))


def test_a_move_ends_the_moment_something_else_is_done() -> None:
    """Musg, Courir: who stops pays again to go on."""
    scene = duel()
    scene.activate(0, Walk(6, 20))
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT
    scene.play(Walk(7, 20))
    assert scene.piece(0).ap == 1
    scene.play(End())
