"""The four passive reactions (Musg, Les Actions Passives; rulings M137-M148, M155, M271, M276, M289)."""

import pytest

from engines.musg.battle.actions import Charge, Decline, End, Intercept, Shoot, Strike, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.ground import sight
from engines.musg.ground.layout import Climb, Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import distance
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only

HOUSE = Piece(kind="house", shape=Rectangle(20.0, 0.0, 3.0, 20.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
SHED = Piece(kind="house", shape=Rectangle(22.0, 17.5, 2.0, 2.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)


# --- nerve to charge ------------------------------------------------------------------------------------------------


def nervous(ours: object, theirs: object, *more: object, **values: object) -> Scene:
    return Scene([ours, *more], [theirs], nerve_to_charge=True, **values)  # type: ignore[list-item,arg-type]


def test_charging_a_better_needs_nerve() -> None:
    """Musg, Envie de charger: a henchman (6) charging a leader rolls 2d6 up to 6."""
    scene = nervous(fig(HENCHMAN, (5, 20)), fig(LEADER, (12, 20))).roll(nerve=[3, 3])
    events = scene.activate(0, Charge((1,)))
    tested = only(events, Kind.NERVE)
    assert (tested.data["need"], tested.data["score"], tested.data["passed"]) == (6, 6, True)
    only(events, Kind.CHARGED)


def test_without_nerve_he_walks_away_for_one_point() -> None:
    """Ruling M138: up to a walk, 6 paces, directly away; 1 point."""
    scene = nervous(fig(HENCHMAN, (15, 20)), fig(LEADER, (22, 20))).roll(nerve=[3, 4])
    only(scene.activate(0, Charge((1,))), Kind.FLINCHED)
    assert scene.piece(0).base[0] == pytest.approx(9, abs=0.05)
    assert scene.piece(0).ap == 1


def test_allies_within_three_paces_give_nerve() -> None:
    """Ruling M146: +1 for each friend in play and not fleeing, no cap."""
    friends = [fig(HENCHMAN, (5, 17)), fig(HENCHMAN, (5, 24)), fig(HENCHMAN, (9.5, 24))]
    scene = nervous(fig(HENCHMAN, (5, 20)), fig(LEADER, (12, 20)), *friends).roll(nerve=[4, 4])
    scene.piece(1).routed = False
    assert only(scene.activate(0, Charge((4,))), Kind.NERVE).data["need"] == 8
    fleeing = nervous(fig(HENCHMAN, (5, 20)), fig(LEADER, (12, 20)), *friends).roll(nerve=[6, 6])
    fleeing.piece(1).routed = True
    assert only(fleeing.activate(0, Charge((4,))), Kind.NERVE).data["need"] == 7


@pytest.mark.parametrize(
    ("ours", "theirs"), [(LEADER, HENCHMAN), (LIEUTENANT, LIEUTENANT), (LEADER, LEADER), (LIEUTENANT, HENCHMAN)]
)
def test_no_nerve_needed_against_equals_and_lessers(ours: object, theirs: object) -> None:
    """Ruling M137."""
    scene = nervous(fig(ours, (5, 20)), fig(theirs, (12, 20)))  # type: ignore[arg-type]
    assert not [e for e in scene.activate(0, Charge((1,))) if e.kind is Kind.NERVE]


def test_a_mercenary_counts_as_a_leader() -> None:
    """Ruling M137: a lieutenant needs nerve against it."""
    scene = nervous(fig(LIEUTENANT, (5, 20)), hired("elf_sniper", (12, 20))).roll(nerve=[4, 4])
    assert only(scene.activate(0, Charge((1,))), Kind.NERVE).data["need"] == 8


def test_the_highest_of_several_counts() -> None:
    """Ruling M60."""
    scene = Scene(
        [fig(LIEUTENANT, (5, 20))], [fig(HENCHMAN, (12, 19.3)), fig(LEADER, (12, 20.7))], nerve_to_charge=True
    ).roll(nerve=[1, 1])
    assert only(scene.activate(0, Charge((1, 2))), Kind.NERVE).target == 2


def test_whoever_is_touched_is_charged_named_or_not() -> None:
    """Musg, Charger: into contact with one or several enemies.

    Beside the henchman named stands the leader, touched as well: nerve is needed (ruling M60). So it is to receive.
    """
    scene = Scene([fig(HENCHMAN, (5, 20))], [fig(HENCHMAN, (12, 19.3)), fig(LEADER, (12, 20.7))], nerve_to_charge=True)
    scene.roll(nerve=[6, 1])
    events = scene.activate(0, Charge((1,), 11.283, 20))
    assert only(events, Kind.NERVE).target == 2
    only(events, Kind.FLINCHED)
    bold = Scene(
        [fig(LIEUTENANT, (5, 20))], [fig(HENCHMAN, (12, 19.3)), fig(HENCHMAN, (12, 20.7))], receive_charge=True
    ).roll(receive=[1, 1, 1, 1])
    received = [e.figure for e in bold.activate(0, Charge((1,), 11.283, 20)) if e.kind is Kind.RECEIVED]
    assert received == [1, 2]
    assert {p.uid for p in bold.piece(0).foes} == {1, 2}


def test_the_hardened_and_the_hating_pass_unrolled() -> None:
    """Ruling M155; Musg, Haine implacable."""
    for figure, how in (
        (fig(HENCHMAN, (5, 20), injuries=("hardened",)), "hardened"),
        (fig(HENCHMAN, (5, 20), hates="b"), "hatred"),
    ):
        scene = nervous(figure, fig(LEADER, (12, 20)))
        assert only(scene.activate(0, Charge((1,))), Kind.NERVE).data["how"] == how


def test_hatred_concerns_one_warband_only() -> None:
    scene = nervous(fig(HENCHMAN, (5, 20), hates="z"), fig(LEADER, (12, 20))).roll(nerve=[6, 6])
    only(scene.activate(0, Charge((1,))), Kind.FLINCHED)


def test_steel_nerves_choose_two_of_three_dice() -> None:
    """Ruling M271: the two lowest, 1 + 4 <= 6."""
    scene = nervous(fig(HENCHMAN, (5, 20), skills=("steel_nerves",)), fig(LEADER, (12, 20))).roll(nerve=[6, 1, 4])
    assert only(scene.activate(0, Charge((1,))), Kind.NERVE).data["score"] == 5


# --- receive a charge -----------------------------------------------------------------------------------------------


def received(*, dice: dict[str, list[int]], gap: float = 8, **values: object) -> Scene:
    scene = Scene(
        [fig(LEADER, (5, 20), "sword")],
        [fig(HENCHMAN, (6 + gap, 20)), fig(HENCHMAN, (50, 20))],
        receive_charge=True,
        dice=dice,
        **values,  # type: ignore[arg-type]
    )
    scene.activate(0, Charge((1,)))
    return scene


def test_a_charge_is_received_with_nerve() -> None:
    """Musg, Subir une charge: 2d6 up to leadership 6."""
    scene = received(dice={"receive": [3, 3]})
    assert scene.last(Kind.RECEIVED).data["passed"] is True
    assert scene.piece(1).shaken == 0


def test_one_to_four_costs_a_point_of_toughness_until_the_chargers_activation_ends() -> None:
    """Rulings M133, M139, M140. Toughness 2 - 1 = 1 (never below) against strength 5 + 2 + 1 = 8: 2+."""
    scene = received(dice={"receive": [6, 6], "step_back": [4]})
    assert scene.last(Kind.RECEIVED).data["shaken"] is True
    assert scene.piece(1).target(1).toughness == 1
    only([e for e in scene.battle.events if e.kind is Kind.CHARGED], Kind.CHARGED)
    scene.play(End())
    assert scene.piece(1).target(1).toughness == 2


def test_five_or_six_steps_back_a_d3() -> None:
    """Musg, Subir une charge: die 3 is 2 paces, straight back; the charger still arrives 8 + 2 <= 13.5 paces away."""
    scene = received(dice={"receive": [6, 6], "step_back": [5], "paces": [3]})
    assert scene.piece(1).base[0] == pytest.approx(16, abs=0.01)
    assert scene.piece(1).shaken == 0
    assert scene.piece(0).foes == [scene.piece(1)]


def test_a_step_back_may_leave_the_charge_short() -> None:
    """Ruling M289: it then is a run for 2 points."""
    scene = received(dice={"receive": [6, 6], "step_back": [6], "paces": [6]}, gap=12)
    assert scene.last(Kind.CHARGE_FAILED).data["cost"] == 2
    assert scene.piece(0).foes == []


def test_a_charge_that_does_not_arrive_costs_no_toughness() -> None:
    """Musg, Subir une charge: the point is lost if the charger arrives.

    A leader with a pistol 20 paces away falls short (13.5 paces), pays 2 points and has one left for a shot: strength 3
    against toughness 2 wounds on 4+, where toughness 1 would be wounded on 3+.
    """
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (26, 20))], receive_charge=True)
    scene.roll(receive=[6, 6], step_back=[4], to_hit=[3], wound=[3])
    scene.activate(0, Charge((1,)))
    assert scene.last(Kind.CHARGE_FAILED).data["cost"] == 2
    scene.play(Shoot(0, 1))
    assert scene.last(Kind.WOUND_ROLL).data["needs"] == [4]


