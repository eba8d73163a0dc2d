"""Charges before they are dared: nerve, who receives them, and the first blow."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Charge
from engines.musg.battle.events import Kind
from engines.musg.prospects import How, OptionKind, reach
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, only
from tests.engines.musg.prospects.asking import asked, offered, one


def facing(*ours: object, **values: object) -> Scene:
    """Figures of side 0, the first of whom may charge a leader at (12, 20)."""
    rules = {"nerve_to_charge": True, "receive_charge": True, **values}
    scene = Scene([*ours], [fig(LEADER, (12, 20))], **rules)  # type: ignore[list-item,arg-type]
    scene.activate(0)
    return scene


def test_nerve_by_hand() -> None:
    """Musg, Envie de charger: a henchman's 2d6 must not exceed 6: 15 of 36."""
    scene = facing(fig(HENCHMAN, (5, 20)))
    option = one(scene, OptionKind.CHARGE)
    assert (option.action, option.target, option.cost) == (Charge((1,)), 1, 1)
    assert option.chances is not None
    assert option.chances.nerve == pytest.approx(15 / 36)
    assert option.chances.contact is True
    (test,) = asked(option, "nerve")
    assert (test.need, [(term.code, term.value) for term in test.terms]) == (6, [("leadership", 6)])
    scene.roll(nerve=[6, 1])
    assert only(scene.play(option.action), Kind.NERVE).data["need"] == 6


def test_friends_give_nerve() -> None:
    """Ruling M146: two friends within 3 paces, 8 in all: 26 of 36."""
    scene = facing(fig(HENCHMAN, (5, 20)), fig(HENCHMAN, (5, 17)), fig(HENCHMAN, (5, 24)))
    (test,) = asked(one(scene, OptionKind.CHARGE), "nerve")
    assert (test.need, test.chance) == (8, pytest.approx(26 / 36))


def test_nerves_of_steel() -> None:
    """Ruling M271: the two lowest of three dice are up to 6 in 147 of 216."""
    scene = facing(fig(HENCHMAN, (5, 20), skills=("steel_nerves",)))
    (test,) = asked(one(scene, OptionKind.CHARGE), "nerve")
    assert test.chance == pytest.approx(147 / 216)


@pytest.mark.parametrize(
    ("figure", "how"),
    [
        (fig(HENCHMAN, (5, 20), injuries=("hardened",)), How.HARDENED),
        (fig(HENCHMAN, (5, 20), hates="b"), How.HATRED),
    ],
)
def test_some_need_none(figure: object, how: How) -> None:
    """Ruling M155; Musg, Haine implacable."""
    option = one(facing(figure), OptionKind.CHARGE)
    assert option.chances is not None
    assert option.chances.nerve == 1
    assert asked(option, "nerve")[0].how is how


def test_who_receives_it_is_tested_and_the_first_blow_is_reckoned() -> None:
    """Musg, Subir une charge: a henchman's 6 against a leader; Musg, Charger: +1 strength (ruling M64).

    The leader's sword then wounds toughness 2 with 8: 2+, as with 7; two dice of 5/9 each.
    """
    scene = Scene([fig(LEADER, (5, 20), "sword")], [fig(HENCHMAN, (12, 20))], receive_charge=True)
    scene.activate(0)
    option = one(scene, OptionKind.CHARGE)
    (test,) = asked(option, "receive")
    assert (test.figure, test.foe, test.need, test.chance) == (1, 0, 6, pytest.approx(15 / 36))
    assert option.chances is not None
    assert option.chances.nerve == 1
    assert option.chances.expected_wounds == pytest.approx(10 / 9)
    scene.roll(receive=[1, 1], to_hit=[3, 3], wound=[2, 1])
    events = scene.play(option.action)
    assert only(events, Kind.RECEIVED).data["need"] == 6
    struck = only(scene.play(one(scene, OptionKind.STRIKE, weapon="sword").action), Kind.STRUCK)
    assert struck.data["strengths"] == [8]


def test_with_the_last_point_no_blow_follows() -> None:
    scene = facing(fig(LEADER, (5, 20)))
    scene.piece(0).ap = 1
    chances = one(scene, OptionKind.CHARGE).chances
    assert chances is not None
    assert (chances.contact, chances.wound) == (True, None)


def test_out_of_reach_it_is_not_offered() -> None:
    """A henchman charges 9 paces at most (Musg, Charger: once and a half of 6): 9.1 from edge to edge are too far."""
    scene = Scene([fig(HENCHMAN, (5, 20))], [fig(HENCHMAN, (15.1, 20))])
    scene.activate(0)
    assert not offered(scene, OptionKind.CHARGE)
    assert not reach(scene.battle, 0).charge
    near = Scene([fig(HENCHMAN, (5, 20))], [fig(HENCHMAN, (14.9, 20))])
    near.activate(0)
    assert [found.figure for found in reach(near.battle, 0).charge] == [1]
