"""Objectives of scenarios: expectations worked out by hand from their own rules and the rulebook's victory points.

A leader is worth 10 victory points, a henchman 5 (Musg, Fin du tour). Who carries goes at the usual speed,
walking only (ruling M37).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.musg.battle import damage
from engines.musg.battle.actions import Charge, Custom, End, Run, Walk
from engines.musg.battle.events import Kind
from engines.musg.battle.objectives import AnyObjective, BringDown, CarryOff, Edge, Escape, Hold, Phrase, Survive
from engines.musg.battle.objectives.base import home_edges
from engines.musg.battle.opening import problems
from engines.musg.battle.outcome import Ending
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Layout, Zone
from engines.musg.ground.shapes import Circle, Polygon, Rectangle
from engines.musg.ground.table import table_of
from engines.musg.ranks import Rank
from engines.musg.trials.faults import faults, faults_of_events
from tests.engines.musg.battle.kit import LEADER, OPEN, Scene, fig, only

CHEST = Phrase("le coffre", "the chest")
TAKE, DROP = Custom("objectives.take", target=1), Custom("objectives.drop")
OFF, OTHER_OFF = Walk(18.5, 0.5, leave=True), Walk(17.495, 0.5, leave=True)
BANDS = Layout(
    width=60,
    depth=40,
    pieces=(),
    zones=(Zone(Rectangle(0, 0, 60, 20)), Zone(Rectangle(0, 20, 60, 20))),
)
"""Side 0 deploys along the north edge, side 1 along the south edge."""


def chest(**more: object) -> CarryOff:
    values: dict[str, object] = {"thing": CHEST, "at": ((20.0, 5.0),), "points": 20, **more}
    return CarryOff(**values)  # type: ignore[arg-type]


def scene(*objectives: AnyObjective, table: Layout = BANDS, turn_limit: int = 10) -> Scene:
    """Side 0: its leader at (18, 5) beside the chest, a henchman touching it; side 1 far away."""
    return Scene(
        [fig(LEADER, (18.5, 5)), fig(Rank.HENCHMAN, (17.495, 5))],
        [fig(LEADER, (50, 35)), fig(at=(52, 35))],
        table=table,
        turn_limit=turn_limit,
        objectives=objectives,
        spread=True,
    )


# Carry off


def test_a_thing_lies_marked_on_the_ground_and_is_picked_up_for_an_action_point() -> None:
    found = scene(chest())
    assert [(m.code, m.number, m.x, m.y) for m in found.battle.marks] == [("thing", 1, 20.0, 5.0)]
    before = found.activate(0, TAKE)
    took = only(before, Kind.TOOK)
    assert (took.figure, took.data["objective"], took.data["number"], took.data["cost"]) == (0, 0, 1, 1)
    assert found.battle.marks == []
    assert (found.piece(0).laden, found.piece(0).ap) == (True, found.piece(0).sheet.action_points - 1)
    view = found.battle.view()
    assert [one.laden for one in view.pieces] == [True, False, False, False]


def test_what_is_more_than_a_pace_from_the_base_cannot_be_taken() -> None:
    """(18.5, 5) with a base of half a pace: a chest at (20, 5) is exactly a pace off, at (20.1, 5) more."""
    assert scene(chest()).activate(0, TAKE)
    far = scene(chest(at=((20.1, 5.0),)))
    far.activate(0)
    assert far.refused(TAKE) == "thing_too_far"
    assert far.refused(Custom("objectives.take", target=2)) == "nothing_there"
    assert far.refused(DROP) == "carries_nothing"


def test_who_carries_walks_but_neither_runs_nor_charges() -> None:
    """As with a body (ruling M37), which is carried at a walk only."""
    found = scene(chest())
    found.battle.put(found.piece(2), (22.5, 5.0, 0.0, 0.5))
    found.activate(0, TAKE)
    assert found.refused(Run(18.5, 9)) == "laden"
    assert found.refused(Charge((2,))) == "laden"
    assert found.battle.charges(found.piece(0)) == []
    assert found.battle.towards(found.piece(0), 18.5, 30, run=True) is None
    found.play(Walk(18.5, 9))
    assert found.piece(0).base[:2] == (18.5, 9.0)


def test_a_thing_is_handed_over_in_contact_and_put_down_for_nothing() -> None:
    found = scene(chest())
    assert found.activate(0, TAKE)
    assert found.refused(Custom("objectives.hand", target=2)) == "nobody_to_hand_to"
    [handed] = [e for e in found.play(Custom("objectives.hand", target=1)) if e.kind is Kind.HANDED]
    assert (handed.figure, handed.target) == (0, 1)
    found.play(End())
    found.to_side(0)
    found.activate(1)
    points = found.piece(1).ap
    put = only(found.play(DROP), Kind.PUT_DOWN)
    assert put.data["spot"] == [17.495, 5.0]
    assert found.piece(1).ap == points
    assert [(m.x, m.y) for m in found.battle.marks] == [(17.495, 5.0)]


def test_who_brings_it_home_has_its_points_and_has_left_the_table() -> None:
    """20 points, once, over one's own edge: that which the zone touches most, here the north."""
    found = scene(chest())
    found.activate(0, TAKE)
    assert found.refused(Walk(18.5, 3, leave=True)) == "not_at_edge"
    found.play(OFF)
    assert found.piece(0).place is Place.LEFT
    scored = only(found.battle.events, Kind.SCORED)
    assert (scored.side, scored.figure, scored.data["points"], scored.data["total"]) == (0, 0, 20, 20)
    assert (found.battle.bands[0].points, found.battle.bands[0].scored) == (20, 20)
    assert found.battle.report().bonus == {"a": 20}
    assert faults(found.battle) == []
    assert faults_of_events(found.battle, found.battle.events) == []