def test_of_two_charged_only_the_one_reached_loses_toughness() -> None:
    """Musg, Subir une charge: each for itself; the second henchman stands too far off the first to be touched too."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (12, 20)), fig(HENCHMAN, (12, 26))], receive_charge=True)
    scene.roll(receive=[6, 6, 6, 6], step_back=[4, 4])
    scene.activate(0, Charge((1, 2)))
    assert scene.piece(0).foes == [scene.piece(1)]
    assert [scene.piece(n).shaken for n in (1, 2)] == [-1, 0]


def test_who_cannot_step_back_far_enough_is_shaken() -> None:
    """Musg, Subir une charge: a wall behind him."""
    wall = Piece(kind="wall", shape=Rectangle(15.0, 0.0, 1.0, 40.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
    scene = received(dice={"receive": [6, 6], "step_back": [6], "paces": [6]}, table=layout(wall))
    assert scene.piece(1).shaken == -1


def test_equals_receive_without_a_test() -> None:
    scene = Scene([fig(HENCHMAN, (5, 20))], [fig(HENCHMAN, (10, 20))], receive_charge=True)
    assert not [e for e in scene.activate(0, Charge((1,))) if e.kind is Kind.RECEIVED]


# --- the troll ------------------------------------------------------------------------------------------------------


def guarded(troll_hp: int = 6, troll_at: tuple[float, float] = (15, 18)) -> Scene:
    scene = Scene(
        [fig(LEADER, (5, 20), "sword", "rifle")],
        [fig(LEADER, (15, 20)), hired("troll_bodyguard", troll_at)],
    )
    scene.piece(2).hp = troll_hp
    return scene


def test_a_troll_takes_the_charge() -> None:
    """Ruling M276: free, while it has 2 HP and is not engaged."""
    scene = guarded()
    scene.activate(0, Charge((1,)))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.side, decision.options) == (Ask.GUARD, 1, (2,))
    scene.play(Intercept(2))
    assert scene.piece(0).foes == [scene.piece(2)]


def test_a_troll_needs_no_reach_to_take_a_charge() -> None:
    """Ruling M276: within 2 paces, with 2 HP and not engaged; there is no other condition.

    The charger comes 13 paces to the leader (13.5 at most); the troll stands behind him, 16 paces off. It steps where
    the charger would have stood, (13.998, 20), and is met before it.
    """
    scene = Scene([fig(LEADER, (1, 20))], [fig(LEADER, (15, 20)), hired("troll_bodyguard", (18, 20))])
    scene.activate(0, Charge((1,)))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.options) == (Ask.GUARD, (2,))
    events = scene.play(Intercept(2))
    assert only(events, Kind.INTERCEPTED).data["end"] == pytest.approx([13.998, 20, 0], abs=0.002)
    assert only(events, Kind.CHARGED).target == 2
    assert scene.piece(0).foes == [scene.piece(2)]
    assert scene.piece(0).base[:2] == pytest.approx((12.996, 20), abs=0.004)


def test_a_troll_steps_in_before_a_charge_round_a_corner() -> None:
    """Ruling M276: a fence keeps the charger from the troll, not from the leader."""
    fence = Piece(kind="fence", shape=Rectangle(0.0, 17.0, 30.0, 0.4), form=Form.WALL, height=3.0, climb=Climb.NEVER)
    theirs = [fig(LEADER, (15, 18.2)), hired("troll_bodyguard", (15, 16.4))]
    scene = Scene([fig(LEADER, (3.5, 20))], theirs, table=layout(fence))
    scene.activate(0, Charge((1,)))
    scene.play(Intercept(2))
    assert scene.piece(0).foes == [scene.piece(2)]


def test_a_troll_charged_beside_its_leader_takes_the_charge_alone() -> None:
    """Musg, Garde du corps Troll: the charge upon the leader is intercepted; what was aimed at the troll stays its own.

    The place that would touch both is no longer the charger's aim.
    """
    scene = guarded(troll_at=(15, 21.2))
    scene.activate(0, Charge((1, 2)))
    scene.play(Intercept(2))
    assert scene.piece(0).foes == [scene.piece(2)]
    assert scene.piece(0).charged


def test_a_troll_takes_the_shot() -> None:
    """Ruling M276: instead of the leader; strength 4 against toughness 4: 4+."""
    scene = guarded().roll(to_hit=[2], wound=[4])
    scene.activate(0, Shoot(1 if scene.piece(0).sheet.guns[0].code != "rifle" else 0, 1))
    scene.play(Intercept(2))
    assert (scene.piece(1).hp, scene.piece(2).hp) == (6, 5)


def test_a_troll_with_one_hit_point_guards_no_more() -> None:
    scene = guarded(troll_hp=1)
    scene.activate(0, Charge((1,)))
    assert scene.piece(0).foes[0] is scene.piece(1) or scene.piece(1) in scene.piece(0).foes


def test_a_troll_stays_by_its_leader() -> None:
    """Ruling M69: at most 2 paces, read as M65 reads the same slip."""
    scene = Scene([fig(LEADER, (15, 20)), hired("troll_bodyguard", (15, 18))], [fig(HENCHMAN, (40, 20))])
    scene.activate(1)
    assert scene.refused(Walk(15, 14)) == "too_far_from_leader"
    scene.play(Walk(17.9, 20))
    assert distance(scene.piece(0).base, scene.piece(1).base) <= 2


# --- first sight ----------------------------------------------------------------------------------------------------


def surprise(viewer: object, *, dice: dict[str, list[int]] | None = None, **values: object) -> Scene:
    """Our leader walks out from behind a house, in view of theirs."""
    scene = Scene(
        [fig(LEADER, (15, 16))],
        [viewer],  # type: ignore[list-item]
        table=layout(HOUSE),
        first_sight=True,
        dice=dice,
        **values,  # type: ignore[arg-type]
    )
    scene.activate(0, Walk(18, 22))
    return scene


def test_first_sight_of_a_better_is_tested() -> None:
    """Musg, Apercevoir l'ennemi: passed, he may shoot at once, for nothing (ruling M141)."""
    scene = surprise(fig(HENCHMAN, (28, 22), "black_powder_rifle"), dice={"first_sight": [2, 2]})
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.side, decision.figure) == (Ask.FREE_SHOT, 1, 1)
    scene.roll(cover=[6], to_hit=[2])  # he fires when the corner of the house still hides most of the leader
    shot = only(scene.play(Shoot(0, 0)), Kind.SHOT)
    assert (shot.data["free"], shot.data["cost"]) == (True, 0)
    scene.play(End())
    scene.to_side(1)
    scene.activate(1)
    assert scene.refused(Shoot(0, 0)) == "slow_weapon_fired"  # it counts for the turn


