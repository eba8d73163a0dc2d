"""What captains make of an edge over which people are to escape in vehicles."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.core.dice import FastDice
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.scenarios import library
from engines.musg.tactics import player
from engines.musg.tactics.riding.escapes import escaping, gates
from engines.musg.trials import battle_file, playout

EXAMPLE = Path(battle_file.__file__).parent / "examples" / "vehicles.json"


def race() -> Battle:
    """The race of the library between the warbands of the example, before anybody has moved."""
    setup, _players = battle_file.parse_battle(EXAMPLE.read_text(encoding="utf-8"))
    return Battle.new(library()["toll_race"].setup(setup.sides, setup.rules), FastDice(1))


def test_the_gates_are_points_along_the_edge_even_before_it_opens() -> None:
    """The table is 40 paces wide and 32 deep; the race goes over its east edge, ten points 3 paces apart."""
    battle = race()
    found = gates(battle, battle.pieces[0])
    assert [x for x, _ in found] == [40.0] * 10
    assert [y for _, y in found] == [1.5 + 3 * number for number in range(10)]


def test_driving_off_is_worth_nothing_before_the_way_is_open() -> None:
    """It opens on turn 2."""
    battle = race()
    rides = next(one for one in battle.modules if isinstance(one, Vehicles)).rides(battle)
    assert escaping(battle, rides.all[0], rides.all[0].base) == 0.0


def test_captains_leave_their_vehicles_room_to_turn() -> None:
    """A light vehicle is 2 paces wide and 4 long (M344): its corners turn about its middle 1.24 beyond its side."""
    battle = race()
    rides = next(one for one in battle.modules if isinstance(one, Vehicles)).rides(battle)
    captain = player("bold", 1)
    while battle.decision and battle.decision.ask in (Ask.DEPLOY, Ask.CUSTOM):
        battle.play(captain.decide(battle))
    _truck, wasp, hornet = rides.all
    assert wasp.base.gap(hornet.base) >= 1.24


@pytest.mark.marathon
def test_captains_drive_to_the_edge_and_off_it() -> None:
    """In most of ten races at least one vehicle gets away with those aboard."""
    setup = race().setup
    battles = [playout.fight(setup, ("bold", "bold"), FastDice(seed), seed=seed) for seed in range(10)]
    away = [any(event.kind is Kind.VEHICLE_LEFT for event in battle.events) for battle in battles]
    assert sum(away) >= 6
    assert all(band.scored % 7 == 0 for battle in battles for band in battle.warbands)
