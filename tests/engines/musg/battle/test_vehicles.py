"""Vehicles in a battle, ruling by ruling (Musg, Do you need a ride?); all places and needs are worked out by hand.

The table of vehicles: light 3 points of structure, speed 10, booster 6, armour 4 2 3 3 (front, rear, right, left);
medium 6, 8, 5, armour 7 5 6 6. Strength less toughness: -1 to 1 wounds on a 4, 2 and 3 on a
3, -2 and -3 on a 5, more on a 2, less on a 6 (Musg, Tableau des dommages).
A generic henchman has leadership 6, 3 hit points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg.battle import damage
from engines.musg.battle.actions import Activate, Custom, Deploy, End, Shoot, Strike, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.objectives import Edge, Escape, Survive
from engines.musg.battle.opening import prepared
from engines.musg.battle.setup import Ride, Setup, Side
from engines.musg.battle.state import Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground.layout import Form, Ground, Piece as Terrain, Veil
from engines.musg.ground.oblong import Oblong
from engines.musg.ground.shapes import Rectangle
from engines.musg.vehicle import Design, Mount
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, OPEN, Script, fig, layout
from tests.engines.musg.battle.road import LIGHT, MEDIUM, Road, alone, boost, drive

# --- setting up -----------------------------------------------------------------------------------------------------


def test_the_first_of_the_crew_is_the_pilot_and_all_begin_aboard() -> None:
    scene = alone()
    assert scene.car().pilot is scene.piece(0)
    assert [one.uid for one in scene.car().crew] == [0, 1]
    assert scene.piece(1).place is Place.ABOARD
    view = scene.battle.view()
    assert list(view.vehicles[0].at) == [30, 10, 0]
    assert view.vehicles[0].crew == (0, 1)


def problems_of(ride: Ride, modules: tuple[str, ...] = ("vehicles",)) -> list[str]:
    figures = tuple(replace(fig(LEADER if n == 1 else HENCHMAN)[0], id=n, name=str(n)) for n in range(1, 6))
    sides = tuple(
        Side(key=key, name=key, race="generic", figures=figures, zone=0, rides=(ride,) if key == "a" else ())
        for key in "ab"
    )
    with pytest.raises(Illegal) as refusal:
        prepared(Setup(sides=sides, table=OPEN, modules=modules))
    return [problem.code for problem in refusal.value.problems]


def test_a_light_vehicle_takes_two_besides_the_pilot() -> None:
    """Rulings M234, M348."""
    assert problems_of(Ride(number=1, name="x", design=LIGHT, crew=(1, 2, 3, 4))) == ["crew_too_many"]
    assert problems_of(Ride(number=1, name="x", design=LIGHT, crew=(1, 9))) == ["crew_unknown"]
    assert problems_of(Ride(number=1, name="x", design=Design(type="tank"))) == ["no_such_vehicle"]


def test_a_vehicle_is_deployed_in_the_zone_where_nothing_stands() -> None:
    wall = Terrain(kind="wall", shape=Rectangle(20.0, 20.0, 4.0, 1.0), form=Form.WALL, height=2.0)
    scene = alone(table=layout(wall), spot=(5, 5, 90))
    setup = scene.setup
    battle = Battle.new(setup, Script({}))
    while battle.decision and battle.decision.ask is Ask.DEPLOY:
        battle.play(Deploy(battle.decision.options[0], 58, 38))
    for x, y in ((0.5, 5.0), (22.0, 20.0)):
        assert not battle.can(Custom("vehicles.place", None, 0, x, y, (0.0,)))
    assert battle.can(Custom("vehicles.place", None, 0, 22.0, 23.1, (0.0,))), "its rear at 21.1"
    assert not battle.can(Custom("vehicles.place", None, 0, 22.0, 22.9, (0.0,))), "its rear at 20.9"


# --- driving --------------------------------------------------------------------------------------------------------


def test_one_action_point_drives_up_to_the_speed_with_two_turns() -> None:
    """Musg, Déplacement d'un véhicule; the axis of a turn is the middle (Les virages); M349: three paces do."""
    scene = alone()
    scene.activate(0, drive(4.0, 45, 2.0, -45, 4.0))
    aside = 2 * 0.5**0.5
    assert scene.spot() == (pytest.approx(30 - aside, abs=0.002), pytest.approx(18 + aside, abs=0.002), 0)
    assert scene.piece(0).ap == 1
    assert scene.piece(1).base[:2] == scene.spot()[:2], "the passenger comes along"