def test_the_free_shot_may_be_declined() -> None:
    scene = surprise(fig(HENCHMAN, (28, 22), "rifle"), dice={"first_sight": [2, 2]})
    scene.play(Decline())
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT


def test_without_nerve_he_slips_out_of_sight_or_away() -> None:
    """Musg, Apercevoir l'ennemi: 1d3 paces (die 6: 3) out of sight if that can be reached, else away."""
    scene = surprise(fig(HENCHMAN, (30, 22)), dice={"first_sight": [6, 6], "paces": [6]})
    assert scene.last(Kind.GAVE_GROUND).figure == 1
    assert distance(scene.piece(1).base, (30.0, 22.0, 0.0, 0.5)) <= 2.01
    near = surprise(fig(HENCHMAN, (25.5, 20.8)), dice={"first_sight": [6, 6], "paces": [6]})
    stood = near.events(Kind.WALKED)[0].data["end"]  # where he first saw the leader, who then went on
    assert isinstance(stood, list)
    assert not sight.sees(near.battle.table, (*stood, 0.5), near.piece(1).base)


def test_only_the_first_sight_counts() -> None:
    """Ruling M141: per pair, once a battle."""
    scene = surprise(fig(HENCHMAN, (28, 22)), dice={"first_sight": [2, 2]})
    scene.play(Walk(15, 16), Walk(18, 22))
    assert len(scene.events(Kind.FIRST_SIGHT)) == 1


