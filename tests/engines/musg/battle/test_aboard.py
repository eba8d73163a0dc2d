"""People aboard vehicles are in play (rulings M355, M356, M358, M361, M364); what each comes to is worked out by hand.

A light vehicle is 2 paces wide and 4 long and drives 10 paces; facing 0 looks towards greater y.
"""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Activate, Custom, Decline, End
from engines.musg.battle.civilians import Civilians
from engines.musg.battle.damage import put_out
from engines.musg.battle.events import Kind
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.layout import Climb, Form, Piece as Terrain, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.trials.faults import faults, faults_of_events
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, fig, layout
from tests.engines.musg.battle.road import LIGHT, Given, Road, boost, drive

ON = Custom("vehicles.get_on", None, 0)
PULP = ("vehicles", "pulp")


def undisturbed(scene: Road) -> Road:
    """Spend no point of pulp."""
    while scene.battle.decision is not None and scene.battle.decision.throw is not None:
        scene.play(Decline())
    return scene


def pools(scene: Road) -> tuple[list[int], int]:
    module = next(one for one in scene.battle.modules if isinstance(one, PulpPoints))
    return module.pool_list(scene.battle), module.void


def off(scene: Road, number: int) -> Piece:
    """Put somebody out of action by an enemy's hand."""
    piece = scene.piece(number)
    piece.hp = 0
    put_out(scene.battle, piece, scene.piece(len(scene.battle.pieces) - 1))
    return piece


# --- who is in play ---------------------------------------------------------------------------------------------------


def test_a_hero_who_begins_aboard_has_his_points() -> None:
    """Ruling M308: 3 for the hero, 3 for the villain, no partners and no lieutenants here."""
    scene = Road([fig(LEADER, None)], [fig(LEADER, (58, 38))], [(0, LIGHT, (30, 10, 0), (1,))], modules=PULP)
    assert pools(undisturbed(scene)) == ([3, -1, 3, -1], 0)


def test_a_hero_who_gets_aboard_keeps_his_points_and_loses_them_with_his_life() -> None:
    scene = undisturbed(
        Road([fig(LEADER, (31.504, 10)), (5, 5)], [fig(LEADER, (58, 38))], [(0, LIGHT, (30, 10, 0), ())], modules=PULP)
    )
    scene.play(Activate(0), ON)
    scene.play(drive(1.0))
    undisturbed(scene).play(End())
    assert pools(undisturbed(scene)) == ([3, -1, 3, -1], 0)
    off(scene, 0)
    assert pools(scene) == ([0, -1, 3, -1], 3)


def test_those_aboard_test_for_rout_when_the_leader_is_lost() -> None:
    """Musg, Fin du tour: everybody alive tests; a henchman's leadership is 6, which 6 and 6 exceed."""
    scene = Road([fig(LEADER, (5, 5)), None, None], [(58, 38)], [(0, LIGHT, (30, 10, 0), (2, 3))])
    off(scene, 0)
    scene.roll(rout=[6, 6, 1, 1], rally=[6, 6])
    scene.skip_turn()
    assert [(e.figure, e.data["passed"]) for e in scene.events(Kind.ROUT_TEST)] == [(1, False), (2, True)]
    assert scene.piece(1).routed
    assert [(e.figure, e.data["passed"]) for e in scene.events(Kind.RALLY)] == [(1, False)], "at the start of turn 2"


def test_no_leadership_is_borrowed_from_aboard_or_to_there() -> None:
    """Ruling M355: 4 paces are measured from base to base; the lieutenant's 7 serves neither the one nor the other."""
    scene = Road(
        [fig(LEADER, (5, 5)), None, fig(LIEUTENANT, (31.504, 10))], [(58, 38)], [(0, LIGHT, (30, 10, 0), (2,))]
    )
    off(scene, 0)
    scene.roll(rout=[1, 1, 1, 1])
    scene.skip_turn()
    tests = {e.figure: e for e in scene.events(Kind.ROUT_TEST)}
    assert tests[1].target is None
    assert tests[1].data["need"] == tests[1].data["own"]


