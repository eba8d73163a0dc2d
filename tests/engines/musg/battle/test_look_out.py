"""A leader farther back in a group that several dice are rolled at (Musg, Attention Chef; Tableau des armes de tir)."""

from engines.musg.battle.actions import Intercept, Shoot
from engines.musg.battle.decision import Ask
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig


def group(hits: list[int], **dice: list[int]) -> Scene:
    """Three dice (strength 3, 3+ at medium range) at a henchman with 1 HP, his leader behind him, a friend beside."""
    scene = Scene(
        [fig(LEADER, (5, 20), "machine_pistol")],
        [fig(HENCHMAN, (13, 20)), fig(LEADER, (14.5, 20)), fig(HENCHMAN, (14.5, 21.5))],
    )
    scene.piece(1).hp = 1
    scene.roll(to_hit=hits, **dice)
    scene.activate(0, Shoot(0, 1))
    return scene


def test_hits_left_for_the_leader_may_be_taken_for_him() -> None:
    """Cibles: what the first has no more hit points for goes on to the leader, who is a target of that shot.

    Rulings M134, M85: the friend takes all that comes to him with his own toughness: 2, so 4+; the leader's 4 never.
    """
    scene = group([3, 3, 3], wound=[4, 4, 4])
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.figure) == (Ask.LOOK_OUT, 2)
    assert decision.options == (1, 3)  # a henchman within 1 pace may jump, shot at himself or not
    scene.play(Intercept(3))
    assert [scene.piece(n).hp for n in (1, 2, 3)] == [0, 6, 1]


def test_no_question_while_those_before_him_can_take_all_hits() -> None:
    """Ruling M85: one hit, one hit point before the leader; nothing is left to come to him."""
    scene = group([3, 1, 1], wound=[3])
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT
    assert [scene.piece(n).hp for n in (1, 2, 3)] == [1, 6, 3]


def test_the_one_in_front_may_take_the_leaders_share_too() -> None:
    """Ruling M134: he takes all hits of the shot; the rest of the group comes after him, without the leader."""
    scene = group([3, 3, 3], wound=[4, 4, 4])
    scene.play(Intercept(1))
    assert [scene.piece(n).hp for n in (1, 2, 3)] == [0, 6, 1]