def test_the_mover_tests_too_when_it_meets_a_better() -> None:
    """Musg, Apercevoir l'ennemi: whoever sees one of a higher level for the first time."""
    scene = Scene(
        [fig(HENCHMAN, (15, 16))],
        [fig(LEADER, (28, 22))],
        table=layout(HOUSE),
        first_sight=True,
        dice={"first_sight": [2, 2]},
    )
    assert only(scene.activate(0, Walk(18, 21)), Kind.FIRST_SIGHT).figure == 0


def test_equals_meet_calmly() -> None:
    scene = surprise(fig(LEADER, (28, 22)))
    assert not scene.events(Kind.FIRST_SIGHT)


# --- under fire -----------------------------------------------------------------------------------------------------


def fired_upon(target: object, *, dice: dict[str, list[int]], weapon: str = "rifle", **values: object) -> Scene:
    scene = Scene(
        [fig(LEADER, (5, 20), weapon)],
        [target],  # type: ignore[list-item]
        under_fire=True,
        dice=dice,
        **values,  # type: ignore[arg-type]
    )
    scene.activate(0, Shoot(0, 1))
    return scene


def test_a_shot_that_misses_is_still_under_fire() -> None:
    """Ruling M144; two dice (ruling M142): leadership 6."""
    scene = fired_upon(fig(HENCHMAN, (25, 20), "pistol"), dice={"to_hit": [1], "under_fire": [3, 3]})
    tested = scene.last(Kind.UNDER_FIRE)
    assert (tested.data["need"], tested.data["score"], tested.data["passed"]) == (6, 6, True)


