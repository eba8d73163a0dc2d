"""Moves under way: enemies spring into view where they come into view (Musg, Apercevoir l'ennemi; rulings M7, M141).

Two walls leave a gap of 2 paces, x 20 to 22, y 18 to 20. Whoever stands at (21, 10) looks through it at those who pass
along y = 26: the line to a point ``d`` paces aside of x = 21 is ``d * 10 / 16`` aside where the walls end (y = 20), and
passes when that is less than 1, that is when ``d`` < 1.6. A figure is looked at along lines up to 0.4 from its middle.
From (16.3, 26) it is looked at every half pace: 2.2 aside nothing of it shows (1.8 * 10 / 16 > 1), 1.7 aside it
does (1.3 * 10 / 16 < 1), more than half of it still hidden. So it is come upon at (19.3, 26), after 3 paces.
"""

from __future__ import annotations

from typing import Any

import pytest

from engines.musg.battle import underway
from engines.musg.battle.actions import BreakOff, Charge, Decline, Run, Shoot, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.state import Place
from engines.musg.ground import sight
from engines.musg.ground.layout import Form, Piece as Terrain, Veil
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import distance
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only


def wall(x: float, y: float, width: float, depth: float) -> Terrain:
    return Terrain(kind="wall", shape=Rectangle(x, y, width, depth), form=Form.WALL, height=5.0, veil=Veil.SOLID)


GAP = layout(wall(0, 18, 20, 2), wall(22, 18, 38, 2))
START, CAUGHT, END = (16.3, 26), (19.3, 26), (25.2, 26)
WATCH = (21, 10)
MOVES = {Kind.WALKED, Kind.RAN, Kind.SET_OUT, Kind.WENT_ON, Kind.CHARGED, Kind.CHARGE_FAILED, Kind.GAVE_GROUND}


def gap(
    ours: Any, *theirs: Any, friends: tuple[Any, ...] = (), dice: dict[str, list[int]] | None = None, **rules: Any
) -> Scene:
    return Scene([ours, *friends], list(theirs), table=GAP, dice=dice, **{"first_sight": True, **rules})


def kinds(events: list[Event]) -> list[Kind]:
    return [event.kind for event in events if event.kind in MOVES | {Kind.FIRST_SIGHT, Kind.SHOT, Kind.UNDER_FIRE}]


def at(scene: Scene, number: int) -> tuple[float, float]:
    return scene.piece(number).base[:2]


# --- seen by others -------------------------------------------------------------------------------------------------


def test_who_crosses_a_gap_is_seen_in_it_and_goes_on() -> None:
    """Rulings M141, M7: tested where the leader comes into view; the passive action is the viewer's, so he runs on."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH, "rifle"), dice={"first_sight": [2, 2]})
    events = scene.activate(0, Run(*END))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.figure, decision.threat) == (Ask.FREE_SHOT, 1, 0)
    assert at(scene, 0) == CAUGHT
    ran = only(events, Kind.RAN)
    assert (ran.data["cost"], ran.data["end"][:2], ran.data["paces"]) == (2, [*CAUGHT], pytest.approx(3))  # type: ignore[index]
    went_on = only(scene.play(Decline()), Kind.WENT_ON)
    assert (went_on.data["cost"], went_on.data["paces"]) == (0, pytest.approx(5.9))
    assert went_on.data["way"] == [[*CAUGHT], [*END]]
    assert at(scene, 0) == END
    assert scene.piece(0).ap == 1


def test_the_free_shot_is_shot_at_him_where_he_stands() -> None:
    """Ruling M141; 16 paces less two radii; more than half of him is still behind the wall: one cover roll (M89)."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH, "rifle"), dice={"first_sight": [2, 2]})
    scene.activate(0, Run(*END))
    view = sight.look(scene.battle.table, scene.piece(1).base, scene.piece(0).base)
    assert view.visible
    assert len(view.covers) == 1
    scene.roll(cover=[6], to_hit=[1])
    events = scene.play(Shoot(0, 0))
    assert only(events, Kind.SHOT).data["distance"] == pytest.approx((1.7**2 + 16**2) ** 0.5 - 1, abs=0.01)
    assert at(scene, 0) == END


