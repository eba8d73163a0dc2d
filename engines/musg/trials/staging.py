"""Battles of scenarios between random warbands: do they hold together, and do they favour a side?"""

from __future__ import annotations

from engines.core.dice import FastDice, SeededDice
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup, from_warbands
from engines.musg.rules import Rules
from engines.musg.scenarios import Scenario
from engines.musg.tactics import TEMPERAMENTS
from engines.musg.tactics.chance import Chance
from engines.musg.trials import playout
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.recruits import random_warband

KEYS = "abcdef"


def staged(scenario: Scenario, seed: int, *, twins: bool = False) -> Setup:
    """Return a battle of a scenario between random warbands, ``twins`` being alike in everything."""
    chance = Chance(seed)
    first = random_warband(chance, "band", "", Rules())
    keys = KEYS[: len(scenario.sides)]
    warbands = {key: first if twins else random_warband(chance, key, "", Rules()) for key in keys}
    if not twins:
        warbands["a"] = first
    sides = from_warbands(warbands, scenario.layout()).sides
    return scenario.setup(sides, Rules())


def fought(scenario: Scenario, seed: int, names: tuple[str, ...] | None = None, *, twins: bool = False) -> Battle:
    """Fight one, with captains of both temperaments unless ``names`` are given; no receipts."""
    setup = staged(scenario, seed, twins=twins)
    captains = list(TEMPERAMENTS)
    chosen = names or tuple(captains[(seed + side) % len(captains)] for side in range(len(setup.sides)))
    return playout.fight(setup, chosen, FastDice(seed), seed=seed, receipts=False)


def shares(scenario: Scenario, battles: int, first: int = 0) -> tuple[list[int], int]:
    """Return how many battles between twins each side won, and how many were draws."""
    won, draws = [0] * len(scenario.sides), 0
    for seed in range(first, first + battles):
        outcome = fought(scenario, seed, twins=True).outcome
        if outcome is None or outcome.winner is None:
            draws += 1
        else:
            won[outcome.winner] += 1
    return won, draws


def attempt(scenario: Scenario, seed: int, names: tuple[str, ...]) -> list[str]:
    """Fight one with receipts, replay it, and return what was wrong."""
    setup = staged(scenario, seed)
    dice = seed.to_bytes(32, "big")
    battle = playout.fight(setup, names[: len(setup.sides)], SeededDice(dice), seed=seed)
    found = [*faults(battle), *faults_of_events(battle, battle.events)]
    again = Battle.replay(setup, battle.log, SeededDice(dice))
    if again.events != battle.events or again.outcome != battle.outcome:
        found.append("the replay differs")
    return found