def test_a_warband_that_sits_in_a_vehicle_still_leads_its_civilian() -> None:
    """Ruling M332: those wait whose warband has nobody left; here two are left, aboard."""
    scene = met([None, None], (1, 2))
    one = civilian(scene)
    scene.skip_turn()
    assert one.side == 0


def test_a_gunsmith_aboard_keeps_the_weapons_of_his_warband_from_bursting() -> None:
    """Ruling M279: as long as he is in play."""
    scene = Road([None, (5, 5)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.piece(0).traits = frozenset({"no_misfires"})
    assert scene.battle.no_misfires(0)
    off(scene, 0)
    assert not scene.battle.no_misfires(0)


def test_henchmen_aboard_count() -> None:
    """Ruling M42: those in play."""
    scene = Road([None, None, (5, 5)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1, 2))])
    assert scene.battle.henchmen(0) == 3


# --- rout aboard ------------------------------------------------------------------------------------------------------

# On this table the zones are all of it, so that a side's own edges are the two long ones.


def fleeing(scene: Road, *numbers: int) -> Road:
    for number in numbers:
        scene.piece(number).routed = True
        scene.piece(number).routed_on = scene.battle.turn
    return scene


def test_a_passenger_gets_off_and_flees_from_there() -> None:
    """Ruling M356: a point to get off (M235), then a walk with the other, towards the nearest edge (M154).

    The enemy who stands there sees him behind the vehicle, too: he goes on from beside its rear, at 9.5.
    """
    scene = fleeing(Road([None, None], [(30, 1)], [(0, LIGHT, (30, 12, 0), (1, 2))]), 1)
    told = scene.play(Activate(1))
    assert [e.kind for e in told if e.kind in (Kind.GOT_OFF, Kind.HID, Kind.DROVE)] == [Kind.GOT_OFF, Kind.HID]
    assert scene.piece(1).place is Place.PLAY
    assert scene.car().crew == [scene.piece(0)]
    assert scene.piece(1).base[1] < 9.5
    assert scene.spot() == (30, 12, 0)


def test_a_pilot_drives_straight_on_where_that_leads_off_his_own_edge() -> None:
    """From (30, 12) facing 0 the far long edge is his own as well: 2 drives of 10 paces, and 26 - 20 are left."""
    scene = fleeing(Road([None, None], [(1, 1)], [(0, LIGHT, (30, 12, 0), (1, 2))]), 0)
    told = scene.play(Activate(0))
    assert scene.spot() == (30, 32, 0)
    assert [e.data["flees"] for e in told if e.kind is Kind.DROVE] == [True, True]
    assert scene.piece(1).place is Place.ABOARD, "who does not flee rides along"


def test_a_fleeing_pilot_is_off_the_table_and_has_fled_while_others_have_left() -> None:
    """Rulings M154, M344: the front is 6 paces from the edge, the drive goes over it; both survive."""
    scene = fleeing(Road([None, None, (5, 5)], [(1, 39)], [(0, LIGHT, (30, 32, 0), (1, 2))]), 0)
    scene.play(Activate(0))
    assert [scene.piece(n).place for n in (0, 1)] == [Place.FLED, Place.LEFT]
    assert [one.figure for one in scene.battle.report().fled] == [1]
    assert scene.car().left


def test_a_pilot_turns_no_more_than_he_must() -> None:
    """Facing east at (20, 20): one turn of 15 degrees leads off a long edge before the short one, 40 paces away.

    Straight on after a turn of 15 degrees he gains 10.7 paces of depth on 40 of width and needs 20; with 30 he gains
    23: that is enough.
    """
    scene = fleeing(Road([None], [(1, 1)], [(0, LIGHT, (20, 20, 90), (1,))]), 0)
    told = scene.play(Activate(0))
    first = next(e for e in told if e.kind is Kind.DROVE)
    facings = [place[2] for place in first.data["path"]]  # type: ignore[union-attr, index]
    assert abs(facings[-1] - 90) == 30
    assert abs(scene.spot()[2] - 90) == 30, "the next drive goes straight on"