@pytest.mark.parametrize(
    ("way", "code"),
    [
        ((10.5,), "out_of_reach"),
        ((5.0, 46, 5.0), "turn_too_sharp"),
        ((5.0, 22.5, 5.0), "turn_too_sharp"),
        ((0.5, 45, 5.0), "too_short_for_turn"),
        ((5.0, 45, 0.5), "too_short_for_turn"),
        ((2.0, 45, 2.0, 45, 2.0, 45, 2.0), "too_many_turns"),
        ((5.0, 45), "no_such_way"),
        ((-1.0,), "no_such_way"),
    ],
)
def test_what_no_drive_can_be(way: tuple[float, ...], code: str) -> None:
    """Speed 10; turns of at most 45 degrees, whole ones, at least a pace before and after (M236)."""
    scene = alone()
    scene.play(Activate(0))
    assert scene.refused(drive(*way)) == code


def test_only_the_pilot_drives() -> None:
    scene = alone()
    scene.play(Activate(1))
    assert scene.refused(drive(4.0)) == "not_the_pilot"
    assert scene.refused(Walk(30, 20)) == "aboard"
    assert scene.refused(Shoot(0, 2)) == "aboard"


def test_reverse_is_a_whole_move_of_half_the_speed_without_turns() -> None:
    """Ruling M344."""
    scene = alone()
    scene.play(Activate(0))
    assert scene.refused(Custom("vehicles.reverse", way=(5.5,))) == "out_of_reach"
    assert scene.refused(Custom("vehicles.reverse", way=(2.0, 45, 2.0))) == "too_many_turns"
    scene.play(Custom("vehicles.reverse", way=(5.0,)))
    assert scene.spot() == (30, 5, 0)
    assert scene.refused(boost(2.0)) == "no_drive_before"


def test_difficult_ground_costs_double() -> None:
    """Ruling M344: from 12 to 15 through the mud, 3 paces more: 7 paces cost 10."""
    mud = Terrain(kind="mud", shape=Rectangle(20.0, 12.0, 20.0, 3.0), ground=Ground.DIFFICULT)
    scene = alone(table=layout(mud))
    scene.play(Activate(0))
    assert scene.refused(drive(7.2)) == "out_of_reach"
    scene.play(drive(7.0))
    assert scene.spot() == (30, 17, 0)


def test_a_wall_stops_it_without_damage() -> None:
    """Ruling M344: the front, two paces ahead of the middle, stops at 16."""
    wall = Terrain(kind="wall", shape=Rectangle(20.0, 16.0, 20.0, 1.0), form=Form.WALL, height=2.0)
    scene = alone(table=layout(wall))
    scene.activate(0, drive(10.0))
    assert scene.spot() == (30, pytest.approx(14, abs=0.004), 0)
    assert scene.car().structure == 3
    assert scene.last(Kind.DROVE).data["stopped"] is True


def test_over_the_edge_it_leaves_with_those_aboard_who_survive() -> None:
    """Ruling M344, as M154."""
    scene = Road([None, None, (5, 5)], [(58, 38)], [(0, LIGHT, (30, 35, 0), (1, 2))])
    scene.activate(0, drive(10.0))
    assert scene.car().left
    assert [scene.piece(n).place for n in (0, 1, 2)] == [Place.LEFT, Place.LEFT, Place.PLAY]
    assert scene.battle.report().fled == ()
    assert scene.battle.report().broken is not None


def test_who_is_aboard_escapes_with_it_over_the_right_edge_only() -> None:
    """Two aboard bring 7 each over the south edge, which lies at 40, ahead of a vehicle at (30, 35)."""
    for edge, points in ((Edge.SOUTH, 14), (Edge.NORTH, 0)):
        scene = alone(spot=(30, 35, 0), objectives=(Escape(edges=(edge,), points=7),))
        scene.activate(0, drive(10.0))
        assert scene.car().left
        assert scene.battle.bands[0].scored == points


def test_nobody_escapes_in_a_vehicle_before_the_turn() -> None:
    """The way opens on turn 2: who drives off on turn 1 has left the table, and that is all (M344)."""
    scene = alone(spot=(30, 35, 0), objectives=(Escape(edges=(Edge.SOUTH,), points=7, from_turn=2),))
    scene.activate(0, drive(10.0))
    assert scene.piece(1).place is Place.LEFT
    assert scene.battle.bands[0].scored == 0