def test_a_free_shot_in_the_gap_may_be_the_end_of_him() -> None:
    """He falls where he was shot, and goes nowhere any more."""
    scene = gap(
        fig(LEADER, START),
        fig(HENCHMAN, WATCH, "rifle"),
        friends=(fig(HENCHMAN, (5, 35)),),
        dice={"first_sight": [2, 2]},
    )
    scene.piece(0).hp = 1
    scene.activate(0, Run(*END))
    scene.roll(cover=[6], to_hit=[6], wound=[6])
    events = scene.play(Shoot(0, 0))
    only(events, Kind.OUT)
    assert kinds(events) == [Kind.SHOT]
    assert scene.piece(0).place is Place.OUT
    assert at(scene, 0) == CAUGHT


def shot_at(*dice: int, items: tuple[str, ...] = (), injuries: tuple[str, ...] = ()) -> tuple[Scene, list[Event]]:
    """A friend stands where he would first show: he is come upon at (20.3, 26), in the open, and missed.

    A shed from (21.5, 24) to (23.5, 25) has its back within 3 paces: in cover there, if he is seen at all.
    """
    scene = Scene(
        [fig(LEADER, START, *items, injuries=injuries), fig(HENCHMAN, CAUGHT, "rifle")],
        [fig(HENCHMAN, WATCH, "rifle")],
        table=layout(wall(0, 18, 20, 2), wall(22, 18, 38, 2), wall(21.5, 24, 2, 1)),
        dice={"first_sight": [2, 2], "to_hit": [1], "under_fire": list(dice), "paces": [6]},
        first_sight=True,
        under_fire=True,
    )
    scene.piece(1).routed = True  # lends no courage (ruling M146): leadership 11
    scene.activate(0, Run(*END))
    return scene, scene.play(Shoot(0, 0))


def test_who_flees_from_the_shot_to_cover_has_finished_the_move() -> None:
    """Musg, Subir un tir: 3 paces to cover at most, from where he was shot at; ruling M7: his run is over and paid."""
    scene, events = shot_at(6, 6)
    assert kinds(events) == [Kind.SHOT, Kind.UNDER_FIRE, Kind.GAVE_GROUND]
    assert scene.last(Kind.GAVE_GROUND).data["start"][:2] == [20.3, 26]  # type: ignore[index]
    view = sight.look(scene.battle.table, scene.piece(2).base, scene.piece(0).base)
    assert not view.visible or view.covers
    assert distance(scene.piece(0).base, (20.3, 26, 0, 0.5)) <= 2.01
    assert scene.piece(0).ap == 1


def test_who_stands_fast_under_fire_goes_on() -> None:
    """Ruling M300: a passed test interrupts the run only while it is resolved; 2 of his 3 points are spent."""
    scene, events = shot_at(1, 1)
    assert kinds(events) == [Kind.SHOT, Kind.UNDER_FIRE, Kind.WENT_ON]
    assert at(scene, 0) == END
    assert scene.piece(0).ap == 1


@pytest.mark.parametrize("calm", [{"items": ("rifle",)}, {"injuries": ("hardened",)}])
def test_who_takes_no_test_under_fire_goes_on(calm: dict[str, tuple[str, ...]]) -> None:
    """Rulings M143, M155: with as strong a weapon, or hardened, there is no passive action of his own."""
    scene, events = shot_at(**calm)
    assert kinds(events)[-1] is Kind.WENT_ON
    assert at(scene, 0) == END