def test_a_pilot_who_can_go_nowhere_gets_off() -> None:
    """A wall before the bumper and one on either hand: no way of half a pace."""
    walls = [
        Terrain(kind="wall", shape=shape, form=Form.WALL, height=3.0, veil=Veil.SOLID, climb=Climb.NEVER)
        for shape in (Rectangle(28, 22.05, 4, 1), Rectangle(27.5, 17, 1.4, 5), Rectangle(31.1, 17, 1.4, 5))
    ]
    scene = fleeing(Road([None], [(1, 1)], [(0, LIGHT, (30, 20, 0), (1,))], table=layout(*walls)), 0)
    told = scene.play(Activate(0))
    assert [e.kind for e in told if e.kind in (Kind.DROVE, Kind.GOT_OFF)] == [Kind.GOT_OFF]
    assert scene.car().pilot is None


def test_nobody_takes_the_wheel_from_a_fleeing_pilot_and_he_rallies_by_the_ordinary_rule() -> None:
    """Rulings M52, M356: 2d6 of at most 6 at the start of the next turn."""
    scene = fleeing(Road([None, None], [(58, 38)], [(0, LIGHT, (30, 2, 0), (1, 2))]), 0)
    scene.play(Activate(1))
    assert scene.refused(Custom("vehicles.wheel")) == "wheel_taken"
    scene.roll(rally=[1, 1])
    scene.skip_turn()
    assert not scene.piece(0).routed
    assert scene.piece(0).rallies == 1
    assert scene.car().pilot is scene.piece(0)


def test_from_a_wreck_a_fleeing_pilot_gets_off() -> None:
    scene = fleeing(Road([None], [(58, 38)], [(0, LIGHT, (30, 12, 0), (1,))]), 0)
    scene.car().structure, scene.car().pilot = 0, None
    scene.play(Activate(0))
    assert scene.piece(0).place is Place.PLAY
    assert not faults(scene.battle)


def test_who_flees_among_boarders_pays_for_each_of_them() -> None:
    """Rulings M65, M235: 3 enemies about him cost 3 points, and he has 2: he stays where he is."""
    scene = Road([None], [(50, 38), (52, 38), (54, 38)], [(0, LIGHT, (30, 12, 0), (1,))])
    car = scene.car()
    for number in (1, 2, 3):
        scene.piece(number).place = Place.ABOARD
        car.crew.append(scene.piece(number))
        scene.piece(0).foes.append(scene.piece(number))
        scene.piece(number).foes.append(scene.piece(0))
    fleeing(scene, 0)
    told = scene.play(Activate(0))
    assert scene.piece(0).place is Place.ABOARD
    assert [(e.data["cost"], e.data["stuck"]) for e in told if e.kind is Kind.HID] == [(3, True)]