def test_the_switch_plays_one_die() -> None:
    """Ruling M142: the literal 1d6; a henchman with leadership 5 fails on a 6."""
    scene = fired_upon(
        fig(HENCHMAN, (25, 20), race="goblin"),
        dice={"to_hit": [1], "under_fire": [6], "paces": [2]},
        under_fire_one_die=True,
    )
    assert scene.last(Kind.UNDER_FIRE).data["score"] == 6


def test_as_strong_a_weapon_of_ones_own_gives_calm() -> None:
    """Ruling M143: compared with one's own ranged weapon; a rifle against a rifle."""
    scene = fired_upon(fig(HENCHMAN, (25, 20), "rifle"), dice={"to_hit": [1]})
    assert not scene.events(Kind.UNDER_FIRE)


def test_without_cover_he_goes_back() -> None:
    """Musg, Subir un tir: die 4 is 2 paces, straight back."""
    scene = fired_upon(fig(HENCHMAN, (25, 20)), dice={"to_hit": [1], "under_fire": [6, 6], "paces": [4]})
    assert scene.piece(1).base[:2] == pytest.approx((27, 20), abs=0.01)


def test_he_goes_to_cover_when_it_is_near() -> None:
    """Musg, Subir un tir: a shed 1.5 paces away; afterwards the shooter sees him covered or not at all."""
    scene = fired_upon(
        fig(HENCHMAN, (24.6, 20.2)), dice={"to_hit": [1], "under_fire": [6, 6], "paces": [6]}, table=layout(SHED)
    )
    view = sight.look(scene.battle.table, scene.piece(0).base, scene.piece(1).base)
    assert not view.visible or view.covers