def test_two_who_see_him_at_once_are_tested_in_order() -> None:
    """By number; both see him first 1.7 aside: from (21, 8) lines pass when less than 1.5 aside."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), fig(HENCHMAN, (21, 8)), dice={"first_sight": [2, 2, 2, 2]})
    events = scene.activate(0, Run(*END))
    assert [event.figure for event in events if event.kind is Kind.FIRST_SIGHT] == [1, 2]
    assert kinds(events) == [Kind.RAN, Kind.FIRST_SIGHT, Kind.FIRST_SIGHT, Kind.WENT_ON]


def test_who_was_shot_dead_is_seen_by_nobody_else() -> None:
    scene = gap(
        fig(LEADER, START),
        fig(HENCHMAN, WATCH, "rifle"),
        fig(HENCHMAN, (21, 8)),
        friends=(fig(HENCHMAN, (5, 35)),),
        dice={"first_sight": [2, 2]},
    )
    scene.piece(0).hp = 1
    scene.activate(0, Run(*END))
    scene.roll(cover=[6], to_hit=[6], wound=[6])
    assert Kind.FIRST_SIGHT not in kinds(scene.play(Shoot(0, 0)))


def test_a_viewer_who_loses_heart_goes_out_of_sight_and_the_mover_on() -> None:
    """Musg, Apercevoir l'ennemi: 1d3 paces from where he saw him; out of sight of him there."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), dice={"first_sight": [6, 6], "paces": [6]})
    events = scene.activate(0, Run(*END))
    assert kinds(events) == [Kind.RAN, Kind.FIRST_SIGHT, Kind.GAVE_GROUND, Kind.WENT_ON]
    assert not sight.sees(scene.battle.table, (*CAUGHT, 0.0, 0.5), scene.piece(1).base)
    assert at(scene, 0) == END


def test_the_switch_lets_everybody_pass() -> None:
    """Ruling M148."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH, "rifle"), first_sight=False)
    assert kinds(scene.activate(0, Run(*END))) == [Kind.RAN]


def test_a_pair_that_knows_each_other_is_no_surprise() -> None:
    """Ruling M141: once a battle for each pair, on the way back as well."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), dice={"first_sight": [2, 2]})
    scene.activate(0, Run(*END))
    scene.skip_turn()
    assert kinds(scene.activate(0, Run(*START))) == [Kind.RAN]


def test_equals_and_lessers_pass_without_a_test() -> None:
    """Musg, Apercevoir l'ennemi: one of a better level only."""
    scene = gap(fig(HENCHMAN, START), fig(HENCHMAN, WATCH, "rifle"))
    assert kinds(scene.activate(0, Walk(22.2, 26))) == [Kind.WALKED]


def test_nobody_sees_a_hidden_mover() -> None:
    """Ruling M280."""
    scene = gap(hired("human_commando", START), fig(HENCHMAN, WATCH, "rifle"))
    piece = scene.piece(0)
    route = Route((*END, 0.0, 0.5), (START, END), 8.9, True)
    assert piece.hidden
    assert underway.first_view(scene.battle, piece, route, piece.mover()) is None
    piece.hidden = False
    assert underway.first_view(scene.battle, piece, route, piece.mover()) is not None


def test_he_is_come_upon_only_where_he_could_stand() -> None:
    """A friend stands where he first shows: he passes through him and is come upon beside him, 1 pace farther on."""
    scene = gap(
        fig(LEADER, START),
        fig(HENCHMAN, WATCH),
        friends=(fig(HENCHMAN, CAUGHT),),
        dice={"first_sight": [2, 2]},
    )
    events = scene.activate(0, Run(*END))
    assert only(events, Kind.RAN).data["end"][:2] == [20.3, 26]  # type: ignore[index]


def test_a_viewer_in_flight_takes_no_test_but_has_seen_him() -> None:
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH, "rifle"))
    scene.piece(1).routed = True
    assert kinds(scene.activate(0, Run(*END))) == [Kind.RAN]
    assert scene.piece(1).unseen == set()


# --- the mover's own eyes -------------------------------------------------------------------------------------------