def test_who_is_alone_on_the_table_aboard_a_vehicle_has_escaped_like_who_stands_there() -> None:
    """Pilot and passenger bring 7 each when the enemy is gone: those aboard are in play (M53, M230) like anybody."""
    scene = alone(spot=(30, 10, 0), objectives=(Escape(edges=(Edge.SOUTH,), points=7),))
    scene.activate(0)
    enemy = scene.piece(2)
    enemy.hp = 0
    damage.put_out(scene.battle, enemy, None)
    scene.play(End())
    assert scene.battle.outcome
    assert scene.battle.outcome.points == (14, 0)


def test_an_escape_is_not_over_while_somebody_aboard_may_still_escape() -> None:
    """The enemy has nobody who may leave here; the two aboard still may, so a decisive escape is not done."""
    escape = Escape(edges=(Edge.SOUTH,), points=7, sides=(0,), decisive=True)
    scene = alone(spot=(30, 10, 0), objectives=(escape,))
    assert scene.battle.pursuit
    assert not escape.done(scene.battle, scene.battle.pursuit)


def test_who_is_aboard_in_the_end_is_safe() -> None:
    """Safe is who is in play and does not flee: here two aboard a vehicle that runs."""
    survive = Survive(points=10, sides=(0,), least=2)
    scene = alone(spot=(30, 10, 0), objectives=(survive,))
    assert scene.battle.pursuit
    survive.ended(scene.battle, scene.battle.pursuit, None)
    assert scene.battle.bands[0].scored == 10


def test_a_turn_at_the_edge_stops_there_and_leaves_no_table() -> None:
    """Ruling M344 speaks of driving over the edge: at x = 1.5 its corners reach the edge after a few degrees."""
    scene = alone(spot=(1.5, 10, 0))
    scene.activate(0, drive(1.0, 45, 5.0))
    assert not scene.car().left
    x, y, facing = scene.spot()
    assert (x, y) == (1.5, 11)
    assert 315 < facing < 360
    assert scene.last(Kind.DROVE).data["stopped"] is True


def test_it_hides_whoever_stands_behind_it() -> None:
    """Ruling M344: an obstacle for sight; once it has gone they see each other."""
    scene = Road([None, (25, 10)], [(35, 10)], [(0, LIGHT, (30, 10, 0), (1,))])
    assert not scene.battle.sees(scene.piece(1), scene.piece(2))
    scene.activate(0, drive(10.0))
    assert scene.battle.sees(scene.piece(1), scene.piece(2))


# --- the booster ----------------------------------------------------------------------------------------------------


def test_the_booster_costs_nothing_works_on_a_2_and_goes_once_a_turn() -> None:
    """Musg, Utilisation du booster; rulings M223, M225; it may follow a drive of 0 paces (M349)."""
    scene = alone(dice={"booster": [2]})
    scene.play(Activate(0))
    assert scene.refused(boost(3.0)) == "no_drive_before"
    scene.play(drive(0.0))
    assert scene.refused(boost(6.5)) == "out_of_reach"
    scene.play(boost(6.0))
    assert scene.spot() == (30, 16, 0)
    assert scene.piece(0).ap == 1
    scene.play(drive(1.0))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.ACTIVATE, "no second boost is offered"


def test_the_last_action_point_still_lets_the_booster_be_used() -> None:
    scene = alone(dice={"booster": [6]})
    scene.activate(0, drive(1.0), drive(1.0))
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.ACT
    assert set(scene.battle.actions()) <= {*scene.module.boosts(scene.battle, scene.piece(0)), End()}
    scene.play(boost(4.0))
    assert scene.spot() == (30, 16, 0)


def test_a_turn_under_boost_takes_a_test_of_leadership() -> None:
    """Musg, Virer avec le booster: 2d6 not above 6, one turn of at most 45 degrees; not motorbikes alone (M224)."""
    scene = alone(dice={"booster": [4], "boost_turn": [3, 3]})
    scene.activate(0, drive(1.0), boost(2.0, 45, 2.0))
    aside = 2 * 0.5**0.5
    assert scene.spot() == (pytest.approx(30 - aside, abs=0.002), pytest.approx(13 + aside, abs=0.002), 315)
    other = alone(dice={"booster": [4]})
    other.activate(0, drive(1.0))
    assert other.refused(boost(1.0, 45, 1.0, 45, 1.0)) == "too_many_turns"


def test_a_failed_turn_replaces_the_rest_by_a_mishap_that_ends_the_activation() -> None:
    """Rulings M226, M217 (5 and 6 again): table 4 advances by a die."""
    scene = alone(dice={"booster": [4], "boost_turn": [6, 1], "mishap": [6, 5, 4], "advance": [3]})
    scene.activate(0, drive(1.0), boost(2.0, 45, 4.0))
    assert scene.spot() == (30, 16, 0), "1, then 2 of the boost, then 3"
    assert scene.piece(0).ap == 0
    assert not scene.dice.unused()


