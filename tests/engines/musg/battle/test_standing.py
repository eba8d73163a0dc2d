"""Answers given beforehand to what is asked out of turn: always, never, above half (Musg, Les Actions Passives)."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import (
    Charge,
    Decline,
    End,
    FirstTarget,
    Intercept,
    Keep,
    Pulp,
    Shoot,
    Strike,
    Walk,
)
from engines.musg.battle.decision import Ask
from engines.musg.battle.standing import CHOICES, Standing, answer, chance, kind_of
from engines.musg.prospects import options
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired

ALWAYS, NEVER, ABOVE_HALF, ASK = Standing


def said(scene: Scene, kind: Ask, *answers: Standing) -> list[object]:
    return [answer(scene.battle, {kind: one}) for one in answers]


def test_questions_of_ones_own_turn_have_none() -> None:
    assert set(CHOICES) == {Ask.FREE_SHOT, Ask.LOOK_OUT, Ask.GUARD, Ask.FIRST_TARGET, Ask.PULP}
    assert [ask for ask in Ask if kind_of(ask)] == [
        Ask.LOOK_OUT,
        Ask.GUARD,
        Ask.FREE_SHOT,
        Ask.FIRST_TARGET,
        Ask.PULP,
        Ask.PULP_STANDS,
    ]
    scene = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))])
    assert answer(scene.battle, dict.fromkeys(Ask, ALWAYS)) is None
    with pytest.raises(ValueError, match="no chance"):
        chance(scene.battle, End())


# --- free shots: does it hurt? ----------------------------------------------------------------------------------------


def sighted(toughness: str = "") -> Scene:
    """Their henchman (shoots on 5+) with a rifle (strength 4) sees our leader come, 14 paces off: medium range."""
    scene = Scene(
        [fig(LEADER, (10, 20), *([toughness] if toughness else []))],
        [fig(HENCHMAN, (25, 20), "rifle", "pistol")],
        first_sight=True,
    )
    scene.piece(1).unseen = {0}
    scene.roll(first_sight=[1, 1])
    scene.activate(0, Walk(10, 21))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.FREE_SHOT
    return scene


def test_a_free_shot_by_the_chance_that_it_hurts() -> None:
    """Far below half: declined, or fired with the weapon that hurts more likely, or asked about."""
    scene = sighted()
    rifle, pistol = (chance(scene.battle, Shoot(weapon, 0)) for weapon in (0, 1))
    assert 0 < pistol < rifle < 0.5
    assert said(scene, Ask.FREE_SHOT, ALWAYS, NEVER, ABOVE_HALF, ASK) == [Shoot(0, 0), Decline(), Decline(), None]
    assert answer(scene.battle, {}) is None


def test_a_free_shot_is_measured_on_whom_it_hits_first() -> None:
    """A pistol reaches 18 paces: of the group (ruling M86) it may hit the henchman at 17, not the leader at 19.

    At long range his 5+ becomes a 6+, and strength 3 wounds toughness 2 on 4+: one shot in twelve, as odds are told.
    """
    scene = Scene(
        [fig(LEADER, (5, 20)), fig(HENCHMAN, (7, 20.5))], [fig(HENCHMAN, (25, 20), "pistol")], first_sight=True
    )
    scene.piece(2).unseen = {0}
    scene.roll(first_sight=[1, 1])
    scene.activate(0, Walk(5, 20.5))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.FREE_SHOT
    assert chance(scene.battle, Shoot(0, 0)) == pytest.approx(1 / 12)
    assert said(scene, Ask.FREE_SHOT, ALWAYS, NEVER, ABOVE_HALF, ASK) == [Shoot(0, 0), Decline(), Decline(), None]
    shown = next(option for option in options(scene.battle, 1) if option.action == Shoot(0, 0))
    assert shown.target == 1
    assert shown.chances is not None
    assert shown.chances.wound == pytest.approx(1 / 12)


# --- before the leader: does the saviour stand? -----------------------------------------------------------------------


def saviours(*hits: int, hp: int = 3) -> Scene:
    """A machine pistol (strength 3, three dice) at a leader with two henchmen beside him (toughness 2: 4+ wounds)."""
    scene = Scene(
        [fig(LEADER, (5, 20), "machine_pistol")],
        [fig(LEADER, (13, 20)), fig(HENCHMAN, (14.5, 20)), fig(HENCHMAN, (13, 21.5))],
    )
    scene.piece(2).hp = hp
    scene.piece(3).hp = 1
    scene.roll(to_hit=list(hits))
    scene.activate(0, Shoot(0, 1))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.LOOK_OUT
    return scene


def test_somebody_jumps_by_the_chance_that_he_stands_it() -> None:
    """One hit that wounds on 4+: with one hit point an even chance, which is not above half; with three he is safe."""
    scene = saviours(3, 1, 1)
    assert chance(scene.battle, Intercept(2)) == pytest.approx(1.0)
    assert chance(scene.battle, Intercept(3)) == pytest.approx(0.5)
    assert said(scene, Ask.LOOK_OUT, ALWAYS, NEVER, ABOVE_HALF, ASK) == [Intercept(2), Decline(), Intercept(2), None]


def test_an_even_chance_is_not_above_half() -> None:
    scene = saviours(3, 1, 1, hp=1)
    assert said(scene, Ask.LOOK_OUT, ALWAYS, ABOVE_HALF) == [Intercept(2), Decline()]


def test_all_hits_that_came_count() -> None:
    """Three hits, of which one wound in three puts him out: (1/2)³ that none does."""
    scene = saviours(3, 3, 3, hp=1)
    assert chance(scene.battle, Intercept(2)) == pytest.approx(1 / 8)


def test_a_troll_takes_a_charge_by_the_chance_that_it_outlasts_it() -> None:
    scene = Scene(
        [fig(LEADER, (20, 20), "sword")],
        [fig(LEADER, (28, 20)), hired("troll_bodyguard", (28, 21.5))],
    )
    scene.activate(0, Charge((1,)))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.GUARD
    assert 0.5 < chance(scene.battle, Intercept(2)) <= 1
    assert said(scene, Ask.GUARD, ALWAYS, NEVER, ABOVE_HALF) == [Intercept(2), Decline(), Intercept(2)]
    scene.piece(2).hp = 2
    weak = chance(scene.battle, Intercept(2))
    scene.piece(0).ap = 1  # no point left for a blow
    assert weak < chance(scene.battle, Intercept(2)) == 1


# --- who is hit first -------------------------------------------------------------------------------------------------


def test_who_is_hit_first_is_who_stands_it_best() -> None:
    """Ruling M87: the defender says. A rifle (strength 4): 4+ for toughness 2 and 2 more in heavy armour, else 3+.

    A henchman hits on 5+, one better within the rifle's 10 paces: every other time.
    """
    scene = Scene(
        [fig(HENCHMAN, (10, 20), "rifle")], [fig(HENCHMAN, (20, 19.4)), fig(HENCHMAN, (20, 20.6), "heavy_armour")]
    )
    scene.piece(1).hp = scene.piece(2).hp = 1
    scene.activate(0, Shoot(0, 1))
    decision = scene.battle.decision
    assert decision
    assert (decision.ask, decision.threat) == (Ask.FIRST_TARGET, 0)
    assert chance(scene.battle, FirstTarget(1)) == pytest.approx(1 - 1 / 2 * 4 / 6)
    assert chance(scene.battle, FirstTarget(2)) == pytest.approx(1 - 1 / 2 * 3 / 6)
    assert said(scene, Ask.FIRST_TARGET, ALWAYS, ABOVE_HALF, NEVER, ASK) == [FirstTarget(2), FirstTarget(2), None, None]
    scene.piece(1).hp = 2
    assert said(scene, Ask.FIRST_TARGET, ABOVE_HALF) == [FirstTarget(1)]


# --- pulp -------------------------------------------------------------------------------------------------------------


def pulp(**dice: list[int]) -> Scene:
    """A hero about to strike a villain in contact with his sword, the villain having another point; both are asked."""
    scene = Scene(
        [fig(LEADER, (10, 20), "sword"), fig(LIEUTENANT, (5, 5))], [fig(LEADER, (40, 20), "sword")], modules=("pulp",)
    )
    while scene.battle.decision and scene.battle.decision.throw is not None:
        scene.play(Decline())
    scene.touch(2, 0)
    scene.roll(**dice)
    scene.activate(0, Strike(2))
    assert scene.battle.decision
    assert (scene.battle.decision.ask, scene.battle.decision.side) == (Ask.PULP, 0)
    return scene


def test_a_point_of_pulp_by_the_chance_that_the_throw_goes_as_wanted() -> None:
    """A leader hits on 3+ with the dice of a sword and the pulp die; without all of them missing he succeeds."""
    scene = pulp()
    throw = scene.battle.decision.throw if scene.battle.decision else None
    assert throw
    own = chance(scene.battle, Pulp(0))
    assert own == pytest.approx(1 - ((throw.need - 1) / 6) ** (throw.count + 1))
    assert said(scene, Ask.PULP, ALWAYS, NEVER, ABOVE_HALF, ASK) == [Pulp(0), Decline(), Pulp(0), None]
    scene.play(Decline())
    decision = scene.battle.decision
    assert decision
    assert (decision.side, decision.ask) == (1, Ask.PULP)
    miss = (throw.need - 1) / 6
    other = chance(scene.battle, Pulp(2))
    every = miss**throw.count + throw.count * (1 - miss) * miss**throw.count
    assert other == pytest.approx(every)
    assert said(scene, Ask.PULP, ABOVE_HALF) == [Pulp(2) if every > 0.5 else Decline()]


def test_the_pulp_die_replaces_what_makes_it_go_as_wanted() -> None:
    """All miss, the pulp die shows 6: it takes the place of the first it changes; and of none where all is well."""
    scene = pulp()
    count = scene.battle.decision.throw.count if scene.battle.decision and scene.battle.decision.throw else 0
    scene.roll(to_hit=[1] * count, pulp=[6])
    scene.play(Pulp(0))
    assert said(scene, Ask.PULP, ALWAYS, ABOVE_HALF, ASK) == [Keep(0), Keep(0), None]
    scene = pulp()
    scene.roll(to_hit=[6] * count, pulp=[1])
    scene.play(Pulp(0))
    assert said(scene, Ask.PULP, ALWAYS) == [Keep(-1)]