def test_the_mover_who_keeps_his_nerve_walks_on() -> None:
    """Ruling M300: he is stopped where he sees the leader, tested, and goes on; one point for the whole walk."""
    scene = gap(fig(HENCHMAN, START), fig(LEADER, WATCH), dice={"first_sight": [2, 2]})
    events = scene.activate(0, Walk(22.2, 26))
    assert kinds(events) == [Kind.WALKED, Kind.FIRST_SIGHT, Kind.WENT_ON]
    assert only(events, Kind.WALKED).data["end"][:2] == [*CAUGHT]  # type: ignore[index]
    assert (at(scene, 0), scene.piece(0).ap) == ((22.2, 26), 1)


def test_the_mover_without_nerve_gives_ground_from_there() -> None:
    """1d3 paces out of sight, from where he saw the leader; the points of the run are spent."""
    scene = gap(fig(HENCHMAN, START), fig(LEADER, WATCH), dice={"first_sight": [6, 6], "paces": [6]})
    events = scene.activate(0, Run(*END))
    assert kinds(events) == [Kind.RAN, Kind.FIRST_SIGHT, Kind.GAVE_GROUND]
    assert not scene.battle.sees(scene.piece(0), scene.piece(1))
    assert scene.piece(0).ap == 0


def test_the_mover_shoots_for_nothing_from_there() -> None:
    """Ruling M141: 0 points; his run took both he had."""
    scene = gap(fig(HENCHMAN, START, "rifle"), fig(LEADER, WATCH), dice={"first_sight": [2, 2]})
    scene.activate(0, Run(*END))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.figure) == (Ask.FREE_SHOT, 0)
    assert at(scene, 0) == CAUGHT
    scene.play(Decline())
    assert at(scene, 0) == END  # ruling M300


def test_a_hardened_mover_takes_no_test_and_goes_on() -> None:
    """Ruling M155: no test, no passive action."""
    scene = gap(fig(HENCHMAN, START, injuries=("hardened",)), fig(LEADER, WATCH))
    assert kinds(scene.activate(0, Run(*END))) == [Kind.RAN, Kind.FIRST_SIGHT, Kind.WENT_ON]


def test_the_movers_own_test_comes_first() -> None:
    """A lieutenant between a leader, whom he sees, and a henchman, who sees him: his own, then the other's."""
    scene = gap(fig(LIEUTENANT, START), fig(HENCHMAN, (21, 8)), fig(LEADER, WATCH), dice={"first_sight": [2, 2, 2, 2]})
    events = scene.activate(0, Run(*END))
    assert [event.figure for event in events if event.kind is Kind.FIRST_SIGHT] == [0, 1]
    assert only(events, Kind.RAN).data["end"][:2] == [*CAUGHT]  # type: ignore[index]
    assert at(scene, 0) == END  # ruling M300


# --- charges, flights, breaking off, bodies -------------------------------------------------------------------------

PREY = (24.8, 26)