def test_a_one_brings_a_mishap_and_the_vehicle_does_not_boost() -> None:
    """Table 1: it does not advance and faces at random; 1 and 6 again, 3 is to the right (rulings M227, M352)."""
    scene = alone(dice={"booster": [1], "mishap": [1], "facing": [1, 6, 3]})
    scene.activate(0, drive(1.0), boost(6.0))
    assert scene.spot() == (30, 11, 270)
    assert scene.battle.decision
    assert scene.battle.decision.ask is Ask.ACTIVATE


def test_table_2_advances_then_turns() -> None:
    """Ruling M352; 4 on the scatter die looks back."""
    scene = alone(dice={"booster": [1], "mishap": [2], "advance": [5], "facing": [4]})
    scene.activate(0, drive(1.0), boost(6.0))
    assert scene.spot() == (30, 16, 180)


@pytest.mark.parametrize(("face", "facing", "side"), [(3, 315, -1), (4, 45, 1)])
def test_table_3_swerves_then_advances(face: int, facing: int, side: int) -> None:
    """Right on 1 to 3, left on 4 to 6; who looks down the map has its left to the right of it."""
    scene = alone(dice={"booster": [1], "mishap": [3], "swerve": [face], "advance": [2]})
    scene.activate(0, drive(1.0), boost(6.0))
    aside = 2 * 0.5**0.5
    assert scene.spot() == (pytest.approx(30 + side * aside, abs=0.002), pytest.approx(11 + aside, abs=0.002), facing)


# --- collisions -----------------------------------------------------------------------------------------------------


def test_ramming_compares_the_front_with_the_side_touched() -> None:
    """Front 4 against the rear 2: two better, on a 3, one point; the rammer stops there (rulings M228, M232, M343)."""
    scene = Road([None], [None], [(0, LIGHT, (30, 10, 0), (1,)), (1, LIGHT, (30, 18, 0), (1,))], dice={"ram": [3]})
    scene.activate(0, drive(10.0))
    assert scene.spot() == (30, pytest.approx(14, abs=0.004), 0)
    assert scene.car(1).structure == 2
    assert scene.last(Kind.RAMMED).data["need"] == 3


def test_a_failed_ram_is_answered() -> None:
    """Front 4 against the front 7 of a medium one: 5; then 7 against 4: 3, and the rammer loses one (M231)."""
    scene = Road(
        [None],
        [None],
        [(0, LIGHT, (30, 10, 0), (1,)), (1, MEDIUM, (30, 18, 180), (1,))],
        dice={"ram": [4], "ram_back": [3]},
    )
    scene.activate(0, drive(10.0))
    told = scene.last(Kind.RAMMED).data
    assert (told["need"], told["back_need"], told["edge"]) == (5, 3, "front")
    assert (scene.car().structure, scene.car(1).structure) == (2, 6)


def test_spikes_add_a_point_of_strength_in_front_and_in_the_answer_of_their_side() -> None:
    """Rulings M221, M346: 4 + 1 against the left side 3; then the left side's 3 + 1 against 4."""
    spiked, hedgehog = replace(LIGHT, spikes=(VehicleSide.FRONT,)), replace(LIGHT, spikes=(VehicleSide.LEFT,))
    scene = Road(
        [None],
        [None],
        [(0, spiked, (30, 10, 0), (1,)), (1, hedgehog, (30, 18, 90), (1,))],
        dice={"ram": [1], "ram_back": [3]},
    )
    scene.activate(0, drive(10.0))
    told = scene.last(Kind.RAMMED).data
    assert (told["strength"], told["armour"], told["edge"]) == (5, 3, "left")
    # It looks to the right of the map, so that its left side is towards the one who comes from its top.
    assert (told["back_strength"], told["back_armour"], told["back_need"], told["back"]) == (4, 4, 4, False)


def test_a_boosted_ram_takes_two_points() -> None:
    """Ruling M231."""
    scene = Road(
        [None],
        [None],
        [(0, LIGHT, (30, 10, 0), (1,)), (1, LIGHT, (30, 20, 0), (1,))],
        dice={"ram": [6], "booster": [3]},
    )
    scene.activate(0, drive(4.0), boost(6.0))
    assert scene.car(1).structure == 1


