"""Where a figure may go: outlines, ways, whom it meets on its way, and what it finds there."""

from __future__ import annotations

from math import hypot

import pytest

from engines.core.dice import FastDice
from engines.musg.battle.actions import Activate, Run, Walk
from engines.musg.battle.events import Kind
from engines.musg.ground.layout import Form, Ground, Piece, Veil
from engines.musg.ground.shapes import Point, Rectangle
from engines.musg.prospects import OptionKind, reach, way
from engines.musg.prospects.option import Ring
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, hired, layout, only
from tests.engines.musg.prospects.asking import asked, offered, one

HOUSE = Piece(kind="house", shape=Rectangle(20.0, 0.0, 3.0, 20.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
BLOCK = Piece(
    kind="block", shape=Rectangle(32.0, 18.0, 2.0, 4.0), ground=Ground.IMPASSABLE, height=5.0, veil=Veil.SOLID
)
MARSH = Piece(kind="marsh", shape=Rectangle(30.5, 0.0, 20.0, 40.0), ground=Ground.DIFFICULT)


def within(rings: tuple[Ring, ...], point: Point) -> bool:
    """Whether a point is inside outlines, by the even-odd rule."""
    x, y = point
    found = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                found = not found
    return found


def test_open_ground_is_a_circle() -> None:
    """Musg, Marcher and Courir: a henchman walks 6 paces and runs 9."""
    scene = Scene([fig(HENCHMAN, (30, 20))], [fig(HENCHMAN, (55, 35))])
    scene.activate(0)
    found = reach(scene.battle, 0)
    for rings, radius in ((found.walk, 6.0), (found.run, 9.0)):
        (ring,) = rings
        assert all(hypot(x - 30, y - 20) == pytest.approx(radius, abs=0.1) for x, y in ring)


def test_what_stands_in_the_way_is_left_out() -> None:
    """Nobody ends on a friend or on a block, and behind the block it is farther."""
    scene = Scene([fig(HENCHMAN, (30, 20)), fig(HENCHMAN, (30, 24))], [fig(HENCHMAN, (55, 35))], table=layout(BLOCK))
    scene.activate(0)
    walk = reach(scene.battle, 0).walk
    assert within(walk, (30, 22.5))
    assert not within(walk, (30, 24))
    assert not within(walk, (33, 20))
    assert within(walk, (30, 25.5))
    assert not within(walk, (35.2, 20))


def test_difficult_ground_takes_twice_as_much() -> None:
    """Ruling M54: half a pace of open ground, then 5.5 of the 6 paces in the marsh are 2.75."""
    scene = Scene([fig(HENCHMAN, (30, 20))], [fig(HENCHMAN, (55, 35))], table=layout(MARSH))
    scene.activate(0)
    walk = reach(scene.battle, 0).walk
    assert within(walk, (33.1, 20))
    assert not within(walk, (33.4, 20))


def test_outlines_say_where_the_engine_goes() -> None:
    """Away from the lines themselves, which are drawn to a tenth of a pace."""
    table = layout(BLOCK, MARSH, HOUSE)
    scene = Scene([fig(HENCHMAN, (29, 20)), fig(HENCHMAN, (28, 23))], [fig(HENCHMAN, (31, 25))], table=table)
    scene.activate(0)
    battle, piece = scene.battle, scene.piece(0)
    found, dice = reach(battle, 0), FastDice(4)
    looked = 0
    for _ in range(160):
        x, y = 20 + 18 * _share(dice), 11 + 18 * _share(dice)
        for rings, run in ((found.walk, False), (found.run, True)):
            ring = [(x + dx, y + dy) for dx in (-0.3, 0, 0.3) for dy in (-0.3, 0, 0.3)]
            if len({within(rings, point) for point in ring}) == 1:
                looked += 1
                assert (battle.to_point(piece, x, y, run=run) is not None) == within(rings, (x, y)), (x, y, run)
    assert looked > 150


def _share(dice: FastDice) -> float:
    return sum((face - 1) * 6**-place for place, face in enumerate(dice.throw(5, "choice"), 1))


def test_who_has_yet_to_act_has_all_its_points() -> None:
    scene = Scene([fig(HENCHMAN, (30, 20)), fig(LEADER, (20, 20))], [fig(HENCHMAN, (55, 35))])
    assert (reach(scene.battle, 0).points, reach(scene.battle, 1).points) == (2, 3)
    assert reach(scene.battle, 2, side=0).points == 2
    scene.activate(0, Walk(31.0, 20.0))
    assert reach(scene.battle, 0).points == 1
    assert reach(scene.battle, 0).walk
    assert not reach(scene.battle, 0).run


def test_a_way_to_the_point_or_as_near_as_it_comes() -> None:
    scene = Scene([fig(HENCHMAN, (30, 20))], [fig(HENCHMAN, (50, 20))])
    scene.activate(0)
    there = way(scene.battle, 0, 33, 20)
    assert there is not None
    assert (there.action, there.exact, there.cost) == (Walk(33.0, 20.0), True, 1)
    assert (there.leads.length, there.leads.paces, there.leads.left) == (3, 3, 0)
    assert [gaze.figure for gaze in there.leads.seen_by] == [1]
    far = way(scene.battle, 0, 45, 20, run=True)
    assert far is not None
    assert isinstance(far.action, Run)
    assert (far.exact, far.cost) == (False, 2)
    assert far.leads.to[0] == pytest.approx(39, abs=0.01)
    assert far.leads.left == pytest.approx(6, abs=0.02)
    assert way(scene.battle, 1, 45, 20) is None, "it is not its activation"
    scene.play(there.action)
    assert scene.piece(0).base[:2] == (33, 20)


def test_a_way_is_drawn_before_the_activation() -> None:
    """The same as after it, when nothing comes of that; and to be played after it."""
    scene = Scene([fig(HENCHMAN, (30, 20))], [fig(HENCHMAN, (50, 20))], table=layout(BLOCK))
    early = [way(scene.battle, 0, x, y, run=run) for x, y in ((33.0, 24.0), (45.0, 20.0)) for run in (False, True)]
    assert way(scene.battle, 1, 45, 20) is None, "it is not its side's turn"
    assert way(scene.battle, 99, 45, 20) is None
    scene.activate(0)
    late = [way(scene.battle, 0, x, y, run=run) for x, y in ((33.0, 24.0), (45.0, 20.0)) for run in (False, True)]
    for one_early, one_late in zip(early, late, strict=True):
        assert one_early is not None
        assert one_late is not None
        assert (one_early.before, one_late.before) == (Activate(0), None)
        assert scene.battle.can(one_early.action)
        assert one_early.exact == one_late.exact
        assert one_early.leads.left == pytest.approx(one_late.leads.left, abs=0.3)


def test_whom_a_way_meets() -> None:
    """Musg, Apercevoir l'ennemi: a leader comes round the house; the henchman there (6) tests: 15 of 36 pass.

    If it does it fires its pistol (ruling M141): 5+ beyond 6 paces, strength 3 against toughness 4: 4+. At first only
    an edge of the leader is seen past the house, which covers him: 4+ (Musg, Jet de couvert).
    """
    scene = Scene([fig(LEADER, (18, 19))], [fig(HENCHMAN, (28, 15), "pistol")], table=layout(HOUSE), first_sight=True)
    scene.activate(0)
    found = way(scene.battle, 0, 24, 21.5, run=True)
    assert found is not None
    assert found.exact
    (test,) = found.tests
    assert (test.code, test.figure, test.foe, test.need) == ("first_sight", 1, 0, 6)
    assert test.chance == pytest.approx(15 / 36)
    assert test.shot is not None
    assert (test.weapon, test.shot.hit, test.shot.wound) == ("pistol", pytest.approx(1 / 6), pytest.approx(1 / 12))
    scene.roll(first_sight=[6, 1], paces=[1])
    events = scene.play(found.action)
    assert only(events, Kind.FIRST_SIGHT).data["need"] == test.need
    stopped = next(event for event in events if event.kind is Kind.RAN).data["end"]
    assert isinstance(stopped, list)
    assert tuple(stopped[:2]) == test.at


def test_directions_are_those_of_the_map() -> None:
    scene = Scene([fig(HENCHMAN, (30, 20))], [fig(HENCHMAN, (50, 20))])
    scene.activate(0)
    north = one(scene, OptionKind.WALK, code="north")
    assert north.leads is not None
    assert north.leads.to == pytest.approx((30, 14), abs=0.01)
    towards = one(scene, OptionKind.WALK, code="towards")
    assert towards.target == 1
    assert towards.leads is not None
    assert towards.leads.left == pytest.approx(13, abs=0.02)
    assert {option.cost for option in offered(scene, OptionKind.RUN)} == {2}


def test_out_of_sight_is_called_so() -> None:
    scene = Scene([fig(HENCHMAN, (18, 21))], [fig(LEADER, (40, 30))], table=layout(HOUSE))
    scene.activate(0)
    hidden = offered(scene, OptionKind.WALK, code="hide")
    assert hidden
    assert hidden[0].leads is not None
    assert hidden[0].leads.hidden


def test_breaking_off_costs_what_the_enemies_cost() -> None:
    """Ruling M65: one enemy, one point; half the movement (ruling M68)."""
    scene = Scene([fig(HENCHMAN, (20, 20))], [fig(HENCHMAN, (40, 20))])
    scene.touch(0, 1)
    scene.activate(0)
    option = one(scene, OptionKind.BREAK_OFF)
    assert option.cost == 1
    assert option.leads is not None
    assert option.leads.length == pytest.approx(3, abs=0.05)
    assert not offered(scene, OptionKind.WALK)
    assert not reach(scene.battle, 0).walk


def test_a_hidden_commando_changes_nothing_for_others() -> None:
    """Ruling M280: side 0 is shown the same with him and without, behind its back and in its way."""
    pieces = []
    for place in ((33.0, 20.0), (50.0, 5.0)):
        scene = Scene(
            [fig(LEADER, (30, 20), "grenade")],
            [fig(HENCHMAN, (35, 20)), hired("human_commando", place)],
            nerve_to_charge=True,
            receive_charge=True,
            first_sight=True,
        )
        assert scene.piece(2).hidden
        scene.activate(0)
        seen = (offered(scene), reach(scene.battle, 0), reach(scene.battle, 1, side=0), way(scene.battle, 0, 33, 21))
        pieces.append(seen)
        assert not reach(scene.battle, 2, side=0).walk
        assert not asked(one(scene, OptionKind.CHARGE), "receive")[0].terms[1:]
    assert pieces[0] == pieces[1]