def test_the_test_comes_after_the_wounds() -> None:
    """Musg, Subir un tir: out of action, no test."""
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(HENCHMAN, (25, 20)), fig(HENCHMAN, (40, 20))], under_fire=True)
    scene.piece(1).hp = 1
    scene.roll(to_hit=[3], wound=[3])
    scene.activate(0, Shoot(0, 1))
    assert not scene.events(Kind.UNDER_FIRE)


def test_who_fails_a_passive_test_does_not_flee() -> None:
    """Ruling M145: each has its own effect; to flee and hide is for those who rout."""
    charger = nervous(fig(HENCHMAN, (15, 20)), fig(LEADER, (22, 20))).roll(nerve=[6, 6])
    charger.activate(0, Charge((1,)))
    failures = {
        Kind.NERVE: (charger, 0),
        Kind.RECEIVED: (received(dice={"receive": [6, 6], "step_back": [4]}), 1),
        Kind.FIRST_SIGHT: (surprise(fig(HENCHMAN, (30, 22)), dice={"first_sight": [6, 6], "paces": [1]}), 1),
        Kind.UNDER_FIRE: (
            fired_upon(fig(HENCHMAN, (25, 20)), dice={"to_hit": [1], "under_fire": [6, 6], "paces": [1]}),
            1,
        ),
    }
    for kind, (scene, number) in failures.items():
        assert scene.last(kind).data["passed"] is False
        assert not scene.piece(number).routed
        assert not scene.events(Kind.ROUTED)


def test_every_reaction_has_its_switch() -> None:
    """Ruling M148: with all off nothing is tested."""
    scene = Scene([fig(HENCHMAN, (5, 20), "rifle")], [fig(LEADER, (12, 20))])
    scene.roll(to_hit=[1])
    scene.activate(0, Shoot(0, 1), Charge((1,)))
    quiet = {Kind.NERVE, Kind.RECEIVED, Kind.FIRST_SIGHT, Kind.UNDER_FIRE}
    assert not [event for event in scene.battle.events if event.kind in quiet]


def test_strikes_need_no_nerve() -> None:
    scene = nervous(fig(HENCHMAN, (5, 20)), fig(LEADER, (20, 20))).roll(to_hit=[1])
    scene.touch(1, 0)
    assert not [e for e in scene.activate(0, Strike(1)) if e.kind is Kind.NERVE]
