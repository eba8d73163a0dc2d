"""Who is tested, who may step in and who may not: the limits of the passive reactions (Musg, Les Actions Passives)."""

import math

import pytest

from engines.musg.battle.actions import Charge, End, Intercept, Shoot, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Climb, Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only


def test_without_nerve_he_walks_away_from_the_highest_of_those_he_meant() -> None:
    """Musg, Envie de charger; ruling M60: the leader is tested against, and it is from him that he walks: 8 paces.

    The henchman named first stands in another direction.
    """
    scene = Scene([fig(LIEUTENANT, (20, 20))], [fig(HENCHMAN, (20, 25)), fig(LEADER, (25, 20))], nerve_to_charge=True)
    scene.roll(nerve=[6, 6])
    only(scene.activate(0, Charge((1, 2))), Kind.FLINCHED)
    assert scene.piece(0).base[:2] == pytest.approx((12, 20), abs=0.05)


def test_the_engaged_do_not_step_back_from_a_charge() -> None:
    """Musg, Subir une charge: who cannot go back loses 1 toughness; leaving close combat has its price (M66)."""
    scene = Scene(
        [fig(LEADER, (5, 20)), fig(HENCHMAN, (5, 30))],
        [fig(HENCHMAN, (14, 20)), fig(HENCHMAN, (50, 20))],
        receive_charge=True,
        dice={"receive": [6, 6], "step_back": [6], "paces": [6]},
    )
    scene.battle.put(scene.piece(1), (14.0, 21.002, 0.0, 0.5))
    scene.activate(0, Charge((2,)))
    assert scene.piece(2).base[:2] == (14, 20)
    assert scene.piece(2).shaken == -1
    assert set(scene.piece(2).foes) == {scene.piece(0), scene.piece(1)}


@pytest.mark.parametrize(("y", "asked"), [(17.0, True), (16.9, False)])
def test_a_troll_guards_from_two_paces_at_most(y: float, asked: bool) -> None:
    """Rulings M69, M276: within 2 paces of its leader, or it does not stand in."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(LEADER, (15, 20)), hired("troll_bodyguard", (15, 18))])
    scene.battle.put(scene.piece(2), (15.0, y, 0.0, 0.5))
    scene.activate(0, Charge((1,)))
    decision = scene.battle.decision
    assert decision and (decision.ask is Ask.GUARD) is asked
    if asked:
        scene.play(Intercept(2))
    assert scene.piece(0).foes == [scene.piece(2 if asked else 1)]


def test_a_fleeing_figure_that_comes_into_view_is_seen_for_the_first_time_too() -> None:
    """Musg, Apercevoir l'ennemi: whoever sees a better one for the first time; Musg, Fuir says nothing else.

    The leader runs 13.5 paces of the 14.5 to the edge, past the end of the house, and walks off with his last point.
    """
    house = Piece(kind="house", shape=Rectangle(12.0, 20.0, 8.0, 1.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
    scene = Scene([fig(LEADER, (15, 16))], [fig(HENCHMAN, (16, 30))], table=layout(house), first_sight=True)
    assert not scene.battle.sees(scene.piece(1), scene.piece(0))
    scene.piece(0).routed = True
    scene.roll(first_sight=[3, 3])
    events = scene.activate(0)
    seen = only(events, Kind.FIRST_SIGHT)
    assert (seen.figure, seen.target) == (1, 0)
    assert seen.index < only(events, Kind.LEFT_TABLE).index
    assert scene.piece(0).place is Place.FLED


def shot_at(*friends: object) -> Scene:
    """Our leader's rifle (3+ at 10 paces, strength 4) hits their leader; whoever stands beside him may be asked."""
    return Scene([fig(LEADER, (5, 20), "rifle"), fig(HENCHMAN, (5, 30))], [fig(LEADER, (20, 20)), *friends])  # type: ignore[list-item]


def asked_to_jump(scene: Scene) -> tuple[int, ...]:
    """Shoot, and return who may jump; the dice are good for a wound upon the leader."""
    scene.roll(to_hit=[6], wound=[6])
    scene.activate(0, Shoot(0, 2))
    decision = scene.battle.decision
    assert decision is not None
    return decision.options if decision.ask is Ask.LOOK_OUT else ()


def test_neither_the_fleeing_nor_the_engaged_jump_in_front_of_their_leader() -> None:
    """Ruling M135: unengaged and not fleeing; within 1 pace."""
    beside = [fig(HENCHMAN, (20, 21.5)), fig(HENCHMAN, (20, 18.5)), fig(HENCHMAN, (22.1, 20))]
    assert asked_to_jump(shot_at(*beside)) == (3, 4)
    fleeing = shot_at(*beside)
    fleeing.piece(3).routed = True
    assert asked_to_jump(fleeing) == (4,)
    engaged = shot_at(*beside)
    engaged.battle.put(engaged.piece(1), (20.0, 17.498, 0.0, 0.5))
    assert engaged.piece(4).foes == [engaged.piece(1)]
    assert asked_to_jump(engaged) == (3,)


