"""Battles of scenarios between random warbands: do they hold together, and do they favour a side?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import FastDice, SeededDice
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES
from engines.musg.battle.opening import from_warbands, problems
from engines.musg.battle.rescue import RESCUERS
from engines.musg.battle.setup import Setup
from engines.musg.engagement import Captivity
from engines.musg.part import Part, Side as Cause
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.scenarios import Scenario
from engines.musg.tactics import TEMPERAMENTS
from engines.musg.tactics.chance import Chance
from engines.musg.trials import playout
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.raids import random_teams
from engines.musg.trials.recruits import random_warband
from engines.musg.warband import Warband

KEYS = "abcdef"
CAPTIVES_MOST: Final = 2
"""So many of a warband wait for it in a rescue at most, and never more than half of those who may."""


def staged(scenario: Scenario, seed: int, *, twins: bool = False) -> Setup:
    """Return a battle of a scenario between random warbands, ``twins`` being alike in everything.

    Whoever plays a part (``Role.part``) is mustered for it. There are no twins where teams are mustered for a module:
    they are as strong as its rules make them.
    """
    chance = Chance(seed)
    if any(MODULES[code].own_teams for code in scenario.modules):
        return _with_teams(scenario, chance)
    first = random_warband(chance, "band", "", Rules())
    keys = KEYS[: len(scenario.sides)]
    warbands = {key: first if twins else random_warband(chance, key, "", Rules()) for key in keys}
    if not twins:
        warbands["a"] = first
    for key, role in zip(keys, scenario.sides, strict=True):
        if role.part is not UNSET and role.part in _MUSTERS:
            warbands[key] = _MUSTERS[role.part](warbands[key])
    sides = from_warbands(warbands, scenario.layout(), modules=scenario.modules).sides
    return scenario.setup(sides, Rules())


def _with_teams(scenario: Scenario, chance: Chance) -> Setup:
    """Return a raid of teams by the rules of composition; a leader too dear for the other team is drawn again."""
    while True:
        setup = scenario.setup(random_teams(chance, Rules()), Rules())
        if not problems(setup):
            return setup


def _hero(warband: Warband) -> Warband:
    return replace(warband, part=Part(Cause.HEROES))


def _villain(warband: Warband) -> Warband:
    return replace(warband, part=Part(Cause.VILLAINS))


def _bereft(warband: Warband) -> Warband:
    """Return a warband of whom the aliens keep a few: of the henchmen if there are others, never the leader."""
    able = [f.id for f in warband.active if f.rank in (Rank.HENCHMAN, Rank.LIEUTENANT) and not f.misses_next]
    kept = able[-max(1, min(CAPTIVES_MOST, len(able) // 2)) :]
    since = Captivity("landing", "The landing")
    figures = tuple(replace(f, captive=since) if f.id in kept else f for f in warband.figures)
    return replace(warband, figures=figures)


_MUSTERS: Final[Mapping[str, Callable[[Warband], Warband]]] = {
    Cause.HEROES: _hero,
    Cause.VILLAINS: _villain,
    RESCUERS: _bereft,
}
"""What makes an ordinary warband one for a part."""


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