def test_a_wreck_is_only_in_the_way() -> None:
    """Ruling M353: no roll."""
    scene = Road([None], [None], [(0, LIGHT, (30, 10, 0), (1,)), (1, LIGHT, (30, 18, 0), (1,))])
    scene.car(1).structure = 0
    scene.activate(0, drive(10.0))
    assert scene.spot() == (30, pytest.approx(14, abs=0.004), 0)
    assert scene.last(Kind.RAMMED).rolls == ()


def test_running_over_two_people_takes_a_die_each_and_goes_on() -> None:
    """Strength 4 against toughness 4 (no armour, generic): each needs a 4; it does not stop (rulings M232, M233)."""
    toughness = fig(HENCHMAN)[0].profile(CATALOGUE).toughness
    need = CATALOGUE.wound_roll(4, toughness)
    scene = Road([None], [(30, 15), (30.5, 17)], [(0, LIGHT, (30, 10, 0), (1,))], dice={"wound": [need, need - 1]})
    scene.activate(0, drive(10.0))
    assert scene.spot() == (30, 20, 0)
    assert [scene.piece(n).hp for n in (1, 2)] == [2, 3]


def test_a_boost_costs_those_run_over_two_hit_points_and_it_counts_for_the_pilot() -> None:
    """Rulings M231, M157."""
    scene = Road([None, (5, 5)], [(30, 16)], [(0, LIGHT, (30, 10, 0), (1,))], dice={"booster": [3], "wound": [6]})
    scene.piece(2).hp = 2
    scene.activate(0, drive(0.0), boost(6.0))
    assert scene.piece(2).place is Place.OUT
    assert scene.battle.bands[0].points == scene.piece(2).worth


def test_who_stands_where_it_ends_steps_aside() -> None:
    """Ruling M344."""
    scene = Road([None, (30, 18)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))], dice={"wound": [1]})
    scene.activate(0, drive(7.0))
    assert scene.last(Kind.STEPPED_ASIDE).figure == 1
    x, y, _, radius = scene.piece(1).base
    assert not scene.car().base.covers(x, y, radius)
    assert scene.battle.table.can_stand(x, y, radius)


# --- shooting and striking ------------------------------------------------------------------------------------------


def gunner(at: tuple[float, float] | None, weapon: str = "rifle") -> tuple[Any, Any]:
    return fig(HENCHMAN, at, weapon, "axe")


def fire_at(target: int, weapon: int = 0) -> Custom:
    return Custom("vehicles.fire_at", None, target, way=(float(weapon),))


def test_a_shot_at_a_vehicle_is_rolled_to_hit_then_against_the_side_in_view() -> None:
    """Rulings M228, M343: from the left its armour 3, from behind 2."""
    scene = Road([gunner((40, 10)), gunner((30, 2))], [None], [(1, LIGHT, (30, 10, 0), (1,))], dice={"to_hit": [6, 6]})
    strength = scene.piece(0).sheet.guns[0].strength
    scene.roll(wound=[CATALOGUE.wound_roll(strength, 3)])
    scene.activate(0, fire_at(0), End())
    assert scene.last(Kind.VEHICLE_HIT).data["edge"] == "left"
    assert scene.last(Kind.VEHICLE_HIT).data["distance"] == pytest.approx(8.5), "40 - 31, less half a pace"
    assert scene.car().structure == 2
    scene.roll(wound=[CATALOGUE.wound_roll(strength, 2) - 1])
    scene.activate(1, fire_at(0), End())
    assert scene.last(Kind.VEHICLE_HIT).data["edge"] == "rear"
    assert scene.car().structure == 2


def test_a_shot_at_an_occupant_that_does_not_pass_the_cover_hits_the_vehicle() -> None:
    """Ruling M229: at short range the cover passes on 3; what fails hits the side without a roll to hit."""
    scene = Road([gunner((40, 10))], [None], [(1, LIGHT, (30, 10, 0), (1,))], dice={"cover": [2], "wound": [6]})
    scene.activate(0, Custom("vehicles.pick", 1, way=(0.0,)))
    told = scene.last(Kind.VEHICLE_HIT).data
    assert (told["through"], told["hits"], told["lost"]) == (0, 0, 1)
    assert scene.piece(1).hp == 3
    scene.roll(cover=[5], to_hit=[6], wound=[6])
    scene.play(Custom("vehicles.pick", 1, way=(0.0,)))
    assert scene.piece(1).hp == 2
    assert scene.car().structure == 2


def test_templates_hit_a_vehicle_once_and_pick_nobody_out() -> None:
    """Ruling M350: those aboard are safe."""
    scene = Road(
        [gunner((30, 20), "grenade")], [None], [(1, LIGHT, (30, 10, 0), (1,))], dice={"scatter": [6], "wound": [6]}
    )
    scene.play(Activate(0))
    assert scene.refused(Custom("vehicles.pick", 1, way=(0.0,))) == "cannot_pick_out"
    scene.play(fire_at(0))
    assert scene.car().structure == 2
    assert scene.piece(1).hp == 3