def test_an_engaged_troll_takes_shots_and_no_charge() -> None:
    """Musg, Garde du corps Troll; ruling M276: only charges ask that it be free."""
    scene = shot_at(hired("troll_bodyguard", (20, 22)))
    scene.battle.put(scene.piece(1), (20.0, 23.002, 0.0, 0.5))
    assert scene.piece(3).foes == [scene.piece(1)]
    assert asked_to_jump(scene) == (3,)
    scene.play(Intercept(3))
    scene.battle.put(scene.piece(0), (10.0, 20.0, 0.0, 0.5))
    scene.play(Charge((2,)))
    assert scene.piece(0).foes == [scene.piece(2)]


def test_a_fleeing_troll_guards_nobody() -> None:
    """Musg, Fuir: as far from the fighting as it can get is all it wants; ruling M135 for whoever jumps."""
    scene = shot_at(hired("troll_bodyguard", (20, 22)))
    scene.piece(3).routed = True
    assert asked_to_jump(scene) == ()


def test_the_engaged_do_not_leave_close_combat_for_fear_of_a_shot() -> None:
    """Musg, Subir un tir: the test is failed; but leaving close combat has its price (rulings M66, M99)."""
    scene = Scene(
        [hired("elf_sniper", (5, 20), "rifle"), fig(HENCHMAN, (20, 30))], [fig(HENCHMAN, (20, 20))], under_fire=True
    )
    scene.touch(1, 2)
    scene.roll(to_hit=[1], under_fire=[6, 6], paces=[6])
    events = scene.activate(0, Shoot(0, 2))
    assert only(events, Kind.UNDER_FIRE).data["passed"] is False
    assert scene.piece(2).foes == [scene.piece(1)]


def behind_a_house(*viewers: object) -> Scene:
    """Our leader and lieutenant out of sight behind a house, our henchman far away; each walks out into view."""
    house = Piece(kind="house", shape=Rectangle(20.0, 0.0, 3.0, 20.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
    ours = [fig(LEADER, (15, 16)), fig(LIEUTENANT, (13, 16)), fig(HENCHMAN, (50, 35))]
    return Scene(ours, list(viewers), table=layout(house), first_sight=True)  # type: ignore[arg-type]


def test_each_better_enemy_is_a_first_sight_of_its_own() -> None:
    """Ruling M141: for each pair of who sees and who is seen, not once for who sees."""
    scene = behind_a_house(fig(HENCHMAN, (28, 22)))
    scene.roll(first_sight=[2, 2, 2, 2])
    scene.activate(0, Walk(18, 22), End())
    scene.activate(1, Walk(16, 22), End())
    assert [(seen.figure, seen.target) for seen in scene.events(Kind.FIRST_SIGHT)] == [(3, 0), (3, 1)]


def test_the_engaged_do_not_leave_close_combat_at_a_first_sight() -> None:
    """Musg, Apercevoir l'ennemi: the test is failed; but leaving close combat has its price (ruling M66)."""
    scene = behind_a_house(fig(HENCHMAN, (28, 22)))
    scene.touch(2, 3)
    scene.roll(first_sight=[6, 6], paces=[6])
    assert only(scene.activate(0, Walk(18, 22)), Kind.FIRST_SIGHT).data["passed"] is False
    assert scene.piece(3).base[:2] == (28, 22)
    assert scene.piece(3).foes == [scene.piece(2)]


@pytest.mark.parametrize(("x", "need"), [(24.0, 7), (24.1, 6)])
def test_an_ally_gives_nerve_within_three_paces(x: float, need: int) -> None:
    """Musg, Envie de charger; ruling M2: 3 paces between the bases, the limit included."""
    scene = Scene([fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (x, 20))], [fig(LEADER, (20, 27))], nerve_to_charge=True)
    scene.roll(nerve=[1, 1])
    assert only(scene.activate(0, Charge((2,))), Kind.NERVE).data["need"] == need


def test_a_dud_is_a_shot_at_him_all_the_same() -> None:
    """Ruling M144: every shot aimed at him, though the rocket does not go off."""
    scene = Scene([fig(LEADER, (5, 20), "bazooka")], [fig(HENCHMAN, (30, 20))], under_fire=True)
    scene.roll(scatter=[1], under_fire=[3, 3])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.UNDER_FIRE).figure == 1


def test_all_whom_a_rocket_covers_are_under_fire() -> None:
    """Musg, Subir un tir: it lands 3 paces short, and the henchman it was not meant for has it fall on him too."""
    scene = Scene(
        [fig(LEADER, (5, 20), "bazooka")], [fig(HENCHMAN, (30.5, 20)), fig(HENCHMAN, (25, 20))], under_fire=True
    )
    scene.roll(scatter=[4], drift=[6], wound=[1, 1], under_fire=[3, 3, 3, 3])
    tested = [event.figure for event in scene.activate(0, Shoot(0, 1)) if event.kind is Kind.UNDER_FIRE]
    assert sorted(tested) == [1, 2]


