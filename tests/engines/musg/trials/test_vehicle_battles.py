"""Whatever warbands drive: nothing breaks, the log replays, every figure and every vehicle has one fate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from engines.__main__ import main
from engines.core.dice import FastDice, SeededDice
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.record import decode, encode
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.tactics.chance import Chance
from engines.musg.trials import battle_file, playout, trial
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.trial import with_rides
from tests.thorough import often

EXAMPLE = Path(battle_file.__file__).parent / "examples" / "vehicles.json"
ENDS = (Place.PLAY, Place.ABOARD, Place.OUT, Place.DEAD, Place.FLED, Place.LEFT, Place.ABSENT, Place.RESERVE)

seeds = st.integers(0, 2**40)


def setup_of(seed: int) -> tuple[Setup, tuple[str, ...]]:
    setup, names = trial.random_setup(Chance(seed))
    if len(setup.sides) < 2:
        setup, names = trial.random_setup(Chance(seed + 1))
    setup = with_rides(replace(setup, modules=("vehicles",)), Chance(seed))
    return (setup, names) if len(setup.sides) > 1 else setup_of(seed + 2)


def assert_fates(battle: Battle) -> None:
    """Everybody aboard is in one vehicle, holds its wheel or not; a vehicle stands, is a wreck, or has left."""
    module = next(one for one in battle.modules if isinstance(one, Vehicles))
    rides = module.rides(battle).all
    aboard = [piece.uid for ride in rides for piece in ride.crew]
    assert sorted(aboard) == [piece.uid for piece in battle.pieces if piece.place is Place.ABOARD]
    assert all(piece.place in ENDS for piece in battle.pieces)
    for ride in rides:
        assert 0 <= ride.structure <= ride.built.structure
        assert ride.pilot is None or (ride.pilot in ride.crew and not ride.wreck)
        assert not (ride.left and ride.crew)
    standing = [ride for ride in rides if ride.on_table]
    for number, one in enumerate(standing):
        assert not any(one.base.overlaps(other.base) for other in standing[number + 1 :])
    left = {event.data["vehicle"] for event in battle.events if event.kind is Kind.VEHICLE_LEFT}
    assert left == {ride.index for ride in rides if ride.left}
    for ride in rides:
        lost = [int(str(e.data["lost"])) for e in battle.events if e.kind is Kind.VEHICLE_DAMAGED]
        assert sum(lost) == sum(one.built.structure - one.structure for one in rides), ride.name
    reported = {(one.warband, one.vehicle): one.lost for one in battle.report().broken or ()}
    assert all(lost > 0 for lost in reported.values())


@settings(max_examples=often(80, 25, 6), deadline=None)
@given(seeds, st.booleans())
def test_everybody_and_every_vehicle_has_one_fate_and_the_log_tells_the_battle(seed: int, random: bool) -> None:
    setup, names = setup_of(seed)
    players = ("random",) * len(names) if random else names
    battle = playout.fight(setup, players, SeededDice(seed.to_bytes(32, "big")), seed=seed, receipts=True)
    assert faults(battle) == []
    assert faults_of_events(battle, battle.events) == []
    assert_fates(battle)
    kept = decode(encode(battle.prove()))
    again = Battle.replay(kept.setup, kept.actions, SeededDice(seed.to_bytes(32, "big")))
    assert again.events == battle.events
    assert again.outcome == battle.outcome


@pytest.mark.marathon
def test_receipts_change_nothing_with_vehicles() -> None:
    setup, names = setup_of(11)
    quiet = playout.fight(setup, names, FastDice(11), seed=11, receipts=False)
    told = playout.fight(setup, names, FastDice(11), seed=11, receipts=True)
    assert quiet.outcome == told.outcome
    assert quiet.log == told.log


def test_the_example_is_fought_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["musg", "battle", str(EXAMPLE), "--json", "--log"]) == 0
    kinds = {event["kind"] for event in json.loads(capsys.readouterr().out)["events"]}
    assert {"vehicle_placed", "drove", "vehicle_hit"} <= kinds
    assert main(["musg", "simulate", str(EXAMPLE), "--battles", "2"]) == 0
    assert "2 battles" in capsys.readouterr().out


def test_vehicles_stay_at_home_without_the_module() -> None:
    setup, names = battle_file.parse_battle(EXAMPLE.read_bytes())
    battle = playout.fight(replace(setup, modules=()), names, FastDice(1), seed=1, receipts=True)
    assert not any(event.kind is Kind.VEHICLE_PLACED for event in battle.events)
    assert all(piece.place is not Place.ABOARD for piece in battle.pieces)
