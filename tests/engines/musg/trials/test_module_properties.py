"""Whatever warbands meet whatever modules bring: nothing breaks, the log replays, everybody has one fate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from engines.__main__ import main
from engines.core.dice import FastDice, SeededDice
from engines.musg import report as reports
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.tactics.chance import Chance
from engines.musg.trials import battle_file, playout, trial
from engines.musg.trials.faults import faults, faults_of_events
from tests.thorough import often

EXAMPLES = Path(battle_file.__file__).parent / "examples"
MODULES = (("zombies",), ("aliens",), ("zombies", "aliens"), ("aliens", "zombies"))
ENDS = (Place.PLAY, Place.OUT, Place.DEAD, Place.FLED, Place.LEFT, Place.ABSENT, Place.RESERVE)
"""Where a warband's figure can be when a battle is over: each is a fate of its own."""

seeds = st.integers(0, 2**40)


def invaded(seed: int, modules: tuple[str, ...], *, alone: bool, receipts: bool = True) -> Battle:
    setup, names = trial.random_setup(Chance(seed))
    count = 1 if alone else len(setup.sides)
    setup = replace(setup, modules=modules, sides=setup.sides[:count])
    dice = SeededDice(seed.to_bytes(32, "big")) if receipts else FastDice(seed)
    return playout.fight(setup, names[:count], dice, seed=seed, receipts=receipts)


@settings(max_examples=often(80, 30, 6), deadline=None)
@given(seeds, st.sampled_from(MODULES), st.booleans())
def test_everybody_has_one_fate_and_the_log_tells_the_whole_battle(
    seed: int, modules: tuple[str, ...], alone: bool
) -> None:
    battle = invaded(seed, modules, alone=alone)
    assert faults(battle) == []
    assert faults_of_events(battle, battle.events) == []
    again = Battle.replay(battle.setup, battle.log, SeededDice(seed.to_bytes(32, "big")))
    assert again.events == battle.events
    assert again.outcome == battle.outcome
    assert_fates(battle)


def assert_fates(battle: Battle) -> None:
    """Every figure that came is somewhere, once; the infected rose, died, went, or carry it still."""
    came = {e.figure for e in battle.events if e.kind in (Kind.APPEARED, Kind.ROSE)}
    led = sum(map(len, battle.prepared.sheets))
    assert came == set(range(led, len(battle.pieces))), "numbers follow on, none is used twice"
    assert [piece.uid for piece in battle.pieces] == list(range(len(battle.pieces)))
    assert all(piece.place in ENDS for piece in battle.pieces)
    others = [p for p in battle.pieces[led:] if not p.bystander]
    assert all(p.place in (Place.PLAY, Place.DEAD) for p in others), "neutral figures stand or are gone"
    assert_fates_of_civilians(battle, battle.pieces[led:])
    risen = {e.target for e in battle.events if e.kind is Kind.ROSE}
    outcome = battle.outcome
    assert outcome
    for event in battle.events:
        if event.kind is Kind.INFECTED and event.data["caught"]:
            piece = battle.pieces[event.figure or 0]
            assert (piece.uid in risen) <= (piece.place is Place.DEAD)
            assert event.turn <= outcome.turns
    told = battle.report()
    out = [down.victim for down in told.downs]
    assert len(out) == len(set(out)) == sum(p.down for p in battle.pieces[:led])
    keys = {side.key for side in battle.setup.sides}
    assert {who.warband for who in (*out, *told.fled, *told.absent)} <= keys
    assert {down.by.warband for down in told.downs if down.by} <= keys
    captured = [battle.pieces[uid] for uid in outcome.captured]
    assert all(p.place is Place.OUT and (p.uid < led or p.bystander) for p in captured)
    assert {down.victim for down in told.downs if down.captured} == {
        reports.Who(battle.bands[p.side].key, p.number) for p in captured if not p.bystander
    }
    assert len(outcome.points) == len(battle.setup.sides)


def assert_fates_of_civilians(battle: Battle, newcomers: list[Piece]) -> None:
    """Every civilian found stands, lies, is dead or is saved, and nobody else is; the saved are worth five points."""
    civilians = [p for p in newcomers if p.bystander]
    came = [e.figure for e in battle.events if e.kind is Kind.APPEARED and e.data["profile"] in CATALOGUE.civilians]
    assert came == [p.uid for p in civilians]
    assert all(p.place in (Place.PLAY, Place.OUT, Place.DEAD, Place.LEFT) for p in civilians)
    saved = [e.figure for e in battle.events if e.kind is Kind.SAVED]
    assert sorted(saved) == [p.uid for p in civilians if p.place is Place.LEFT and not p.down]  # else a body went
    assert [band.scored for band in battle.warbands] == [
        5 * sum(battle.pieces[uid or 0].side == band.index for uid in saved) for band in battle.warbands
    ]
    for band in battle.bands:
        assert all(p.side == band.index for p in band.pieces)