def test_all_whom_a_burst_is_rolled_against_are_under_fire() -> None:
    """Musg, Subir un tir; ruling M84: the first is out of action, the next of his group is tested after his wounds."""
    scene = Scene(
        [fig(LEADER, (5, 20), "machine_pistol")], [fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (17, 20))], under_fire=True
    )
    scene.piece(1).hp = 1
    scene.roll(to_hit=[6, 6, 6], wound=[6, 1, 1], under_fire=[1, 1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.UNDER_FIRE).figure == 2


def test_allies_give_nerve_without_a_limit() -> None:
    """Ruling M146: 10 and 3 allies are 13; the limit of 11 is for a figure's own leadership."""
    allies = [fig(HENCHMAN, (20, y)) for y in (17, 18.5, 21.5)]
    scene = Scene([fig(LIEUTENANT, (20, 20), race="elf"), *allies], [fig(LEADER, (29, 20))], nerve_to_charge=True)
    scene.roll(nerve=[6, 6])
    tested = only(scene.activate(0, Charge((4,))), Kind.NERVE)
    assert (tested.data["need"], tested.data["passed"]) == (13, True)


def test_hatred_of_ones_present_band_steels_against_nobody() -> None:
    """Musg, Haine implacable; ruling M259: it is the band hated that must be the enemy."""
    scene = Scene([fig(HENCHMAN, (20, 20), hates="a")], [fig(LEADER, (27, 20))], nerve_to_charge=True)
    scene.roll(nerve=[6, 6])
    assert only(scene.activate(0, Charge((1,))), Kind.NERVE).data["how"] == "rolled"


def test_who_stands_in_view_from_the_start_does_not_come_into_view() -> None:
    """Musg, Apercevoir l'ennemi: one who appears all of a sudden; not the leader they saw all along."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (30, 20))], first_sight=True)
    assert not [e for e in scene.activate(0, Walk(10, 20)) if e.kind is Kind.FIRST_SIGHT]


@pytest.mark.parametrize(("die", "paces"), [(2, 1), (3, 2), (5, 3)])
def test_without_nerve_he_gives_a_d3_paces_of_ground_at_a_first_sight(die: int, paces: int) -> None:
    """Musg, Apercevoir l'ennemi; ruling M1: away, as far as the d3 says, where no hiding place is near.

    He stands so far off that 3 paces to the side do not bring the corner of the house between them again.
    """
    scene = behind_a_house(fig(HENCHMAN, (55, 23.5)))
    scene.roll(first_sight=[6, 6], paces=[die])
    moved = only(scene.activate(0, Walk(18, 22)), Kind.GAVE_GROUND)
    assert scene.piece(3).base[0] == pytest.approx(55 + paces, abs=0.3)
    assert moved.figure == 3


@pytest.mark.parametrize(("die", "paces"), [(1, 1), (4, 2), (6, 3)])
@pytest.mark.parametrize("viewer", [(55, 23.5), (54.3, 22.9), (52.77, 24.13)])
def test_the_d3_of_a_failed_first_sight_is_the_distance_not_the_most(
    viewer: tuple[float, float], die: int, paces: int
) -> None:
    """Ruling M301: on open ground, still in view at its end, he goes just that far; a thousandth is for rounding."""
    scene = behind_a_house(fig(HENCHMAN, viewer))
    scene.roll(first_sight=[6, 6], paces=[die])
    scene.activate(0, Walk(18, 22))
    x, y = scene.piece(3).base[:2]
    assert math.hypot(x - viewer[0], y - viewer[1]) == pytest.approx(paces, abs=0.003)


@pytest.mark.parametrize("behind", [28.2, 28.43, 29.01])
def test_a_fence_behind_leaves_him_as_far_as_it_stands(behind: float) -> None:
    """Ruling M301, Musg, Subir un tir: 3 paces back, but a long fence is nearer; up to it, to a hundredth.

    It hides nobody, and nobody gets over it.
    """
    shape = Rectangle(behind, 0.0, 1.0, 40.0)
    fence = Piece(kind="fence", shape=shape, form=Form.WALL, height=0.7, climb=Climb.NEVER)
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(HENCHMAN, (26, 20))], under_fire=True, table=layout(fence))
    scene.roll(to_hit=[1], under_fire=[6, 6], paces=[6])
    scene.activate(0, Shoot(0, 1))
    x, y = scene.piece(1).base[:2]
    assert (x, y) != (26, 20)
    assert x <= behind - 0.5
    assert math.hypot(x - 26, y - 20) >= min(3, behind - 0.5 - 26) - 0.02