def test_a_charge_seen_on_its_way_still_makes_contact() -> None:
    """The viewer's action is not the charger's: 1 point, +1 strength (Musg, Charger), 7.5 paces in all."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), fig(HENCHMAN, PREY), dice={"first_sight": [2, 2]})
    events = scene.activate(0, Charge((2,)))
    assert kinds(events) == [Kind.SET_OUT, Kind.FIRST_SIGHT, Kind.CHARGED]
    assert only(events, Kind.SET_OUT).data["end"][:2] == [*CAUGHT]  # type: ignore[index]
    charged = only(events, Kind.CHARGED)
    assert (charged.data["cost"], charged.data["paces"]) == (1, pytest.approx(7.5, abs=0.01))
    assert charged.data["start"][:2] == [*CAUGHT]  # type: ignore[index]
    assert scene.piece(0).foes == [scene.piece(2)]
    assert (scene.piece(0).charged, scene.piece(0).ap) == (True, 2)


def test_a_charger_who_keeps_his_nerve_on_the_way_makes_contact() -> None:
    """Ruling M300: the passed test stops no charge; contact for 1 point and +1 strength (Musg, Charger)."""
    scene = gap(fig(HENCHMAN, START), fig(LEADER, WATCH), fig(HENCHMAN, PREY), dice={"first_sight": [2, 2]})
    events = scene.activate(0, Charge((2,)))
    assert kinds(events) == [Kind.SET_OUT, Kind.FIRST_SIGHT, Kind.CHARGED]
    charged = only(events, Kind.CHARGED)
    assert (charged.data["cost"], charged.data["paces"]) == (1, pytest.approx(7.5, abs=0.01))
    assert (scene.piece(0).foes, scene.piece(0).charged, scene.piece(0).ap) == ([scene.piece(2)], True, 1)


def test_a_charger_who_fails_on_the_way_has_not_reached() -> None:
    """Rulings M7, M300: the failed test ends the move; without contact a run for 2 points (Musg, Charger; M57)."""
    dice = {"first_sight": [6, 6], "paces": [6]}
    scene = gap(fig(HENCHMAN, START), fig(LEADER, WATCH), fig(HENCHMAN, PREY), dice=dice)
    events = scene.activate(0, Charge((2,)))
    assert kinds(events) == [Kind.SET_OUT, Kind.FIRST_SIGHT, Kind.GAVE_GROUND, Kind.CHARGE_FAILED]
    failed = only(events, Kind.CHARGE_FAILED)
    assert (failed.data["cost"], failed.data["paces"]) == (2, pytest.approx(3))
    assert (scene.piece(0).ap, scene.piece(0).foes, scene.piece(0).charged) == (0, [], False)


def test_with_one_point_left_an_ended_charge_costs_that() -> None:
    """Musg, Charger: 2 points, or what there is."""
    dice = {"first_sight": [6, 6], "paces": [6]}
    scene = gap(fig(HENCHMAN, START), fig(LEADER, WATCH), fig(HENCHMAN, PREY), dice=dice)
    scene.activate(0)
    scene.piece(0).ap = 1
    assert only(scene.play(Charge((2,))), Kind.CHARGE_FAILED).data["cost"] == 1


def test_a_charger_shot_dead_on_the_way_charges_nobody() -> None:
    scene = gap(
        fig(LEADER, START),
        fig(HENCHMAN, WATCH, "rifle"),
        fig(HENCHMAN, PREY),
        friends=(fig(HENCHMAN, (5, 35)),),
        dice={"first_sight": [2, 2], "cover": [6], "to_hit": [6], "wound": [6]},
    )
    scene.piece(0).hp = 1
    scene.activate(0, Charge((3,)))
    assert kinds(scene.play(Shoot(0, 0))) == [Kind.SHOT]
    assert scene.piece(3).foes == []


def test_a_charge_that_falls_short_is_seen_on_its_way_too() -> None:
    """17 paces off: 13.5 are run (ruling M57), and the gap lies on the way."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), fig(HENCHMAN, (34.3, 26)), dice={"first_sight": [2, 2]})
    events = scene.activate(0, Charge((2,)))
    assert kinds(events) == [Kind.SET_OUT, Kind.FIRST_SIGHT, Kind.CHARGE_FAILED]
    failed = only(events, Kind.CHARGE_FAILED)
    assert (failed.data["cost"], failed.data["paces"]) == (2, pytest.approx(13.5, abs=0.05))
    assert at(scene, 0) == pytest.approx((29.8, 26), abs=0.05)


