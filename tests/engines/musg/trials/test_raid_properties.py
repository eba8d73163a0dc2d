"""Whoever raids whom: nothing breaks, the log replays, every hostage and every bomb has one fate."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from engines.core.dice import FastDice, SeededDice
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.tactics.chance import Chance
from engines.musg.trials import playout
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.raids import random_raid
from tests.thorough import often

seeds = st.integers(0, 2**40)


def watched(setup: Setup, names: tuple[str, ...], seed: int) -> Battle:
    """Fight a game, looking at it after every action."""
    battle = Battle.new(setup, SeededDice(seed.to_bytes(32, "big")))
    players = playout.players_of(names, seed)
    while battle.decision is not None:
        battle.play(players[battle.decision.side].decide(battle))
        assert faults(battle) == []
        if battle.outcome is None:  # of a battle that is over nothing is secret
            assert_secret(battle)
    return battle


def game_of(battle: Battle) -> RegroupTeam:
    module = battle.modules[0]
    assert isinstance(module, RegroupTeam)
    return module


def assert_secret(battle: Battle) -> None:
    """The strike team's view never names the holder (ruling M214)."""
    game = game_of(battle)
    assert "holder" not in battle.view(game.anti).modules[game.code]


@settings(max_examples=often(60, 20, 5), deadline=None)
@given(seeds)
def test_every_hostage_and_bomb_has_one_fate_and_the_replay_is_the_same(seed: int) -> None:
    setup, names = random_raid(Chance(seed))
    battle = watched(setup, names, seed)
    assert faults_of_events(battle, battle.events) == []
    game = game_of(battle)
    assert battle.outcome is not None
    assert_hostages(battle, game)
    assert_bomb(battle, game)
    again = Battle.replay(setup, battle.log, SeededDice(seed.to_bytes(32, "big")))
    assert again.events == battle.events
    assert again.outcome == battle.outcome


def assert_hostages(battle: Battle, game: RegroupTeam) -> None:
    hostages = game.hostages.all
    assert len(hostages) == game.hostage_count
    assert all(one.place in (Place.PLAY, Place.LEFT, Place.DEAD) for one in hostages)
    out = [e.figure for e in battle.events if e.kind is Kind.LEFT_TABLE and e.figure in [h.uid for h in hostages]]
    assert sorted(uid for uid in out if uid is not None) == [h.uid for h in hostages if h.place is Place.LEFT]
    died = [e.figure for e in battle.events if e.kind is Kind.OUT and e.figure in [h.uid for h in hostages]]
    assert len(died) == len(set(died)) == sum(h.place is Place.DEAD for h in hostages)
    scored = [e for e in battle.events if e.kind is Kind.HOSTAGE and "points" in e.data]
    assert sum(e.data["points"] == 5 for e in scored) == len(out)
    assert sum(e.data["points"] == -20 for e in scored) <= len(died)


def assert_bomb(battle: Battle, game: RegroupTeam) -> None:
    told = [e.data["what"] for e in battle.events if e.kind is Kind.BOMB]
    assert told.count("hidden") == game.has_bomb
    assert told.count("placed") <= 1
    assert told.count("defused") + told.count("exploded") <= told.count("placed")
    stage = game.bomb.stage
    assert ("exploded" in told) == (stage is Stage.EXPLODED)
    assert ("defused" in told) == (stage is Stage.DEFUSED)
    if game.has_bomb and stage is Stage.CARRIED:
        assert game.bomb.holder is not None
        assert battle.pieces[game.bomb.holder].place in (Place.PLAY, Place.ABSENT, Place.RESERVE)
    assert sum(mark.code == "bomb" for mark in battle.marks) == (stage is Stage.TICKING)
    assert sum(mark.code == "dropped_bomb" for mark in battle.marks) == (stage is Stage.DROPPED)


@settings(max_examples=often(40, 15, 4), deadline=None)
@given(seeds)
def test_receipts_change_nothing(seed: int) -> None:
    setup, names = random_raid(Chance(seed))
    quiet = playout.fight(setup, names, FastDice(seed), seed=seed, receipts=False)
    told = playout.fight(setup, names, FastDice(seed), seed=seed, receipts=True)
    assert quiet.outcome == told.outcome
    assert quiet.log == told.log
