"""Three thousand small battles over all modules and scenarios: nothing raises, and all have one fate (issue 13).

Every tenth battle of a kind is watched after each action and recorded, its record held against the fates, and replayed.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.core.dice import FastDice, SeededDice
from engines.musg.battle.events import Event as Told, Kind as Event
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.pursuit import Pursuit
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.state import CAPTIVE, Place
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.scenarios.ready_made import SCENARIOS
from engines.musg.trials import playout
from engines.musg.trials.faults import faults, faults_of_events
from tests.engines.musg.trials.fates import fates, fates_in_record
from tests.engines.musg.trials.mixtures import KINDS, mixture
from tests.thorough import often

BATTLES = 3200
PART = 400
RECORDED = 10


def recorded(number: int) -> bool:
    """Whether a battle keeps its record: one in ten of every kind, though kinds return every so many numbers."""
    return (number + number // len(KINDS)) % RECORDED == 0


def fought(number: int) -> list[str]:
    """Fight one battle and return all that was wrong with it."""
    _, setup, names = mixture(number)
    keeps = recorded(number)
    seed = number.to_bytes(32, "big")
    battle = Battle.new(setup, SeededDice(seed) if keeps else FastDice(number), receipts=keeps)
    players = playout.players_of(names, number)
    if keeps:
        while battle.decision is not None:
            battle.play(players[battle.decision.side].decide(battle))
            if found := faults(battle):
                return [f"action {len(battle.log)}: {fault}" for fault in found]
    playout.play(battle, players)
    found = [*faults(battle), *fates(battle)]
    if keeps:
        found += [*faults_of_events(battle, battle.events), *fates_in_record(battle, battle.events)]
        again = Battle.replay(setup, battle.log, SeededDice(seed))
        if again.events != battle.events or again.outcome != battle.outcome:
            found.append("the replay differs")
    return found


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(0, BATTLES, PART))
def test_three_thousand_battles_of_all_kinds(first: int) -> None:
    wrong: dict[int, list[str]] = {}
    for number in range(first, first + often(PART, PART // 10)):
        try:
            found = fought(number)
        except Exception as error:  # the number of the battle is what whoever mends it needs
            found = [repr(error)]
        if found:
            wrong[number] = found
    assert wrong == {}


def test_each_module_and_each_scenario_is_fought_a_hundred_times_alone() -> None:
    """26 kinds of their own and 6 of things played together: 32 kinds, 100 battles each, 10 of them recorded."""
    kinds = Counter(KINDS[number % len(KINDS)].name for number in range(BATTLES))
    assert {name: count for name, count in kinds.items() if name != "together"} == dict.fromkeys(
        ("none", *MODULES, *SCENARIOS), 100
    )
    assert sum(kinds.values()) == BATTLES
    replayed = Counter(KINDS[number % len(KINDS)].name for number in range(BATTLES) if recorded(number))
    assert all(replayed[name] * RECORDED == count for name, count in kinds.items())


def test_things_are_played_together() -> None:
    """Whatever goes together is drawn: every module meets others, warbands stand alone, in twos and in threes."""
    setups = [(kind, setup) for kind, setup, _ in map(mixture, range(300)) if kind.together or kind.scenario]
    for code in MODULES:
        assert any(code in setup.modules and len(setup.modules) > 1 for _, setup in setups), code
    assert {len(setup.sides) for _, setup in setups} == {1, 2, 3}
    assert any(side.captives for _, setup in setups for side in setup.sides)
    assert any(side.rides for _, setup in setups for side in setup.sides)
    assert any(setup.objectives and "pulp" in setup.modules for _, setup in setups)


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_one_small_battle_of_each_kind(number: int) -> None:
    assert fought(number) == []


# --- the audit sees what is wrong: each fault is made by hand ---------------------------------------------------------


def finished(name: str) -> Battle:
    """The first battle of a kind, when it is over and in order."""
    number = next(number for number, kind in enumerate(KINDS) if kind.name == name)
    _, setup, names = mixture(number)
    battle = playout.fight(setup, names, FastDice(number), seed=number)
    assert fates(battle) == fates_in_record(battle, battle.events) == []
    return battle


def module_of[T](battle: Battle, kind: type[T]) -> T:
    return next(one for one in battle.modules if isinstance(one, kind))


def test_it_sees_who_was_never_deployed_or_stands_twice() -> None:
    battle = finished("none")
    battle.pieces[0].place = Place.WAITING
    assert any("WAITING" in fault for fault in fates(battle))
    battle = finished("none")
    battle.bands[1].pieces.append(battle.pieces[0])
    assert any("2 bands" in fault for fault in fates(battle))


def test_it_sees_a_neutral_figure_that_fled() -> None:
    battle = finished("regroup_hostages")
    hostage = module_of(battle, RegroupTeam).hostages.all[0]
    hostage.place = Place.FLED
    assert any("a hostage, is FLED" in fault for fault in fates(battle))


def test_it_sees_a_bomb_without_a_holder_and_one_without_a_mark() -> None:
    battle = finished("regroup_bomb")
    bomb = module_of(battle, RegroupTeam).bomb
    bomb.stage, bomb.holder = Stage.CARRIED, None
    assert any("its holder is None" in fault for fault in fates(battle))
    bomb.stage = Stage.DROPPED
    assert any("the marks are" in fault for fault in fates(battle))


def test_it_sees_a_point_of_pulp_too_many() -> None:
    battle = finished("pulp")
    told = next(event for event in battle.events if event.kind is Event.PULP_POOLS)
    again = replace(told, kind=Event.PULP_REGAINED)
    assert any("points are left" in fault for fault in fates_in_record(battle, [told, again]))
    module_of(battle, PulpPoints).regained += 1
    assert any("sacrifices" in fault for fault in fates(battle))
    assert any("points of pulp" in fault for fault in faults(battle))


def test_it_sees_an_infection_that_is_gone() -> None:
    battle = finished("zombies")
    said = Told(0, 1, Event.INFECTED, "x", 0, 0, data={"caught": True})
    battle.pieces[0].place = Place.PLAY
    assert any("its infection is gone" in fault for fault in fates_in_record(battle, [said]))


def test_it_sees_a_captive_who_went_home_untold() -> None:
    number = next(n for n in range(1, BATTLES) if any(side.captives for side in mixture(n)[1].sides))
    _, setup, names = mixture(number)
    battle = playout.fight(setup, names, FastDice(number), seed=number)
    captive = next(piece for piece in battle.pieces if CAPTIVE in piece.traits)
    captive.place = Place.FLED
    assert any(fault.startswith("captives") for fault in fates(battle))
    captive.place, captive.down = Place.LEFT, False
    told = [event for event in battle.events if event.kind is not Event.SAVED]
    assert any(fault.startswith("saved") for fault in fates_in_record(battle, told))


def test_it_sees_things_borne_by_nobody() -> None:
    battle = finished("treasure")
    thing = module_of(battle, Pursuit).things[0]
    thing.bearer, thing.gone = None, False
    battle.marks.clear()
    battle.pieces[0].laden = True
    assert {f"thing {thing.number} has 0 marks", "things are borne by []"} <= set(fates(battle))


def test_it_sees_vehicles_that_add_up_wrong() -> None:
    number = next(n for n in range(1, BATTLES) if any(side.rides for side in mixture(n)[1].sides))
    _, setup, names = mixture(number)
    battle = playout.fight(setup, names, FastDice(number), seed=number)
    ride = module_of(battle, Vehicles).rides(battle).all[0]
    ride.structure = ride.built.structure + 1
    assert any("points of structure" in fault for fault in fates(battle))
    ride.crew = [battle.pieces[0], battle.pieces[0]]
    assert any(fault.startswith("aboard are") for fault in fates(battle))