def test_the_campaign_takes_the_report_of_an_invaded_battle() -> None:
    """The points of the report are those of the battle: nobody scores for what zombies or aliens did."""
    from engines.musg.battle.opening import from_warbands
    from engines.musg.ground.ready_tables import ready_tables
    from tests.engines.musg.builders import mustered

    warbands = {"north": mustered("human"), "south": mustered("orc")}
    for seed, modules in enumerate(MODULES):
        setup = from_warbands(warbands, ready_tables()["village"], modules=modules)
        battle = playout.fight(setup, ("cautious", "bold"), FastDice(seed), seed=seed)
        found = battle.report()
        assert reports.problems(warbands, found) == []
        assert battle.outcome
        assert tuple(reports.result(warbands, found).points.values()) == battle.outcome.points


@pytest.mark.marathon
@pytest.mark.parametrize("modules", MODULES)
def test_receipts_change_nothing_with_modules(modules: tuple[str, ...]) -> None:
    quiet = invaded(7, modules, alone=False, receipts=False)
    setup, names = quiet.setup, trial.random_setup(Chance(7))[1]
    told = playout.fight(setup, names, FastDice(7), seed=7, receipts=True)
    assert quiet.outcome == told.outcome
    assert quiet.log == told.log


def test_a_raid_is_fought_and_forecast_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    example = str(EXAMPLES / "regroup_team.json")
    for module in ("regroup_team", "regroup_hostages", "regroup_bomb"):
        assert main(["musg", "battle", example, "--module", module, "--json", "--log"]) == 0
        events = json.loads(capsys.readouterr().out)["events"]
        assert any(event["kind"] == "alert" for event in events) is (module != "regroup_bomb")
        assert any(event["kind"] == "bomb" for event in events) is (module != "regroup_hostages")
    assert main(["musg", "simulate", example, "--battles", "3"]) == 0
    assert "3 battles" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["zombies", "aliens"])
def test_the_examples_of_modules_are_fought_from_the_command_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["musg", "battle", str(EXAMPLES / f"{name}.json")]) == 0
    assert " came, " in capsys.readouterr().out
    assert main(["musg", "simulate", str(EXAMPLES / f"{name}.json"), "--battles", "3"]) == 0
    assert "3 battles" in capsys.readouterr().out


def test_a_module_is_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    example = str(EXAMPLES / "skirmish.json")
    assert main(["musg", "battle", example, "--module", "zombies", "--json", "--log"]) == 0
    events = json.loads(capsys.readouterr().out)["events"]
    assert any(event["kind"] == "encounter" for event in events)
    with pytest.raises(SystemExit):
        main(["musg", "battle", example, "--module", "ghosts"])


def test_the_example_of_pulp_spends_points() -> None:
    """Both captains have points and use them; nobody who is out spends any (ruling M308)."""
    setup, names = battle_file.parse_battle((EXAMPLES / "pulp.json").read_bytes())
    spenders = set()
    for seed in range(3):
        battle = playout.fight(setup, names, SeededDice(bytes([seed]) * 16), seed=seed)
        down: set[int | None] = set()
        for event in battle.events:
            down |= {event.figure} if event.kind is Kind.OUT else set()
            if event.kind is Kind.PULP_DIE:
                assert event.figure not in down
                spenders.add(event.side)
    assert spenders == {0, 1}


@pytest.mark.parametrize("name", ["cautious", "bold"])
def test_captains_shoot_at_neutral_figures(name: str) -> None:
    """A band of rifles does not wait to be bitten: most zombies that come do not stand at the end."""
    setup, _ = battle_file.parse_battle((EXAMPLES / "zombies.json").read_bytes())
    came = gone = 0
    for seed in range(6):
        battle = playout.fight(setup, (name,), FastDice(seed), seed=seed, receipts=False)
        came += len(battle.bands[1].pieces)
        gone += sum(piece.down for piece in battle.bands[1].pieces)
    assert gone * 2 > came


@pytest.mark.marathon
@pytest.mark.parametrize("modules", MODULES)
def test_hundreds_of_invasions(modules: tuple[str, ...]) -> None:
    for seed in range(often(200, 20)):
        battle = invaded(seed, modules, alone=seed % 4 == 0)
        assert faults(battle) == []
        assert faults_of_events(battle, battle.events) == []
        assert_fates(battle)
