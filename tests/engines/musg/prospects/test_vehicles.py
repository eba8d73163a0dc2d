"""Vehicles: what drives, shots and blows at them bring (Musg, Do you need a ride?)."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Activate
from engines.musg.battle.events import Kind
from engines.musg.prospects import Option, OptionKind
from tests.engines.musg.battle.kit import LEADER, fig
from tests.engines.musg.battle.road import LIGHT, Road
from tests.engines.musg.prospects.asking import asked, offered, term


def actions(scene: Road, code: str) -> list[Option]:
    return offered(scene, OptionKind.CUSTOM, code=f"vehicles.{code}")


def farthest(scene: Road, code: str = "drive") -> Option:
    straight = [option for option in actions(scene, code) if len(getattr(option.action, "way", ())) == 1]
    return max(straight, key=lambda option: option.leads.length if option.leads else 0.0)


def test_ramming_by_hand() -> None:
    """Rulings M228, M343: front 4 against the rear 2 is on a 3, so 4 of 6; of three points none is a wreck yet."""
    scene = Road([None], [None], [(0, LIGHT, (30, 10, 0), (1,)), (1, LIGHT, (30, 18, 0), (1,))], dice={"ram": [3]})
    scene.activate(0)
    option = farthest(scene)
    assert (option.vehicle, option.cost) == (0, 1)
    assert option.chances is not None
    assert option.chances.wound == pytest.approx(4 / 6)
    assert option.chances.out == 0
    assert option.leads is not None
    assert option.leads.to == pytest.approx((30, 14), abs=0.004)
    scene.play(option.action)
    assert scene.last(Kind.RAMMED).data["need"] == 3


def test_rolling_over_somebody_by_hand() -> None:
    """Rulings M231, M233: one die, the front's 4 against toughness 2: 3+."""
    scene = Road([None], [(30, 16)], [(0, LIGHT, (30, 10, 0), (1,))], dice={"wound": [2]})
    scene.piece(1).hp = 1
    scene.activate(0)
    option = farthest(scene)
    assert option.chances is not None
    (harm,) = option.chances.harms
    assert (harm.figure, harm.wound, harm.out, harm.dead) == (1, pytest.approx(4 / 6), pytest.approx(4 / 6), 0)
    scene.play(option.action)
    assert scene.last(Kind.RAN_OVER).data["need"] == 3


def test_the_booster_by_hand() -> None:
    """Musg, Utilisation du booster: it works on a 2; Virer avec le booster: a henchman's 2d6 up to 6."""
    scene = Road([None], [(5, 35)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.activate(0)
    scene.play(min(actions(scene, "drive"), key=lambda option: option.leads.length if option.leads else 0.0).action)
    boosts = actions(scene, "boost")
    assert {option.cost for option in boosts} == {0}
    assert all(asked(option, "booster")[0].chance == pytest.approx(5 / 6) for option in boosts)
    turning = [option for option in boosts if asked(option, "boost_turn")]
    assert turning
    assert asked(turning[0], "boost_turn")[0].chance == pytest.approx(15 / 36)


def test_somebody_in_a_vehicle_is_in_its_cover() -> None:
    """Ruling M229: a leader's pistol (3+, 2+ at short range); the cover is passed on 3+; 3 against 2 wounds on 4+.

    At the vehicle itself there is no such die (ruling M228).
    """
    scene = Road([(fig(LEADER, None, "pistol")[0], (30, 20))], [None], [(1, LIGHT, (34, 20, 0), (1,))])
    scene.play(Activate(0))
    (pick,) = actions(scene, "pick")
    assert (pick.figure, pick.target, pick.vehicle, pick.cost, pick.weapon) == (0, 1, 0, 1, "pistol")
    assert pick.chances is not None
    assert pick.chances.hit == pytest.approx(4 / 6 * 5 / 6)
    assert pick.chances.wound == pytest.approx(4 / 6 * 5 / 6 / 2)
    (hull,) = actions(scene, "fire_at")
    assert hull.chances is not None
    assert hull.chances.hit == pytest.approx(5 / 6)
    need = term(hull, "to_wound")
    assert need is not None
    assert hull.chances.wound == pytest.approx(5 / 6 * (7 - need) / 6)
    scene.roll(to_hit=[2], wound=[1])
    scene.play(hull.action)
    assert scene.last(Kind.VEHICLE_HIT).data["need"] == need


def test_what_is_aboard_is_offered_to_whom_it_concerns() -> None:
    scene = Road([None], [(5, 35)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.activate(0)
    assert actions(scene, "get_off")
    assert not offered(scene, OptionKind.WALK)
    assert all(option.leads is not None for option in actions(scene, "get_off"))