def shotgun(at: tuple[float, float] | None = None) -> tuple[Any, Any]:
    return gunner(at, "pump_shotgun")


def test_a_flame_from_aboard_begins_at_the_edge_of_the_vehicle() -> None:
    """Musg, Passagers et abordage: they shoot from their engine. From x = 31 it reaches 8 paces, to 39 (M3, M80).

    Friend or foe under it is hit (M77); its own vehicle never is. Strength 4 against toughness 2 wounds on a 3.
    """
    scene = Road(
        [None, shotgun(), (35, 10)],
        [(38, 10), (39.4, 10), (30, 20), (38, 15)],
        [(0, LIGHT, (30, 10, 0), (1, 2))],
        dice={"wound": [3, 3, 2]},
    )
    scene.activate(1, Custom("vehicles.fire", 3, way=(0.0,)))
    assert scene.last(Kind.SHOT).data["distance"] == pytest.approx(6.5), "38 - 31, less half a pace"
    assert [scene.piece(number).hp for number in (2, 3, 4, 6)] == [2, 2, 3, 3]
    assert scene.last(Kind.BLAST).data["figures"] == [2, 3, 4], "39.4 less half a pace is within 39"
    assert scene.car().structure == 3
    assert scene.piece(0).hp == 3


def test_no_flame_from_aboard_reaches_farther_than_eight_paces() -> None:
    """Ruling M80: from the front, y = 12, to 20: a base at 20.6 begins at 20.1."""
    scene = Road([None, shotgun()], [(31, 20.6), (29.6, 20.4)], [(0, LIGHT, (30, 10, 0), (1, 2))], dice={"wound": [1]})
    scene.play(Activate(1))
    assert scene.refused(Custom("vehicles.fire", 2, way=(0.0,))) == "out_of_range"
    scene.play(Custom("vehicles.fire", 3, way=(0.0,)))
    assert scene.last(Kind.BLAST).data["figures"] == [3]


def test_a_flame_from_aboard_hits_another_vehicle_once_without_a_roll() -> None:
    """Ruling M350. The other stands across, its rear right corner (37, 15) nearest: 31, 12 to there is 6.7 paces.

    The shooter's middle lies in the quarter of its right side, which on the map is towards its top: armour 3, so a 4.
    """
    other = (1, LIGHT, (39, 16, 270), (1,))
    scene = Road([None, shotgun()], [None], [(0, LIGHT, (30, 10, 0), (1, 2)), other], dice={"wound": [4]})
    scene.activate(1, fire_at(1))
    told = scene.last(Kind.VEHICLE_HIT).data
    assert (told["how"], told["need"], told["lost"]) == ("template", 4, 1)
    assert [scene.car(number).structure for number in (0, 1)] == [3, 2]
    assert scene.piece(2).hp == 3, "those aboard are safe"


def test_an_embarked_flame_thrower_of_the_pilot_burns_what_is_ahead() -> None:
    """Rulings M292 (1 point), M351: fixed, the front quarter only."""
    armed = replace(LIGHT, weapons=(Mount("flamethrower"),))
    scene = Road([fig(HENCHMAN, None, "pistol")], [(30, 16), (34, 10)], [(0, armed, (30, 10, 0), (1,))])
    scene.play(Activate(0))
    assert scene.refused(Custom("vehicles.fire", 2, way=(100.0,))) == "not_in_front"
    scene.roll(wound=[6])
    scene.play(Custom("vehicles.fire", 1, way=(100.0,)))
    assert scene.piece(1).hp == 2
    assert scene.piece(0).ap == 1


def test_a_wall_keeps_a_flame_from_a_vehicle() -> None:
    """Ruling M80: where the shooter can see. The flame from (30, 20.5) would reach 28.5, the vehicle begins at 27.5."""
    wall = Terrain(kind="wall", shape=Rectangle(10.0, 25.0, 40.0, 0.5), form=Form.WALL, height=4.0, veil=Veil.SOLID)
    ride = (1, LIGHT, (30.0, 28.5, 90), (1,))
    scene = Road([shotgun((30, 20))], [None, (30, 23)], [ride], table=layout(wall), dice={"wound": [1]})
    scene.activate(0, Shoot(0, 2))
    assert not scene.events(Kind.VEHICLE_HIT)
    bare = Road([shotgun((30, 20))], [None, (30, 23)], [ride], dice={"wound": [1, 6]})
    bare.activate(0, Shoot(0, 2))
    assert bare.car().structure == 2