# --- boosts, wrecks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paces", "legal"), [(0.0, False), (0.9, False), (1.0, True)])
def test_a_boost_lengthens_the_move_by_a_pace_at_least(paces: float, legal: bool) -> None:
    """Musg, Utilisation du booster; ruling M358."""
    scene = Road([None], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.play(Activate(0), drive(1.0))
    assert scene.battle.can(boost(paces)) is legal
    if not legal:
        assert scene.refused(boost(paces)) == "boost_too_short"
        assert not scene.events(Kind.BOOSTER)


def test_one_jumps_from_a_wreck_without_a_test() -> None:
    """Ruling M364: it does not move. No die is thrown: the scene has none for it."""
    cars = [(0, LIGHT, (30.0, 10.0, 0), (1,)), (0, LIGHT, (34.0, 10.0, 0), (2,))]
    scene = Road([None, None], [(58, 38)], cars)  # type: ignore[arg-type]
    scene.car(0).structure, scene.car(0).pilot = 0, None
    told = scene.play(Activate(0), Custom("vehicles.jump", None, 1))
    assert scene.piece(0) in scene.car(1).crew
    assert [(e.data["passed"], e.data["how"]) for e in told if e.kind is Kind.JUMPED] == [(True, "still")]
    assert not faults_of_events(scene.battle, scene.battle.events)


# --- civilians --------------------------------------------------------------------------------------------------------


def met(mine: list[Given], crew: tuple[int, ...], theirs: Given = (58, 38)) -> Road:
    """The first warband meets Ashlee in turn 1, and nobody is met after that."""
    dice = {"encounter": [1] + [6] * 9, "encounter_table": [1, 6], "civilian": [1]}
    modules = ("vehicles", "zombies")
    return Road(mine, [theirs], [(0, LIGHT, (30, 10, 0), crew)], modules=modules, dice=dice)


def civilian(scene: Road) -> Piece:
    return next(piece for piece in scene.battle.pieces if piece.bystander)


def riding(scene: Road) -> Piece:
    """In turn 2 the civilian stands against the vehicle and gets on."""
    one = civilian(scene)
    scene.skip_turn()
    scene.battle.put(one, (31.504, 10, 0, 0.5))
    scene.play(Activate(one.uid), ON, End())
    return one


def test_a_civilian_gets_on_where_somebody_of_its_warband_sits_and_never_drives() -> None:
    """Ruling M361; M348 names who drives."""
    scene = met([None, (5, 5)], (1,))
    one = riding(scene)
    assert scene.car().crew == [scene.piece(0), one]
    assert scene.car().pilot is scene.piece(0)
    assert not one.foes
    assert not faults(scene.battle)
    scene.car().pilot = None
    scene.skip_turn()
    scene.play(Activate(one.uid))
    assert scene.refused(Custom("vehicles.wheel")) == "bystander"


def test_a_civilian_gets_on_an_empty_vehicle_beside_whoever_leads_it_only() -> None:
    scene = met([(5, 5)], ())
    one = civilian(scene)
    scene.skip_turn()
    scene.battle.put(one, (31.504, 10, 0, 0.5))
    scene.play(Activate(one.uid))
    assert scene.refused(ON) == "not_led"
    scene.battle.put(scene.piece(0), (32.506, 10, 0, 0.5))
    scene.play(ON)
    assert scene.car().crew == [one]
    assert scene.car().pilot is None


def test_a_civilian_driven_off_the_table_is_saved() -> None:
    """Ruling M205: 5 points off the table alive; M344: a vehicle leaves with those aboard."""
    scene = met([None, (5, 5)], (1,))
    one = riding(scene)
    scene.play(Activate(0), drive(10.0), drive(10.0))
    scene.skip_turn()
    scene.play(Activate(0), drive(10.0))
    assert one.place is Place.LEFT
    assert [(e.figure, e.data["points"]) for e in scene.events(Kind.SAVED)] == [(one.uid, 5)]
    assert scene.battle.warbands[0].points == 5


def test_a_civilian_aboard_whom_its_own_warband_shoots_at_gets_off_and_waits() -> None:
    """Ruling M332: it leaves that warband at once and stands until another takes it; rulings M229, M350: a shot aboard.

    A cover die of 6 passes the hull, a 1 misses the civilian: it was shot at all the same.
    """
    scene = met([None, fig(HENCHMAN, (34, 10), "pistol")], (1,))
    one = riding(scene)
    module = next(one for one in scene.battle.modules if isinstance(one, Civilians))
    module.shot_at(scene.battle, one, scene.piece(1))
    scene.play(Activate(1), End())
    assert one.side == module.side
    scene.play(Activate(0), drive(1.0))
    assert one.place is Place.PLAY
    assert scene.car().crew == [scene.piece(0)]
    assert not faults(scene.battle)


def test_a_civilian_aboard_fights_no_warband_that_did_not_shoot_at_it() -> None:
    """Ruling M332: neither those on foot nor a vehicle; Ashlee has a pistol, and the enemy stands 5 paces off."""
    scene = met([None, (5, 5)], (1,), theirs=(37, 10))
    one = riding(scene)
    scene.skip_turn()
    scene.play(Activate(one.uid))
    assert not [a for a in scene.battle.actions() if isinstance(a, Custom) and a.code == "vehicles.fire"]
    one.provoked = frozenset({2})
    scene.battle.moved()
    assert [a.figure for a in scene.battle.actions() if isinstance(a, Custom) and a.code == "vehicles.fire"] == [2]