def test_nobody_leaves_empty_handed_or_over_another_edge() -> None:
    found = scene(chest(edges=(Edge.WEST,)))
    found.activate(0)
    assert found.refused(OFF) == "may_not_leave"
    found.play(TAKE)
    assert found.refused(OFF) == "not_at_edge"


def test_who_goes_down_drops_it_and_an_enemy_may_take_it() -> None:
    found = scene(chest())
    found.activate(0, TAKE)
    found.play(End())
    piece = found.piece(0)
    piece.hp = 0
    damage.put_out(found.battle, piece, found.piece(2))
    assert [(m.x, m.y) for m in found.battle.marks] == [(18.5, 5.0)]
    assert not piece.laden
    found.touch(2, 1)
    found.battle.put(found.piece(2), (18.5, 6.2, 0.0, 0.5))
    found.to_side(1)
    assert only(found.activate(2, TAKE), Kind.TOOK).side == 1


def test_a_decisive_objective_ends_the_battle_when_the_last_thing_is_gone() -> None:
    two = chest(at=((20.0, 5.0), (17.5, 3.6)), points=8, decisive=True)
    found = scene(two)
    found.activate(0, TAKE, OFF)
    assert found.battle.outcome is None
    found.to_side(0)
    found.activate(1, Custom("objectives.take", target=2), OTHER_OFF)
    outcome = found.battle.outcome
    assert outcome
    assert (outcome.ending, outcome.points, outcome.winner, outcome.turns) == (Ending.OBJECTIVE, (16, 0), 0, 1)


def test_who_is_left_alone_takes_what_still_lies_there() -> None:
    """Side 1 loses its only figures, worth 10 and 5, and side 0 has the chest's 20 on top."""
    found = scene(chest())
    for number in (2, 3):
        piece = found.piece(number)
        piece.hp = 0
        damage.put_out(found.battle, piece, found.piece(0))
    found.activate(0)
    outcome = found.battle.outcome
    assert outcome
    assert (outcome.ending, outcome.points) == (Ending.LAST_SIDE, (35, 0))


def test_a_thing_is_brought_to_a_place() -> None:
    found = scene(chest(to=Circle(18.0, 12.0, 2.0), edges=()))
    found.activate(0, TAKE, Walk(18.5, 10.5))
    assert only(found.battle.events, Kind.SCORED).data["points"] == 20
    assert found.piece(0).place is Place.PLAY
    assert not found.piece(0).laden


# Hold


def test_a_place_is_held_by_the_most_who_stand_in_it_each_turn() -> None:
    """Two of side 0 against none: 4 points at the end of turns 2 and 3 of three, from turn 2 on: 8."""
    well = Hold(
        name=Phrase("le puits", "the well"), place=Circle(18.0, 5.0, 3.0), each_turn=True, from_turn=2, points=4
    )
    found = scene(well, turn_limit=3)
    while found.battle.decision:
        found.idle()
    outcome = found.battle.outcome
    assert outcome
    assert (outcome.ending, outcome.points, outcome.winner) == (Ending.TURN_LIMIT, (8, 0), 0)
    assert [event.turn for event in found.events(Kind.SCORED)] == [2, 3]


@pytest.mark.parametrize(
    ("other", "fleeing", "holder"),
    [((19.0, 9.0), False, 0), ((19.0, 6.1), False, None), ((19.0, 6.1), True, 0)],
)
def test_a_place_with_as_many_of_both_is_nobodys_and_who_flees_holds_nothing(
    other: tuple[float, float], fleeing: bool, holder: int | None
) -> None:
    well = Hold(name=CHEST, place=Circle(18.0, 5.0, 2.0), points=4)
    found = Scene([fig(LEADER, (18.0, 5.0))], [fig(LEADER, other)], objectives=[well])
    found.piece(1).routed = fleeing
    assert well.holder(found.battle) == holder