def test_a_wreck_frees_those_aboard_unharmed_and_is_silent() -> None:
    """Rulings M230, M351: they can only get off."""
    armed = replace(LIGHT, weapons=(Mount("machine_gun", True),))
    scene = Road([None, None], [(30, 20)], [(0, armed, (30, 10, 0), (1, 2))])
    scene.car().structure = 0
    scene.car().pilot = None
    scene.play(Activate(1))
    assert scene.refused(Custom("vehicles.fire", 2, way=(100.0,))) == "wrecked"
    assert scene.refused(Custom("vehicles.wheel")) == "wrecked"
    offered = {one.code for one in scene.battle.actions() if isinstance(one, Custom)}
    assert offered == {"vehicles.get_off"}


def test_a_wreck_scores_nothing_and_is_in_the_report() -> None:
    """Ruling M345."""
    scene = Road(
        [gunner((40, 10), "rifle")],
        [None, (5, 38)],
        [(1, LIGHT, (30, 10, 0), (1,))],
        dice={"to_hit": [6], "wound": [6]},
    )
    scene.car().structure = 1
    scene.activate(0, fire_at(0))
    assert scene.car().wreck
    assert scene.battle.bands[0].points == 0
    [broken] = scene.battle.report().broken or ()
    assert (broken.warband, broken.vehicle, broken.lost) == ("b", 1, 3)


def test_the_pilot_fires_what_is_fixed_to_the_front_and_others_what_turns() -> None:
    """Musg, Déplacement d'un véhicule; rulings M292 (1 point each), M351."""
    armed = replace(MEDIUM, weapons=(Mount("rifle"), Mount("machine_gun", True)))
    scene = Road([None, None], [(30, 25), (40, 10)], [(0, armed, (30, 10, 0), (1, 2))], dice={"to_hit": [1] * 20})
    scene.play(Activate(0))
    assert scene.refused(Custom("vehicles.fire", 3, way=(100.0,))) == "not_in_front"
    assert scene.refused(Custom("vehicles.fire", 2, way=(101.0,))) == "no_such_weapon"
    scene.play(Custom("vehicles.fire", 2, way=(100.0,)), End())
    assert scene.last(Kind.SHOT).data["distance"] == pytest.approx(12.0), "25 - 12.5 (its front), less half a pace"
    scene.to_side(0).play(Activate(1))
    assert scene.refused(Custom("vehicles.fire", 3, way=(100.0,))) == "no_such_weapon"
    scene.play(Custom("vehicles.fire", 3, way=(101.0,)))
    assert scene.piece(1).ap == 1


def test_striking_a_vehicle_in_contact() -> None:
    """Ruling M228: rolled as in close combat; an axe of a generic henchman against the left side."""
    scene = Road([fig(HENCHMAN, (31.504, 10), "axe")], [None], [(1, LIGHT, (30, 10, 0), (1,))])
    dice = scene.piece(0).sheet.strikes[0].dice
    scene.roll(to_hit=[6] * dice, wound=[6] * dice)
    scene.activate(0, Custom("vehicles.strike", None, 0))
    assert scene.last(Kind.VEHICLE_HIT).data["edge"] == "left"
    assert scene.car().structure == 3 - min(3, dice)


# --- crews ----------------------------------------------------------------------------------------------------------


def test_getting_on_and_off_takes_a_point_each_and_contact() -> None:
    """Rulings M235, M348."""
    scene = Road([None, (31.504, 10), (31.504, 12.0)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.activate(1, Custom("vehicles.get_on", None, 0))
    assert scene.piece(1).place is Place.ABOARD
    assert scene.piece(1).ap == 1
    scene.play(Custom("vehicles.get_off", x=28.496, y=10.0))
    assert scene.piece(1).place is Place.PLAY
    assert scene.piece(1).ap == 0
    other = Road([None, (34, 10)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))])
    other.play(Activate(1))
    assert other.refused(Custom("vehicles.get_on", None, 0)) == "not_in_contact"


def test_a_full_vehicle_takes_nobody() -> None:
    scene = Road([None, None, None, (31.504, 10)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1, 2, 3))])
    scene.play(Activate(3))
    assert scene.refused(Custom("vehicles.get_on", None, 0)) == "no_room_aboard"


