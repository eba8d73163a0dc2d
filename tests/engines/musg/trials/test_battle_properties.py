"""Whatever the players do: battles end, nothing impossible stands on the table, logs replay and can be written down."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from engines.core.dice import FastDice, RecordedDice, SeededDice
from engines.musg import muster
from engines.musg.battle.actions import Action
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.outcome import Outcome
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.tactics import NAMES
from engines.musg.tactics.chance import Chance
from engines.musg.trials import playout, trial
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.recruits import random_warband
from tests.engines.musg.battle.kit import LEADER, Scene, fig
from tests.thorough import often

seeds = st.integers(0, 2**40)


@settings(max_examples=often(60, 30, 8), deadline=None)
@given(seeds)
def test_a_watched_battle_never_breaks_a_rule(seed: int) -> None:
    """No overlap, nobody in impassable ground, points and wounds add up, one activation a turn, the replay is equal."""
    assert trial.attempt(seed, watch=True).faults == ()


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_random_battles_end(first: int) -> None:
    """The mass trial in small: the command runs as many as one likes."""
    for seed in range(first, first + often(30, 15, 5)):
        assert trial.attempt(seed, watch=False).faults == ()


@cache
def recorded(seed: int) -> tuple[Setup, Battle, SeededDice]:
    setup, names = trial.random_setup(Chance(seed))
    dice = SeededDice(seed.to_bytes(32, "big"))
    return setup, playout.fight(setup, names, dice, seed=seed), dice


@pytest.mark.parametrize("seed", [3, 14, 15, 92])
def test_setup_log_and_faces_are_the_whole_truth(seed: int) -> None:
    setup, battle, dice = recorded(seed)
    coded = msgspec.json.encode(setup), msgspec.json.encode(battle.log), msgspec.json.encode(dice.faces)
    back = msgspec.json.decode(coded[0], type=Setup)
    log = msgspec.json.decode(coded[1], type=list[Action])
    faces = RecordedDice(msgspec.json.decode(coded[2], type=list[int]))
    again = Battle.replay(back, log, faces)
    faces.finish()
    assert again.outcome == battle.outcome
    bare = [msgspec.structs.replace(event, rolls=()) for event in battle.events]
    assert [msgspec.structs.replace(event, rolls=()) for event in again.events] == bare
    assert [roll.faces for event in again.events for roll in event.rolls] == [
        roll.faces for event in battle.events for roll in event.rolls
    ]


@pytest.mark.parametrize("seed", [3, 14])
def test_events_and_outcome_can_be_written_and_read(seed: int) -> None:
    _, battle, _ = recorded(seed)
    assert msgspec.json.decode(msgspec.json.encode(battle.events), type=list[Event]) == battle.events
    assert msgspec.json.decode(msgspec.json.encode(battle.outcome), type=Outcome) == battle.outcome
    assert all(event.rule for event in battle.events)


@pytest.mark.parametrize("seed", [3, 14])
def test_every_die_stands_in_exactly_one_event(seed: int) -> None:
    _, battle, dice = recorded(seed)
    assert [roll for event in battle.events for roll in event.rolls] == dice.rolls


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_receipts_change_nothing(seed: int) -> None:
    """The same faces give the same battle whether anything is written down or not."""
    setup, names = trial.random_setup(Chance(seed))
    quiet = playout.fight(setup, names, FastDice(seed), seed=seed, receipts=False)
    told = playout.fight(setup, names, FastDice(seed), seed=seed, receipts=True)
    assert quiet.outcome == told.outcome
    assert quiet.log == told.log
    assert quiet.events == []
    assert told.events


@given(seeds)
@settings(max_examples=often(120, 60, 20), deadline=None)
def test_random_warbands_are_legal(seed: int) -> None:
    """Within the ceilings of a muster (Musg, Composition d'une bande), gear that goes together, ranks that may join."""
    warband = random_warband(Chance(seed), "Lot")
    assert muster.problems(warband) == []
    assert muster.problems(msgspec.structs.replace(warband, mustered=False)) == []
    assert random_warband(Chance(seed), "Lot") == warband


def test_random_warbands_offer_everything() -> None:
    warbands = [random_warband(Chance(seed), "Lot", "foe") for seed in range(400)]
    figures = [figure for warband in warbands for figure in warband.figures]
    assert len({warband.race for warband in warbands}) == 11
    assert len({figure.mercenary for figure in figures} - {None}) == 6
    assert len({skill for figure in figures for skill in figure.skills}) == 23
    assert {injury.code for figure in figures for injury in figure.injuries} >= {"hatred", "hardened", "erratic"}
    assert len({code for figure in figures for code in figure.item_codes}) >= 50


def two_apart() -> Battle:
    return Scene([fig(LEADER, (10, 10))], [fig(LEADER, (20, 10))]).battle


def test_the_watch_sees_what_is_wrong() -> None:
    """Each fault is made by hand: a watch that sees nothing would prove nothing."""
    assert faults(two_apart()) == []
    battle = two_apart()
    battle.pieces[0].base = battle.pieces[1].base
    assert any("stands in" in fault for fault in faults(battle))
    battle = two_apart()
    battle.pieces[0].base = (-3.0, 10.0, 0.0, 0.5)
    assert any("nobody can" in fault for fault in faults(battle))
    battle = two_apart()
    battle.pieces[0].ap = -1
    assert any("action points" in fault for fault in faults(battle))
    battle = two_apart()
    battle.pieces[0].hp = 0
    assert any("without hit points" in fault for fault in faults(battle))
    battle = two_apart()
    battle.pieces[0].place = Place.OUT
    assert any("OUT" in fault for fault in faults(battle))
    battle = two_apart()
    battle.pieces[0].foes.append(battle.pieces[1])
    assert any("in contact" in fault for fault in faults(battle))
    battle = two_apart()
    battle.bands[0].points = 10
    assert any("points for" in fault for fault in faults(battle))


def test_the_watch_reads_the_record() -> None:
    battle = two_apart()
    assert faults_of_events(battle, battle.events) == []
    acted = Event(len(battle.events), 1, Kind.ACTIVATED, "x", 0, 0, data={"joined": []})
    twice = [*battle.events, acted, msgspec.structs.replace(acted, index=acted.index + 1)]
    assert any("acted twice" in fault for fault in faults_of_events(battle, twice))
    wound = Event(len(battle.events), 1, Kind.WOUNDED, "x", 0, 0, data={"lost": 2, "left": 4})
    assert any("hit points in the record" in fault for fault in faults_of_events(battle, [*battle.events, wound]))


@pytest.mark.marathon
@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_captains_beat_random_players(name: str) -> None:
    """Thirty mirrored battles each: were the true rate below 75%, 28 wins would come up less than once in 90 tries."""
    assert sum(trial.mirrored(seed, name, "random") == 1 for seed in range(30)) >= 28


@pytest.mark.marathon
def test_captains_beat_random_players_nine_times_in_ten() -> None:
    """Two hundred mirrored battles, half of them for each temperament."""
    battles = often(100, 10)
    seeds = range(100, 100 + battles)
    wins = {name: [trial.mirrored(seed, name, "random") == 1 for seed in seeds] for name in NAMES[:2]}
    assert sum(map(sum, wins.values())) * 10 >= 2 * battles * 9, {name: sum(row) for name, row in wins.items()}
