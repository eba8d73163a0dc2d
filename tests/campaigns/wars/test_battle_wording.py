"""Every kind of event has its sentence, with everything in it that the event says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation
from msgspec.structs import replace

from campaigns.wars.replay.wording import SENTENCES, Names, dice_of, event_sentence
from engines.core.dice import Roll, SeededDice
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.objectives import AnyObjective, BringDown, CarryOff, Edge, Escape, Hold, Phrase, Survive
from engines.musg.battle.setup import Setup, Side
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Circle
from engines.musg.trials import playout
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, fig

PLACE = Circle(5, 5, 3)
AIMS: tuple[AnyObjective, ...] = (
    CarryOff(thing=Phrase("le coffre", "the chest"), at=((5, 5),), points=20),
    Hold(name=Phrase("le puits", "the well"), place=PLACE, points=4),
    Escape(edges=(Edge.FAR,), points=7),
    BringDown(points=15),
    Survive(points=10),
)
NAMES = Names(("Axes", "Blades"), ("Ann", "Bert", "Cleo", "Dora"), CATALOGUE, AIMS, ("Wasp", "Hornet"))
HULL = {"vehicle": 1, "weapon": "pistol", "distance": 7.5, "edge": "rear", "hits": 2}
MOVE = {"cost": 1, "start": [1, 1, 0], "end": [5, 1, 0], "way": [[1, 1], [5, 1]], "paces": 4.5, "hanging": False}
TEST = {"need": 7, "score": 9, "passed": False, "how": "rolled", "paces": 2}
CALM = {**TEST, "score": 5, "passed": True}

SAID: list[tuple[Kind, dict[str, Any], str]] = [
    (Kind.STARTED, {"sides": 2, "turn_limit": 10}, "battle between Axes and Blades begins; it lasts 10 turns"),
    (Kind.ACTIVITY, {"face": 1, "absent": True}, "Ann, erratic, does not turn up"),
    (Kind.ACTIVITY, {"face": 4, "absent": False}, "Ann, erratic, turns up"),
    (Kind.DEPLOYED, {"at": [1, 1, 0], "hidden": True}, "Ann (Axes) is deployed in hiding."),
    (Kind.DEPLOYED, {"at": [1, 1, 0], "hidden": False}, "Ann (Axes) is deployed."),
    (Kind.RESERVED, {"no_room": True}, "no room left for Ann"),
    (Kind.RESERVED, {"no_room": False}, "Ann stays in reserve"),
    (Kind.ARRIVED, {"at": [1, 1, 0]}, "Ann arrives"),
    (Kind.STAYED_AWAY, {"no_room": False}, "Ann does not come any more."),
    (Kind.TURN, {"number": 3}, "Turn 3 begins."),
    (
        Kind.INITIATIVE,
        {"sides": [0, 1], "totals": [5, 9], "henchmen": [2, 3], "order": [1, 0], "deployment": False},
        "Blades with 9 and Axes with 5, in this order.",
    ),
    (
        Kind.INITIATIVE,
        {"sides": [0, 1], "totals": [5, 9], "henchmen": [2, 3], "order": [1, 0], "deployment": True},
        "The last deploys first.",
    ),
    (Kind.RALLY, TEST, "Ann does not rally and goes on fleeing. Leadership: 9 rolled, 7 or less needed."),
    (Kind.RALLY, CALM, "Ann rallies"),
    (Kind.WAVE, {"wave": 1, "most": 5, "ready": 3}, "First wave of Axes: 3 figures"),
    (Kind.WAVE, {"wave": 2, "most": 1, "ready": 1}, "Second wave of Axes: 1 figure is left"),
    (Kind.PASSED, {}, "Axes activates nobody else"),
    (Kind.ACTIVATED, {"points": 2, "joined": []}, "Ann is activated with 2 action points."),
    (Kind.ACTIVATED, {"points": 1, "joined": [1, 3]}, "1 action point, together with Bert and Dora."),
    (Kind.ENDED_ACTIVATION, {"lost": 0}, "Ann is done for this turn."),
    (Kind.ENDED_ACTIVATION, {"lost": 1}, "1 action point is lost."),
    (Kind.REVEALED, {}, "Ann comes out of hiding."),
    (Kind.WALKED, MOVE, "Ann walks 4.5 paces."),
    (Kind.WALKED, {**MOVE, "paces": 1.0, "hanging": True}, "Ann walks 1 pace. The move ends on the rope."),
    (Kind.RAN, MOVE, "Ann runs 4.5 paces."),
    (Kind.CARRIED, MOVE, "Ann carries the body of Cleo 4.5 paces."),
    (Kind.LEFT_TABLE, {"fled": True}, "Ann flees off the table."),
    (Kind.LEFT_TABLE, {"fled": False}, "leaves the table with the body of Cleo."),
    (Kind.NERVE, TEST, "Ann does not dare to charge Cleo. Leadership: 9 rolled"),
    (Kind.NERVE, {**CALM, "how": "hatred"}, "Hatred passes the test without dice."),
    (Kind.NERVE, {**CALM, "how": "hardened"}, "Hardened figures take no such test."),
    (Kind.NERVE, {**CALM, "how": "none"}, "A figure without leadership takes no such test."),
    (Kind.FLINCHED, MOVE, "Ann shies away from Cleo, by 4.5 paces."),
    (Kind.RECEIVED, {**CALM, "shaken": False}, "Ann stands firm against the charge of Cleo."),
    (Kind.RECEIVED, {**TEST, "shaken": True}, "1 toughness less"),
    (Kind.RECEIVED, {**TEST, "shaken": False}, "recoils from the charge of Cleo, by 2 paces."),
    (Kind.STEPPED_BACK, MOVE, "Ann steps back from Cleo"),
    (Kind.CHARGED, MOVE, "Ann charges Cleo over 4.5 paces and makes contact."),
    (Kind.SET_OUT, MOVE, "Ann sets out to charge Cleo: 4.5 paces so far."),
    (Kind.WENT_ON, MOVE, "Ann goes on, by 4.5 paces."),
    (Kind.CHARGE_FAILED, MOVE, "falls short, after 4.5 paces."),
    (Kind.BROKE_OFF, MOVE, "Ann breaks off"),
    (
        Kind.STRUCK,
        {"weapons": "sword, bare_hands", "hits": 2, "wounds": 1, "with_": []},
        "and bare hands): 2 hits, 1 wound.",
    ),
    (Kind.STRUCK, {"weapons": "sword", "hits": 0, "wounds": 0, "with_": [1]}, "together with Bert, strikes at Cleo"),
    (
        Kind.SHOT,
        {"weapon": "bow", "distance": 12.3, "band": "medium", "hits": 1, "free": False},
        "from 12.3 paces, medium range: 1 hit.",
    ),
    (Kind.SHOT, {"weapon": "bow", "distance": 3.0, "free": True}, "under the template. The shot costs nothing."),
    (Kind.BURST, {"weapon": "bow", "figures": [0, 1], "strength": 5}, "strength 5 against Ann and Bert."),
    (Kind.STRAYED, {"meant": 3}, "The shot of Ann meant for Dora strays and hits Cleo."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 1, "drift": 0, "centre": None}, "a dud."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 6, "drift": 0, "centre": [4, 4]}, "right on target."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 2, "drift": 3, "centre": [4, 4]}, "3 paces too far."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 3, "drift": 1, "centre": [4, 4]}, "1 pace to the right."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 4, "drift": 1, "centre": [4, 4]}, "1 pace too short."),
    (Kind.SCATTERED, {"weapon": "bow", "face": 5, "drift": 1, "centre": [4, 4]}, "1 pace to the left."),
    (Kind.BLAST, {"weapon": "bow", "figures": [1, 2], "strength": 4}, "strength 4: Bert and Cleo."),
    (Kind.BLAST, {"weapon": "bow", "figures": [], "strength": 4}, "Nobody is under the template"),
    (Kind.OUT_OF_AMMUNITION, {"weapon": "bow", "left": False}, "Ann is out of ammunition"),
    (Kind.OUT_OF_AMMUNITION, {"weapon": "bow", "left": True}, "Ann has ammunition left"),
    (Kind.INTERCEPTED, {"threat": 3}, "Ann steps in between Cleo and Dora."),
    (Kind.FIRST_SIGHT, CALM, "Ann sees Cleo for the first time and keeps calm."),
    (Kind.FIRST_SIGHT, TEST, "loses heart: up to 2 paces out of sight."),
    (Kind.UNDER_FIRE, CALM, "Ann holds out under the fire of Cleo."),
    (Kind.UNDER_FIRE, TEST, "up to 2 paces into cover"),
    (Kind.GAVE_GROUND, MOVE, "Ann gives ground before Cleo."),
    (Kind.WOUND_ROLL, {"needs": [4], "figures": [2, 2], "wounds": 2}, "Hits by Ann on Cleo: 2 wounds."),
    (Kind.WOUNDED, {"lost": 2, "left": -1}, "Ann loses 2 hit points; 0 left."),
    (Kind.WOUND_IGNORED, {}, "Ann shrugs off the first wound"),
    (Kind.FELL, {"fell": True}, "Ann falls off the rope."),
    (Kind.FELL, {"fell": False}, "Ann keeps hold of the rope."),
    (Kind.FELL, {}, "Ann falls off the rope and dies."),
    (Kind.OUT, {"killed": False, "accident": False}, "Ann is put out of action by Cleo."),
    (Kind.OUT, {"killed": True, "accident": False}, "Ann is killed outright by Cleo."),
    (Kind.HEALED, {"left": 2, "revived": False}, "Ann gives Cleo 1 hit point back; 2 now."),
    (Kind.HEALED, {"left": 1, "revived": True}, "puts Cleo back on their feet"),
    (Kind.HID, {"cost": 1, "stuck": True, "vehicle": 1}, "Ann flees, but cannot get off Hornet."),
    (Kind.HID, MOVE, "Ann flees, over 4.5 paces."),
    (Kind.HID, {"cost": 2, "stuck": True}, "cannot get out of close combat."),
    (
        Kind.ROUT_TEST,
        {**TEST, "own": 6, "again": True, "cause": "leader_lost"},
        "The leader is lost: Ann loses heart. Leadership: 9 rolled, 7 or less needed. Cleo lent the leadership. Out of",
    ),
    (Kind.ROUT_TEST, {**CALM, "again": False, "cause": "half_lost"}, "More than half of the warband is down: Ann stan"),
    (Kind.ROUT_TEST, {**CALM, "again": False, "cause": "still_here"}, "Still fleeing: Ann stands firm."),
    (Kind.ROUTED, {}, "Ann takes to flight."),
    (Kind.END_OF_TURN, {"points": [10, 5]}, "Turn 2 ends. Victory points: Axes 10 and Blades 5."),
    (Kind.END_OF_TURN, {"points": [-34, 5]}, "Turn 2 ends. Victory points: Axes −34 and Blades 5."),
    (Kind.POINTS, {"points": 10, "total": 15}, "Axes wins 10 victory points for Cleo, 15 in all."),
    (Kind.MARKED, {"code": "noise", "number": 1, "spot": [3, 4]}, "The noise Ann makes carries."),
    (Kind.MARKED, {"code": "point", "number": 2, "spot": [3, 4]}, "Arrival point 2 is laid."),
    (Kind.UNMARKED, {"code": "noise", "numbers": [1, 2]}, "The noise dies away."),
    (Kind.UNMARKED, {"code": "point", "numbers": [1, 2]}, "Arrival points 1 and 2 are removed."),
    (Kind.ENCOUNTER, {"face": 5, "met": False, "inside": False}, "Axes has heard nothing."),
    (Kind.ENCOUNTER, {"face": 5, "met": False, "inside": True}, "Axes meets nobody in the building."),
    (
        Kind.ENCOUNTER,
        {"met": True, "inside": False, "result": 31, "point": 2, "figures": "zombie", "counts": [5]},
        "Axes meets Zombie (5) at arrival point 2.",
    ),
    (
        Kind.ENCOUNTER,
        {"met": True, "inside": True, "result": 16, "point": 1, "figures": "zombie, civilian", "counts": [1, 2]},
        "In the building Axes meets Zombie (1) and civilian (2).",
    ),
    (Kind.APPEARED, {"at": [1, 1, 0], "number": 1, "hit_points": 2}, "Ann appears."),
    (Kind.OTHERS, {"count": 3}, "Those that nobody leads act now: 3 figures."),
    (Kind.STUNNED, {"turns": 0}, "Ann is not stopped."),
    (Kind.STUNNED, {"turns": 2}, "Ann does not move for 2 activations."),
    (
        Kind.INFECTED,
        {"score": 11, "toughness": 3, "limit": 7, "caught": True, "left": 2},
        "Ann is infected and turns at the end of 2 activations. 11 rolled less toughness 3",
    ),
    (
        Kind.INFECTED,
        {"score": 10, "toughness": 3, "limit": 7, "caught": False, "left": 0},
        "Ann is not infected. 10 rolled less toughness 3: over 7 infects.",
    ),
    (Kind.ROSE, {"at": [1, 1, 0], "number": 1, "hit_points": 2}, "Cleo is dead and rises again as Ann."),
    (Kind.CAPTURED, {}, "Ann lies on the table at the end and is carried off."),
    (Kind.LED, {"led": True}, "Cleo takes the lead of Ann for Axes."),
    (Kind.LED, {"led": False}, "Ann is no longer following anybody."),
    (Kind.SAVED, {"points": 5, "total": 12}, "Ann is safe: 5 victory points for Axes."),
    (Kind.SAVED, {"points": 0, "total": 12}, "Ann is off the table: brought home."),
    (Kind.FOLLOWED, {"start": [1, 1, 0], "end": [4, 1, 0]}, "Ann follows Cleo."),
    (Kind.MARKED, {"code": "thing", "number": 2, "spot": [5, 5]}, "be carried off lies on the ground, marked 2."),
    (Kind.UNMARKED, {"code": "thing", "numbers": [2]}, "takes what still lies there."),
    (Kind.TOOK, {"objective": 0, "number": 1, "cost": 1}, "Ann picks up the chest."),
    (Kind.PUT_DOWN, {"objective": 0, "number": 1, "spot": [5, 5]}, "Ann leaves the chest on the ground."),
    (Kind.HANDED, {"objective": 0, "number": 1, "cost": 1}, "Ann hands the chest to Cleo."),
    (
        Kind.SCORED,
        {"objective": 0, "points": 20, "total": 25},
        "Axes has the chest safe. Axes wins 20 victory",
    ),
    (Kind.SCORED, {"objective": 1, "points": 4, "total": 4}, "Axes holds the well. Axes wins 4"),
    (Kind.SCORED, {"objective": 2, "points": 7, "total": 7}, "Ann has escaped. Axes wins 7"),
    (Kind.SCORED, {"objective": 3, "points": 15, "total": 25}, "to bring Cleo down, and did. Axes wins 15"),
    (Kind.SCORED, {"objective": 4, "points": 10, "total": 10}, "are safe. Axes wins 10"),
    (
        Kind.PULP_POOLS,
        {"pools": [3, 1, 3, -1]},
        "shared: Axes 3 + 1 and Blades 3.",
    ),
    (
        Kind.PULP_DIE,
        {"reason": "wound", "roller": 0, "own": True, "faces": [2, 5], "die": 6, "place": 0, "given": None},
        "Ann spends a pulp point on one more die (to wound). It shows 6 and replaces a 2. The point is gone.",
    ),
    (
        Kind.PULP_DIE,
        {"reason": "rout", "roller": 1, "own": False, "faces": [2, 5], "die": 1, "place": -1, "given": 1},
        "to force one more die on Blades (leadership). It shows 1 and replaces no die. The point goes to Blades.",
    ),
    (Kind.PULP_REGAINED, {"pools": [1, 0, 0, 0]}, "Ann gives a hit point for a pulp point."),
    (
        Kind.PULP_VOID,
        {"rank": "leader", "count": 2},
        "is out of the battle: 2 pulp points are lost.",
    ),
    (Kind.PULP_VOID, {"rank": "lieutenant", "count": 1}, "The lieutenants of Axes are out of the battle: 1 pulp point"),
    (Kind.WAVE, {"wave": 0, "most": 3, "ready": 3}, "The part of Axes: 3 figures act."),
    (Kind.MARKED, {"code": "site", "number": 2, "spot": [3, 4]}, "Bomb site 2 is marked."),
    (Kind.MARKED, {"code": "detector", "number": 1, "spot": [3, 4]}, "Detector 1 watches"),
    (Kind.MARKED, {"code": "round", "number": 9, "spot": [3, 4]}, "A marker of the round of Ann is laid."),
    (Kind.MARKED, {"code": "bomb", "number": 1, "spot": [3, 4]}, "The bomb ticks."),
    (Kind.MARKED, {"code": "dropped_bomb", "number": 1, "spot": [3, 4]}, "The bomb lies where Ann was."),
    (Kind.MARKED, {"code": "kit", "number": 1, "spot": [3, 4]}, "The defusing kit of Ann lies there."),
    (Kind.UNMARKED, {"code": "round", "numbers": [1, 2]}, "The rounds are over: everybody is free."),
    (Kind.UNMARKED, {"code": "bomb", "numbers": [1]}, "The bomb is gone."),
    (Kind.UNMARKED, {"code": "dropped_bomb", "numbers": [1]}, "The bomb is no longer there."),
    (Kind.UNMARKED, {"code": "kit", "numbers": [1]}, "The defusing kit is no longer there."),
    (Kind.ALERT, {"why": "heard", "level": 2, "raised": True}, "Ann is heard driving. The alert level rises to 2."),
    (Kind.ALERT, {"why": "turn", "raised": False, "level": 2}, "part begins. Nobody takes alarm: alert level 2."),
    (Kind.ALERT, {"why": "seen", "raised": True, "level": 3}, "Ann is seen. The alert level rises to 3."),
    (Kind.ALERT, {"why": "detector", "raised": True, "level": 3}, "A detector notices Ann. The alert level rises"),
    (Kind.ALERT, {"why": "shot", "raised": True, "level": 6, "given": True}, "of Ann is heard. The alert is given."),
    (Kind.HOSTAGE, {"why": "moved"}, "Ann is held in another place."),
    (Kind.BOMB, {"what": "hidden"}, "Axes notes in secret who carries the bomb."),
    (Kind.BOMB, {"what": "kit"}, "Ann has a defusing kit."),
    (Kind.BOMB, {"what": "placed", "site": 2, "fuse": 3}, "Ann places the bomb at site 2: it goes off in 3 turns."),
    (Kind.BOMB, {"what": "defused"}, "Ann defuses the bomb."),
    (Kind.BOMB, {"what": "dropped"}, "Ann had the bomb."),
    (Kind.BOMB, {"what": "picked_up"}, "Ann picks up the bomb."),
    (Kind.BOMB, {"what": "exploded", "figures": [0, 2]}, "The bomb goes off and kills Ann and Cleo."),
    (Kind.BOMB, {"what": "exploded", "figures": []}, "The bomb goes off. Nobody is near."),
    (Kind.HOSTAGE, {"points": -20, "total": -20}, "Ann is killed by a terrorist: Axes loses 20 victory points, -20 in"),
    (Kind.HOSTAGE, {"points": 5, "total": 12}, "Ann is brought out: Axes wins 5 victory points, 12 in all."),
    (Kind.VEHICLE_PLACED, {"vehicle": 0, "crew": []}, "Wasp (Axes) is placed with nobody aboard."),
    (Kind.VEHICLE_PLACED, {"vehicle": 1, "crew": [1, 3]}, "Hornet (Axes) is placed with Bert and Dora aboard."),
    (Kind.DROVE, {"vehicle": 1, "paces": 10.0, "flees": True}, "Ann flees, driving Hornet 10 paces."),
    (
        Kind.JUMPED,
        {"vehicle": 1, "other": 0, "passed": True, "how": "still"},
        "Ann jumps from the wreck of Hornet to Wasp: no test, as it stands still.",
    ),
    (Kind.DROVE, {"vehicle": 0, "paces": 4.5}, "Ann drives Wasp 4.5 paces."),
    (Kind.DROVE, {"vehicle": 0, "paces": 1, "reverse": True}, "Ann backs Wasp by 1 pace."),
    (
        Kind.DROVE,
        {"vehicle": 0, "paces": 6, "boosted": True, "stopped": True},
        "Wasp shoots ahead by 6 paces, Ann at the wheel. Something stops it.",
    ),
    (Kind.BOOSTER, {"vehicle": 0, "paces": 6, "works": True}, "booster of Wasp for 6 paces: it works."),
    (Kind.BOOSTER, {"vehicle": 0, "paces": 6, "works": False}, "booster of Wasp for 6 paces: something goes wrong."),
    (Kind.BOOST_TURN, {**CALM, "vehicle": 0}, "Ann turns Wasp at full speed. Leadership: 5 rolled, 7 or less needed."),
    (Kind.BOOST_TURN, {**TEST, "vehicle": 0}, "Ann tries to turn Wasp at full speed and loses control."),
    (Kind.MISHAP, {"vehicle": 0, "code": "skid"}, "Wasp gets out of hand. Skid."),
    (Kind.RAMMED, {"vehicle": 0, "other": 1, "edge": "front"}, "Wasp comes up against the wreck of Hornet."),
    (
        Kind.RAMMED,
        {"vehicle": 0, "other": 1, "edge": "left", "strength": 5, "armour": 3, "need": 3, "hurt": True},
        "Wasp rams Hornet in the left side, strength 5 against armour 3. Hornet suffers.",
    ),
    (
        Kind.RAMMED,
        {"vehicle": 0, "other": 1, "edge": "right", "strength": 5, "armour": 3, "need": 3, "back": True},
        "Wasp rams Hornet in the right side, strength 5 against armour 3. Hornet holds, and Wasp suffers.",
    ),
    (Kind.RAMMED, {"vehicle": 0, "other": 1, "edge": "rear", "need": 3}, "Neither suffers."),
    (Kind.RAN_OVER, {"vehicle": 0, "strength": 4, "wounds": 1}, "Wasp runs over Cleo, strength 4: 1 wound."),
    (Kind.STEPPED_ASIDE, {"vehicle": 0}, "Ann steps out of the way of Wasp."),
    (Kind.VEHICLE_HIT, {**HULL, "how": "shot"}, "Ann shoots at Hornet in the rear (Pistol) from 7.5 paces: 2 hits."),
    (Kind.VEHICLE_HIT, {**HULL, "how": "strike"}, "Ann strikes at Hornet in the rear (Pistol): 2 hits."),
    (Kind.VEHICLE_HIT, {**HULL, "how": "pick"}, "Ann shoots at Cleo in Hornet (Pistol) from 7.5 paces: 2 hits."),
    (Kind.VEHICLE_HIT, {**HULL, "how": "template"}, "Hornet is under the template of Pistol, hit in the rear."),
    (Kind.VEHICLE_DAMAGED, {"vehicle": 0, "lost": 1, "left": 2}, "Wasp loses 1 point of structure, 2 left."),
    (
        Kind.VEHICLE_DAMAGED,
        {"vehicle": 0, "lost": 2, "left": 0, "wreck": True},
        "Wasp loses 2 points of structure, 0 left. It is a wreck.",
    ),
    (Kind.VEHICLE_LEFT, {"vehicle": 0}, "Wasp drives off the table."),
    (Kind.GOT_ON, {"vehicle": 0}, "Ann gets on Wasp."),
    (Kind.GOT_ON, {"vehicle": 0, "wheel": True}, "Ann gets on Wasp and takes the wheel."),
    (Kind.GOT_OFF, {"vehicle": 0}, "Ann gets off Wasp."),
    (Kind.GOT_OFF, {"vehicle": 0, "fell": True}, "Ann falls beside Wasp."),
    (Kind.TOOK_WHEEL, {"vehicle": 0}, "Ann takes the wheel of Wasp."),
    (Kind.JUMPED, {**CALM, "vehicle": 0, "other": 1}, "Ann jumps from Wasp to Hornet."),
    (Kind.JUMPED, {**TEST, "vehicle": 0, "other": 1}, "Ann jumps from Wasp towards Hornet and misses."),
    (Kind.OVER, {"ending": "turn_limit", "turns": 10, "points": [5, 5], "winner": None}, "10 turns are done."),
    (
        Kind.OVER,
        {"ending": "last_side", "turns": 4, "points": [5, 9], "winner": 1},
        "Axes 5 and Blades 9; Blades wins.",
    ),
    (Kind.OVER, {"ending": "objective", "turns": 4, "points": [25, 5], "winner": 0}, "is decided."),
    (Kind.OVER, {"ending": "nobody", "turns": 4, "points": [5, 5], "winner": None}, "nobody is left"),
]


def event(kind: Kind, data: dict[str, Any], rolls: tuple[Roll, ...] = (), **more: Any) -> Event:
    values = {"side": 0, "figure": 0, "target": 2, **more}
    return Event(index=0, turn=2, kind=kind, rule="Musg, Frapper", data=data, rolls=rolls, **values)


def test_every_kind_has_a_sentence_and_an_example_here() -> None:
    assert set(SENTENCES) == set(Kind)
    assert {kind for kind, _data, _text in SAID} == set(Kind)


def test_a_battle_of_one_warband_begins_alone() -> None:
    said = event_sentence(event(Kind.STARTED, {"sides": 1, "turn_limit": 8}), Names(("Axes",), ("Ann",), CATALOGUE))
    assert said == "The battle begins: Axes stands alone; it lasts 8 turns at most."


@pytest.mark.parametrize(("kind", "data", "text"), SAID, ids=lambda value: str(value)[:24])
def test_sentence(kind: Kind, data: dict[str, Any], text: str) -> None:
    said = event_sentence(event(kind, data), NAMES)
    assert text in said
    assert "%" not in said
    assert said.endswith(".")


def test_an_accident_has_nobody_to_blame_and_who_heals_himself_is_named_once() -> None:
    alone = event(Kind.OUT, {"killed": False, "accident": True}, target=None)
    assert event_sentence(alone, NAMES) == "Ann is put out of action."
    killed = event(Kind.OUT, {"killed": True, "accident": True}, target=None)
    assert event_sentence(killed, NAMES) == "Ann is killed outright."
    will = event(Kind.HEALED, {"left": 3, "revived": False}, target=0)
    assert event_sentence(will, NAMES) == "Ann gets 1 hit point back; 3 now."


def test_weapons_are_named_in_the_readers_language() -> None:
    struck = event(Kind.STRUCK, {"weapons": "sword", "hits": 1, "wounds": 0, "with_": []})
    english = event_sentence(struck, NAMES)
    with translation.override("fr"):
        french = event_sentence(struck, NAMES)
    assert "word" in english
    assert "pée" in french


def test_figures_of_one_name_are_told_apart_by_their_warband() -> None:
    names = Names.of(two_sides("Ann", "Ann"))
    assert names.figure(0) == "Ann (Axes)"
    assert names.figure(1) == "Ann (Blades)"
    assert names.figure(None) == names.figure(9) == "?"


def test_warbands_of_one_name_are_told_apart_by_the_letters_of_their_zones() -> None:
    """A warband made from a ready one may meet that very one: every sentence would name the same twice."""
    setup = two_sides("Ann", "Ann")
    alike = Names.of(replace(setup, sides=tuple(replace(side, name="Old Guard") for side in setup.sides)))
    assert (alike.side(0), alike.side(1)) == ("Old Guard\N{NO-BREAK SPACE}A", "Old Guard\N{NO-BREAK SPACE}B")
    assert alike.figure(1) == "Ann (Old Guard\N{NO-BREAK SPACE}B)"
    assert Names.of(setup).side(0) == "Axes"


def test_dice_are_grouped_by_what_they_were_for_with_what_they_needed() -> None:
    rolls = tuple(Roll(n, "d6", reason, 0, (face,), "seeded") for n, (reason, face) in enumerate(
        [("to_hit", 4), ("to_hit", 2), ("wound", 6)]
    ))  # fmt: skip
    struck = event(Kind.STRUCK, {"needs": [4, 4, 5]}, rolls)
    assert [(g.purpose, g.need, g.faces) for g in dice_of(struck)] == [
        ("to hit", "4+", (4, 2)),
        ("to wound", "5+", (6,)),
    ]
    shot = event(Kind.SHOT, {"to_hit": 3, "cover": [4]}, (Roll(0, "d6", "cover", 0, (5,), "seeded"), rolls[0]))
    assert [(g.purpose, g.need) for g in dice_of(shot)] == [("cover", "4+"), ("to hit", "3+")]
    test = event(Kind.NERVE, TEST, (Roll(0, "2d6", "nerve", 0, (4, 5), "seeded"),))
    assert [(g.purpose, g.need, g.faces) for g in dice_of(test)] == [("leadership", "", (4, 5))]


def two_sides(one: str, other: str, henchmen: int = 0) -> Setup:
    def side(index: int, name: str) -> Side:
        figures = [fig(LEADER, None, "sword", "bow")[0]] + [fig(HENCHMAN, None, "sword")[0] for _ in range(henchmen)]
        named = [figure.__class__(**{f: getattr(figure, f) for f in figure.__struct_fields__} | {
            "id": number, "name": name if number == 1 else f"{name} {number}"
        }) for number, figure in enumerate(figures, 1)]  # fmt: skip
        return Side(key="ab"[index], name=("Axes", "Blades")[index], race="human", zone=index, figures=tuple(named))

    return Setup(sides=(side(0, one), side(1, other)), table=ready_tables()["village"], turn_limit=4)


@pytest.mark.parametrize("modules", [(), ("pulp",)])
def test_no_sentence_of_a_whole_battle_has_a_hole(modules: tuple[str, ...]) -> None:
    setup = replace(two_sides("Ann", "Bob", henchmen=3), modules=modules)
    fought = playout.fight(setup, ("bold", "random"), SeededDice(bytes(16)), seed=1)
    names = Names.of(setup)
    for one in fought.events:
        said = event_sentence(one, names)
        assert not re.search(r"%|\?|None|_", said), (one, said)
        assert sum(len(group.faces) for group in dice_of(one)) == sum(len(roll.faces) for roll in one.rolls)
        assert all("_" not in group.purpose for group in dice_of(one))