def test_the_wheel_of_a_pilot_who_is_out_is_taken_for_a_point() -> None:
    """Ruling M348: till then it stands."""
    scene = Road([gunner((40, 10))], [None, None], [(1, LIGHT, (30, 10, 0), (1, 2))])
    scene.piece(1).hp = 1
    scene.roll(cover=[6], to_hit=[6], wound=[6])
    scene.activate(0, Custom("vehicles.pick", 1, way=(0.0,)), End())
    assert scene.car().pilot is None
    scene.to_side(1).play(Activate(2))
    assert scene.refused(drive(1.0)) == "not_the_pilot"
    scene.play(Custom("vehicles.wheel"), drive(1.0))
    assert scene.spot() == (30, 11, 0)


def two_cars(dice: Mapping[str, Sequence[int]], gap: float = 3.0) -> Road:
    return Road(
        [None, None],
        [None],
        [(0, LIGHT, (30, 10, 0), (1, 2)), (1, LIGHT, (32 + gap, 10, 0), (1,))],
        dice=dice,
    )


def test_a_jump_to_a_vehicle_three_paces_off() -> None:
    """Musg, Passagers et abordage: 2d6 not above 6; who comes aboard is engaged with all there (ruling M348)."""
    scene = two_cars({"jump": [3, 3]})
    scene.activate(1, Custom("vehicles.jump", None, 1))
    assert scene.car(1).crew == [scene.piece(2), scene.piece(1)]
    assert scene.piece(1).foes == [scene.piece(2)]
    scene.roll(to_hit=[6], wound=[6])
    scene.piece(2).hp = 1
    scene.play(Strike(2))
    assert scene.car(1).side == 0, "the last side aboard has it"
    assert scene.car(1).pilot is None


def test_no_jump_is_longer() -> None:
    scene = two_cars({}, gap=3.2)
    scene.play(Activate(1))
    assert scene.refused(Custom("vehicles.jump", None, 1)) == "out_of_reach"


def test_who_misses_a_jump_lies_beside_the_vehicle_he_left() -> None:
    """Musg, Passagers et abordage: a hit point; ruling M348: beside it."""
    scene = two_cars({"jump": [6, 1]})
    scene.activate(1, Custom("vehicles.jump", None, 1))
    assert scene.piece(1).hp == 2
    assert scene.piece(1).place is Place.PLAY
    x, y, _, radius = scene.piece(1).base
    assert scene.car().base.gap_to(x, y, radius) <= 0.01


def test_an_engaged_pilot_does_not_drive() -> None:
    """Ruling M348: boarders are engaged with all enemies aboard."""
    scene = two_cars({"jump": [1, 1]})
    scene.activate(1, Custom("vehicles.jump", None, 1), End())
    scene.to_side(1).play(Activate(2))
    assert scene.refused(drive(4.0)) == "engaged"


def test_base_of_the_book() -> None:
    assert CATALOGUE.vehicles.driving.jump_paces == 3
    assert Oblong(0, 0, 0, 2, 4).gap(Oblong(5, 0, 0, 2, 4)) == 3


def test_who_leans_over_the_edge_of_a_roof_where_it_ends_steps_back() -> None:
    """Ruling M344: a base reaching 0.3 over the edge is where the car's front (y = 18) comes to stand under it.

    The roof, 2 paces up, is higher than the car: nobody is run over, but nobody could walk away from there either.
    """
    roof = Terrain(kind="house", shape=Rectangle(25, 18, 10, 10), form=Form.LEVEL, height=2.0)
    scene = Road([None, (30, 18.2)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))], table=layout(roof))
    assert scene.piece(1).base[2] == 2.0
    scene.activate(0, drive(6.0))
    assert scene.spot() == (30, pytest.approx(16, abs=0.004), 0)
    assert scene.last(Kind.STEPPED_ASIDE).figure == 1
    x, y, z, radius = scene.piece(1).base
    assert z == 2.0
    assert scene.battle.table.can_stand(x, y, radius)


def test_who_stands_a_hair_from_the_corner_where_it_ends_steps_aside() -> None:
    """Ruling M344: half a base is 0.5, but round a right corner the table's outline of it reaches up to 0.541.

    The front right corner comes to (31, 18): from there it is 0.2 and 0.478, so 0.518 paces.
    """
    x, y = 31.2, 18.478
    scene = Road([None, (x, y)], [(58, 38)], [(0, LIGHT, (30, 10, 0), (1,))])
    scene.activate(0, drive(6.0))
    assert scene.last(Kind.DROVE).data["path"][-1] == [30, 16, 0]
    assert scene.last(Kind.STEPPED_ASIDE).figure == 1
    assert scene.battle.table.can_stand(*scene.piece(1).base[:2], 0.5)