def test_flight_is_seen_and_goes_on() -> None:
    """Musg, Fuir: from (12, 20) to the edge x = 0; the gap is x 6 to 8 and y 24 to 26, the viewer at (7, 34)."""
    scene = Scene(
        [fig(LEADER, (12, 20)), fig(HENCHMAN, (30, 5))],
        [fig(HENCHMAN, (7, 34), "rifle")],
        table=layout(wall(0, 24, 6, 2), wall(8, 24, 52, 2)),
        dice={"first_sight": [2, 2]},
        first_sight=True,
    )
    scene.piece(0).routed = True
    events = scene.activate(0)
    assert only(events, Kind.HID).data["cost"] == 2
    assert scene.battle.decision and scene.battle.decision.ask is Ask.FREE_SHOT
    assert at(scene, 0) == (8.5, 20)  # 1.5 aside, looked at from 14 away: 1.1 * 10 / 14 < 1, but 1.6 * 10 / 14 > 1
    events = scene.play(Decline())
    only(events, Kind.WENT_ON)
    assert only(events, Kind.LEFT_TABLE).data["fled"] is True


def test_breaking_off_is_seen_on_its_way() -> None:
    """Three paces from close combat past the gap's edge (ruling M68); nobody is come upon while still in contact."""
    scene = gap(fig(LEADER, (18.1, 26)), fig(HENCHMAN, WATCH), fig(HENCHMAN, (17, 26)), dice={"first_sight": [2, 2]})
    scene.touch(0, 2)
    scene.piece(1).unseen = {0}
    events = scene.activate(0, BreakOff(21, 26))
    assert only(events, Kind.BROKE_OFF).data["cost"] == 1
    assert only(events, Kind.WENT_ON).data["end"][:2] == [21, 26]  # type: ignore[index]


def test_the_body_lies_where_its_bearer_was_stopped() -> None:
    """Ruling M37; the bearer falls in the gap, and the body with him."""
    scene = gap(
        fig(LEADER, START),
        fig(HENCHMAN, WATCH, "rifle"),
        friends=(fig(HENCHMAN, (15.2, 26)), fig(HENCHMAN, (5, 35))),
        dice={"first_sight": [2, 2], "cover": [6], "to_hit": [6], "wound": [6]},
    )
    scene.touch(0, 1)
    body = scene.piece(1)
    body.hp = 0
    scene.battle.remove(body, Place.OUT)
    body.down = True
    scene.piece(0).hp = 1
    scene.activate(0, Walk(22.1, 26, carrying=1))
    assert scene.battle.decision and scene.battle.decision.ask is Ask.FREE_SHOT
    here = at(scene, 0)
    scene.play(Shoot(0, 0))
    assert at(scene, 1) == here == at(scene, 0)


def test_the_body_goes_on_with_its_bearer() -> None:
    scene = gap(
        fig(LEADER, START), fig(HENCHMAN, WATCH), friends=(fig(HENCHMAN, (15.2, 26)),), dice={"first_sight": [2, 2]}
    )
    scene.touch(0, 1)
    body = scene.piece(1)
    body.hp = 0
    scene.battle.remove(body, Place.OUT)
    events = scene.activate(0, Walk(22.1, 26, carrying=1))
    assert only(events, Kind.CARRIED).target == only(events, Kind.WENT_ON).target == 1
    assert at(scene, 1) == at(scene, 0) == (22.1, 26)


def test_a_way_that_somebody_stepped_into_is_gone_as_far_as_it_is_open() -> None:
    """A friend on the end: no room there; the last half pace before him where the mover may stand."""
    scene = gap(fig(LEADER, START), fig(HENCHMAN, WATCH), friends=(fig(HENCHMAN, END),))
    piece = scene.piece(0)
    route = Route((*END, 0.0, 0.5), (START, END), 8.9, True)
    tale = underway.Tale(Kind.RAN, "Musg, Courir", cost=2)
    assert not underway.is_open(scene.battle, piece, route, tale)
    rest = underway.shortened(scene.battle, piece, route, piece.mover())
    assert rest is not None
    assert rest.end[:2] == pytest.approx((23.8, 26))  # 1.4 off; at 24.3 the bases would overlap
    scene.battle.put(scene.piece(1), (40.0, 26.0, 0.0, 0.5))
    assert underway.is_open(scene.battle, piece, route, tale)