def test_a_place_counted_in_the_end_counts_once() -> None:
    well = Hold(name=CHEST, place=Circle(18.0, 5.0, 3.0), points=12)
    found = scene(well, turn_limit=2)
    while found.battle.decision:
        found.idle()
    assert found.battle.outcome
    assert found.battle.outcome.points == (12, 0)


# Escape


def test_each_figure_that_goes_off_the_right_edge_brings_points_and_a_leader_gone_is_lost() -> None:
    """7 points for each; the leader who leaves counts as lost (ruling M151): the other tests for rout, Cd 7 or so."""
    found = scene(Escape(points=7, sides=(0,), edges=(Edge.NORTH,)))
    found.activate(0, OFF)
    assert found.battle.bands[0].scored == 7
    assert found.battle.bands[0].leader_lost_on == 1
    found.to_side(1)
    found.activate(2)
    assert found.refused(Walk(50, 39.5, leave=True)) == "may_not_leave"


def test_far_is_the_edge_of_the_others() -> None:
    table = table_of(BANDS)
    assert home_edges(table, 0) == {Edge.NORTH}
    assert home_edges(table, 1) == {Edge.SOUTH}
    corner = Layout(width=40, depth=40, zones=(Zone(Polygon(((0, 0), (12, 0), (0, 12)))), Zone(Circle(20, 20, 4))))
    assert home_edges(table_of(corner), 0) == {Edge.NORTH, Edge.WEST}
    assert len(home_edges(table_of(corner), 1)) == 4, "a zone in the middle is as near to every edge"


def test_only_the_rank_that_is_to_escape_may_leave() -> None:
    found = scene(Escape(points=15, sides=(0,), edges=(Edge.NORTH,), rank=Rank.LEADER))
    found.activate(1)
    assert found.refused(OTHER_OFF) == "may_not_leave"


# Bring down, survive


def test_the_leader_brought_down_brings_the_scenarios_points_on_top() -> None:
    """10 for a leader (Musg, Fin du tour) and 15 of the scenario: 25; decisive, so that the battle is over."""
    found = scene(BringDown(points=15, sides=(0,), of=1, decisive=True))
    found.activate(0)
    leader = found.piece(2)
    leader.hp = 0
    damage.put_out(found.battle, leader, found.piece(0))
    found.roll(rout=[1] * 4).play(End())
    outcome = found.battle.outcome
    assert outcome
    assert (outcome.ending, outcome.points, outcome.winner) == (Ending.OBJECTIVE, (25, 0), 0)


def test_an_accident_brings_nobody_anything() -> None:
    """Ruling M157: nothing for one's own accidents."""
    found = scene(BringDown(points=15, sides=(0,), of=1), turn_limit=1)
    leader = found.piece(2)
    leader.hp = 0
    damage.put_out(found.battle, leader, None)
    found.dice.left["rout"] = [1] * 8
    while found.battle.decision:
        found.idle()
    assert found.battle.outcome
    assert found.battle.outcome.points == (0, 0)


@pytest.mark.parametrize(("least", "points"), [(2, 10), (3, 0)])
def test_who_is_safe_in_the_end_brings_points(least: int, points: int) -> None:
    found = scene(Survive(points=10, sides=(1,), least=least), turn_limit=1)
    while found.battle.decision:
        found.idle()
    assert found.battle.outcome
    assert found.battle.outcome.points == (0, points)


# What cannot be


@pytest.mark.parametrize(
    ("objective", "item"),
    [
        (chest(points=0), "points"),
        (chest(points=101), "points"),
        (chest(at=((70.0, 5.0),)), "at"),
        (chest(at=()), "at"),
        (chest(edges=()), "edges"),
        (chest(thing=Phrase(" ", "x")), "thing"),
        (chest(sides=(2,)), "sides"),
        (Hold(name=CHEST, place=Circle(5, 5, 0.2), points=4), "place"),
        (Hold(name=CHEST, place=Circle(5, 5, 2), points=4, from_turn=0), "from_turn"),
        (Escape(points=5, edges=()), "edges"),
        (BringDown(points=5, of=4), "of"),
        (Survive(points=5, least=0), "least"),
    ],
)
def test_objectives_that_cannot_be_are_refused(objective: AnyObjective, item: str) -> None:
    found = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (9, 9))])
    wrong = problems(replace(found.setup, objectives=(objective,)))
    assert [problem.params["item"] for problem in wrong] == [item]


def test_a_battle_without_objectives_has_no_pursuit() -> None:
    found = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (9, 9))], table=OPEN)
    assert found.battle.pursuit is None
    assert found.battle.modules == ()


def test_nobody_escapes_before_the_turn_it_opens() -> None:
    found = scene(Escape(points=7, sides=(0,), edges=(Edge.NORTH,), from_turn=2))
    found.activate(0)
    assert found.refused(OFF) == "may_not_leave"
    found.skip_turn()
    found.to_side(0)
    assert found.battle.turn == 2
    assert only(found.activate(0, OFF), Kind.SCORED).turn == 2
