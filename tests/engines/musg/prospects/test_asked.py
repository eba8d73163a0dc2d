"""What is asked out of turn, with what each answer makes of the odds."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Decline, FirstTarget, Intercept, Shoot, Walk
from engines.musg.battle.decision import Ask, Throw
from engines.musg.battle.events import Kind
from engines.musg.prospects import OptionKind
from engines.musg.prospects.asked import _success
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, only
from tests.engines.musg.prospects.asking import offered, one, term


def test_look_out_weighs_who_takes_the_hit() -> None:
    """Musg, Attention Chef: the hit is rolled already. Musg, Tableau des dommages: 3 wounds a leader's 4 on 4+.

    A henchman's toughness of 2 is wounded on 4+ as well, but he has three hit points, and the leader one.
    """
    scene = Scene([fig(HENCHMAN, (5, 20), "pistol")], [fig(LEADER, (10, 20)), fig(HENCHMAN, (11.2, 20), "dagger")])
    scene.piece(1).hp = 1
    scene.activate(0)
    scene.roll(to_hit=[6])
    scene.play(Shoot(0, 1))
    assert scene.battle.decision is not None
    assert scene.battle.decision.ask is Ask.LOOK_OUT
    stands, let = offered(scene)
    assert (stands.action, stands.figure, let.action, let.figure) == (Intercept(2), 2, Decline(), 1)
    assert stands.chances is not None
    assert let.chances is not None
    assert (let.chances.hit, let.chances.out) == (1, pytest.approx(1 / 2))
    assert (stands.chances.hit, stands.chances.wound, stands.chances.out) == (1, pytest.approx(1 / 2), 0)
    assert term(stands, "hits") == 1


def test_the_defender_is_told_what_the_shot_does() -> None:
    """Ruling M87: two equally near; a leader's pistol at 2+ (short range), 3 against 2: 4+."""
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (10, 20.7)), fig(HENCHMAN, (10, 19.3))])
    scene.piece(2).hp = 1
    scene.activate(0)
    scene.play(Shoot(0, 1))
    first, second = offered(scene, OptionKind.FIRST_TARGET)
    assert (first.action, second.action) == (FirstTarget(1), FirstTarget(2))
    assert first.chances is not None
    assert second.chances is not None
    assert (first.chances.hit, first.chances.out) == (pytest.approx(5 / 6), 0)
    assert second.chances.out == pytest.approx(5 / 6 / 2)
    scene.roll(to_hit=[2], wound=[1])
    scene.play(second.action)
    assert scene.last(Kind.SHOT).target == 2


def test_a_free_shot_has_its_odds() -> None:
    """Musg, Apercevoir l'ennemi: whoever keeps his nerve may fire, where they see each other: 13.5 paces, so 6+."""
    scene = Scene([fig(LEADER, (5, 20))], [fig(HENCHMAN, (20, 20), "pistol")], first_sight=True)
    scene.piece(1).unseen.add(0)
    scene.activate(0)
    scene.roll(first_sight=[1, 1])
    scene.play(Walk(13.0, 20.0))
    assert scene.battle.decision is not None
    assert scene.battle.decision.ask is Ask.FREE_SHOT
    shot = one(scene, OptionKind.FREE_SHOT)
    assert shot.cost == 0
    assert shot.chances is not None
    assert shot.chances.hit == pytest.approx(1 / 6)
    assert shot.chances.wound == pytest.approx(1 / 6 / 2), "3 against 4: 4+"
    assert one(scene, OptionKind.DECLINE).action == Decline()
    scene.roll(to_hit=[1])
    assert only(scene.play(shot.action), Kind.SHOT).data["to_hit"] == 6


@pytest.mark.parametrize(
    ("throw", "plain", "own", "imposed"),
    [
        (Throw("to_hit", 0, 0, count=1, need=4), 1 / 2, 3 / 4, 1 / 4),
        (Throw("to_hit", 0, 0, count=2, need=4), 3 / 4, 7 / 8, 1 / 4 + 1 / 2 * 1 / 2),
        (Throw("rout", 0, 0, count=2, most=12), 1, 1, 1),
        (Throw("rout", 0, 0, count=2, most=2), 1 / 36, 16 / 216, 1 / 216),
        (Throw("paces", 0, 0, count=1), None, None, None),
    ],
)
def test_a_pulp_die_replaces_what_serves_best(
    throw: Throw, plain: float | None, own: float | None, imposed: float | None
) -> None:
    """Rulings M160, M161, M307, by counting the faces: of three dice two ones at least are 16 of 216."""
    assert _success(throw) == (None if plain is None else pytest.approx(plain))
    assert _success(throw, pulp=True) == (None if own is None else pytest.approx(own))
    assert _success(throw, pulp=True, own=False) == (None if imposed is None else pytest.approx(imposed))
