"""The mass trial: random legal warbands on random tables under random switches, watched from outside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.core.dice import FastDice, SeededDice
from engines.musg import vehicle
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES, playable_alone
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Ride, Setup
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground.drawn_tables import draw_table
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.rules import Rules
from engines.musg.tactics import NAMES, Player
from engines.musg.tactics.chance import Chance
from engines.musg.trials.faults import faults, faults_of_events
from engines.musg.trials.playout import ACTIONS_MOST, Endless, play, players_of
from engines.musg.trials.raids import random_raid
from engines.musg.trials.recruits import random_warband
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Figure


def with_rides(setup: Setup, chance: Chance) -> Setup:
    """Return a battle in which the sides have up to three vehicles each, empty ones among them."""
    sides = tuple(
        replace(side, rides=_rides(side.figures, side.absent, chance, setup.catalogue)) for side in setup.sides
    )
    return replace(setup, sides=sides)


def _rides(figures: Sequence[Figure], absent: Sequence[int], chance: Chance, catalogue: Catalogue) -> tuple[Ride, ...]:
    free = [figure.id for figure in figures if figure.id not in absent and not figure.is_zombie]
    found = []
    for number in range(1, chance.between(0, 3) + 1):
        design = random_design(chance, catalogue)
        crew = tuple(free.pop() for _ in range(chance.between(0, 3)) if free)
        found.append(Ride(number=number, name=f"{design.type} {number}", design=design, crew=crew))
    return tuple(found)


def random_design(chance: Chance, catalogue: Catalogue) -> Design:
    """Return a design that can be built."""
    plain = Design(type=chance.pick(list(catalogue.vehicles.types)))
    design = replace(
        plain,
        front=chance.below(4),
        left=chance.below(3),
        speed=chance.below(4),
        spikes=tuple(side for side in VehicleSide if chance.one_in(3)),
        weapons=tuple(
            Mount(chance.pick(list(catalogue.ranged)), chance.one_in(2)) for _ in range(chance.between(0, 2))
        ),
    )
    return plain if vehicle.problems(design, catalogue) else design


KEYS: Final = ("reds", "greens", "blues")
RAIDS: Final = 17
"""Every battle of so many is one of anti-terrorists against terrorists, whose teams are mustered for it."""
WATCHED: Final = 10
"""Every battle of so many is watched after each action and recorded; the others are looked at when they are over."""


class Attempt(Struct, frozen=True):
    """One battle of the trial: how many actions it took, and all that went wrong."""

    seed: int
    actions: int
    faults: tuple[str, ...] = ()


def random_setup(chance: Chance) -> tuple[Setup, tuple[str, ...]]:
    """Return a random battle, now and then with modules, and random players for its sides."""
    rules = Rules(
        medikit_revives=chance.one_in(2),
        under_fire_one_die=chance.one_in(4),
        nerve_to_charge=not chance.one_in(4),
        receive_charge=not chance.one_in(4),
        first_sight=not chance.one_in(4),
        under_fire=not chance.one_in(4),
    )
    ready = list(ready_tables().values())
    if chance.one_in(3):
        sides = chance.between(2, 3)
        layout = draw_table(FastDice(chance.seed()), width=48.0, depth=40.0, sides=sides)
    else:
        layout = chance.pick(ready)
        sides = min(len(layout.zones), chance.between(2, 3))
    keys = KEYS[:sides]
    warbands = {key: random_warband(chance, key, keys[n - 1], rules) for n, key in enumerate(keys)}
    setup = from_warbands(
        warbands, layout, rules=rules, turn_limit=chance.between(4, 10), back_to_back=chance.one_in(4)
    )
    names = tuple(chance.pick(NAMES) for _ in keys)
    modules = tuple(code for code in sorted(MODULES) if not MODULES[code].own_teams and chance.one_in(4))
    setup = replace(setup, modules=modules)
    setup = with_rides(setup, chance)
    if not playable_alone(modules) or not chance.one_in(4):
        return setup, names
    return replace(setup, sides=setup.sides[:1]), names[:1]


def attempt(seed: int, *, watch: bool | None = None) -> Attempt:
    """Fight the trial's battle of a seed and return what was wrong with it.

    ``watch``: check after every action, keep receipts, and replay it from its log; one battle in ten by default.
    """
    watching = seed % WATCHED == 0 if watch is None else watch
    actions = 0
    try:
        setup, names = random_raid(Chance(seed)) if seed % RAIDS == RAIDS - 1 else random_setup(Chance(seed))
        dice = SeededDice(seed.to_bytes(32, "big")) if watching else FastDice(seed)
        battle = Battle.new(setup, dice, receipts=watching)
        players = players_of(names, seed)
        while battle.decision is not None:
            battle.play(players[battle.decision.side].decide(battle))
            actions += 1
            if actions > ACTIONS_MOST:
                raise Endless(f"{actions} actions")
            if watching:
                found = faults(battle)
                if found:
                    return Attempt(seed, actions, tuple(f"action {actions}: {fault}" for fault in found))
        found = faults(battle)
        if watching:
            found += faults_of_events(battle, battle.events)
            again = Battle.replay(setup, battle.log, SeededDice(seed.to_bytes(32, "big")))
            if again.events != battle.events or again.outcome != battle.outcome:
                found.append("the replay differs")
    except Exception as error:
        return Attempt(seed, actions, (f"action {actions}: {type(error).__name__}: {error}",))
    return Attempt(seed, actions, tuple(islice(found, 20)))


def mirrored(seed: int, name: str, against: str) -> int:
    """Fight a warband against its own mirror image; return 1 if the player ``name`` wins, 0 for a draw, else -1.

    Battles 2n and 2n + 1 are fought by the same warband on the same table, the players in each other's place.
    """
    place = seed % 2
    players = players_of((name, against) if place == 0 else (against, name), seed)
    return duel(seed, players[place], players[1 - place])


def duel(seed: int, own: Player, other: Player) -> int:
    """Let two players fight with mirror images, as in ``mirrored``: 1 if the first wins, 0 for a draw, else -1."""
    chance = Chance(seed // 2)
    warband = random_warband(chance, "twins")
    layout = chance.pick(list(ready_tables().values()))
    setup = from_warbands({KEYS[0]: warband, KEYS[1]: warband}, layout)
    place = seed % 2
    players = (own, other) if place == 0 else (other, own)
    outcome = play(Battle.new(setup, FastDice(seed), receipts=False), players).outcome
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == place else -1
