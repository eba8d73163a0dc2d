"""Twins: the same battle twice with one hidden thing changed looks alike to whoever may not know it.

The hidden commando stands elsewhere, or somebody else carries the bomb (rulings M214, M280). As long as what is hidden
has had no open consequence, rivals and spectators see the same table, are told the same, asked the same and offered the
same; and a captain who is not told decides the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.dice import SeededDice
from engines.musg.battle.actions import Action, Activate, Custom, Deploy, Pass
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.knowledge import hidden_from, told
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.state import Piece
from engines.musg.battle.taking_back import may_take_back, moment
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.table import distance
from engines.musg.prospects import options, reach
from engines.musg.tactics import TEMPERAMENTS, Captain
from engines.musg.tactics.chance import Chance
from engines.musg.trials.raids import random_raid
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, fig, hired
from tests.thorough import MARATHON, often

POSITIONS = often(2_000, 200, 60)
"""How many positions are compared of each kind."""
MOST = 40
"""Of one battle at most so many: others show more."""
COMMANDO = 3
NEAR = (2.0, 3.0, 4.0)
"""Within so many paces of him a friend gains leadership (rulings M21, M146, M152): that is told, as a total."""
APART = 3.0


class Twins:
    """Two battles with the same dice, played alike, and what somebody who may not know is shown of both."""

    def __init__(self, setup: Setup, seed: int, rival: int) -> None:
        self.both = tuple(Battle.new(setup, SeededDice(seed.to_bytes(32, "big"))) for _ in range(2))
        self.rival = rival
        self._since = [0, 0]
        self._may = [False, False]

    def shown(self, battle: Battle, side: int | None, since: int) -> tuple[Any, ...]:
        """All that a side, or a spectator, has of a battle now, the events from a number on."""
        mine = battle.decision is not None and battle.decision.side == side
        asked = (battle.decision, battle.actions(), options(battle, side)) if mine and side is not None else ()
        acts = battle.decision.figure if MARATHON and mine and battle.decision.ask is Ask.ACT else None
        ground = reach(battle, acts, side=side) if acts is not None and side is not None else None
        return battle.view(side), told(battle, battle.events[since:], side), hidden_from(battle, side), asked, ground

    def look_alike(self) -> None:
        """Compare."""
        for side in (self.rival, None):
            one, other = (self.shown(*row) for row in zip(self.both, (side, side), self._since, strict=True))
            assert one == other
        assert self._may[0] is self._may[1]
        self._since = [len(battle.events) for battle in self.both]

    def play(self, one: Action, other: Action | None = None) -> bool:
        """Play on, in both; whether the second could."""
        first, second = self.both
        if not second.can(other or one):
            return False
        for number, (battle, action) in enumerate(zip(self.both, (one, other or one), strict=True)):
            before = moment(battle)
            battle.play(action)
            self._may[number] = before.side == self.rival and may_take_back(before, battle)
        return len(first.dice.rolls) == len(second.dice.rolls)


def ambushed(chance: Chance) -> Setup:
    """Two small warbands on a ready table, one with a commando, the other with all that might find him."""
    guns = ["rifle", "assault_rifle", "pistol", "grenade_launcher", "bow", "flamethrower"]
    ours = [fig(LEADER, None, chance.pick(guns)), fig(HENCHMAN, None, chance.pick(guns)), fig(HENCHMAN, None)]
    theirs = [fig(LEADER, None, chance.pick(guns), "medikit"), fig(LIEUTENANT, None, chance.pick(guns))]
    theirs += [fig(HENCHMAN, None, chance.pick(guns)), fig(HENCHMAN, None)]
    bands = [[*ours, hired("human_commando", None, "rifle")], theirs]
    table = chance.pick([one for one in ready_tables().values() if len(one.zones) == 2])
    sides = []
    for zone, band in enumerate(bands):
        figures = tuple(replace(one, id=number, name=f"{zone}.{number}") for number, (one, _at) in enumerate(band, 1))
        sides.append(Side(key="ab"[zone], name="AB"[zone], race="generic", figures=figures, zone=zone))
    return Setup(sides=tuple(sides), table=table)


def hiding_places(battle: Battle, chance: Chance) -> tuple[Deploy, Deploy] | None:
    """Two places for the commando that make no open difference yet."""
    wide, deep = int(battle.table.width * 10), int(battle.table.depth * 10)
    found: list[Deploy] = []
    for _ in range(200):
        spot = Deploy(COMMANDO, chance.below(wide) / 10, chance.below(deep) / 10)
        near = _near(battle, battle.table.base_at(spot.x, spot.y))
        if not any(near) and battle.can(spot):
            found.append(spot)
            if len(found) == 2:
                return found[0], found[1]
    return None


def _near(battle: Battle, base: Any) -> list[list[int]]:
    mates = [p for p in battle.bands[0].pieces if p.uid != COMMANDO and p.afoot]
    return [[p.uid for p in mates if distance(base, p.base) <= paces + 0.01] for paces in NEAR]


def consequences(twins: Twins) -> bool:
    """Whether where he is makes a difference that may be seen: he is found, or a friend is near him in one of both."""
    first, second = twins.both
    spots = [battle.pieces[COMMANDO].base for battle in twins.both]
    if not all(battle.pieces[COMMANDO].hidden for battle in twins.both):
        return True
    near = _near(first, spots[0]), _near(second, spots[1])
    return any(near[0]) or any(near[1])


def passes_by(events: list[Event], spots: list[Piece]) -> bool:
    """Whether a friend of his went round him, or might have."""
    ways = [way for event in events if event.side == 0 for way in (event.data.get("way"),) if isinstance(way, list)]
    for way in ways:
        for (ax, ay), (bx, by) in pairwise(way):
            for one in spots:
                for share in range(11):
                    x, y = ax + (bx - ax) * share / 10, ay + (by - ay) * share / 10
                    if (x - one.base[0]) ** 2 + (y - one.base[1]) ** 2 < APART * APART:
                        return True
    return False


def ambush(seed: int) -> Iterator[Twins]:
    """Give the positions of one battle with a hidden commando, in both of which he lies in wait."""
    chance = Chance(seed)
    setup = ambushed(chance)
    twins = Twins(setup, seed, rival=1)
    captain = Captain(list(TEMPERAMENTS.values())[seed % 2])
    first, second = twins.both
    while first.decision is not None and first.turn < 5:
        yield twins
        if first.decision.ask is Ask.DEPLOY and first.decision.options == (COMMANDO,):
            spots = hiding_places(first, chance)
            if spots is None or not twins.play(*spots):
                return
            continue
        action = captain.decide(first)
        if first.decision.side == 1:
            assert captain.decide(second) == action
        elif isinstance(action, Activate) and action.figure == COMMANDO:
            others = [uid for uid in first.decision.options if uid != COMMANDO]
            action = Activate(others[0]) if others else Pass()
        before = len(first.events)
        if not twins.play(action) or (first.turn and consequences(twins)):
            return
        if passes_by(first.events[before:], [battle.pieces[COMMANDO] for battle in twins.both]):
            return


def raid(seed: int) -> Iterator[Twins]:
    """Give the positions of one battle about a bomb, which somebody else carries in its twin."""
    setup, _names = random_raid(Chance(seed))
    twins = Twins(setup, seed, rival=0)
    first, second = twins.both
    game = next(module for module in first.modules if isinstance(module, RegroupTeam))
    twins.rival = game.anti
    captain = Captain(TEMPERAMENTS["bold"])
    while first.decision is not None and game.has_bomb:
        yield twins
        if first.decision.about.endswith(".holder"):
            one, *others = [action for action in first.actions() if isinstance(action, Custom)]
            if not others or not twins.play(one, others[seed % len(others)]):
                return
            continue
        action = captain.decide(first)
        if first.decision.side == game.anti:
            assert captain.decide(second) == action
        if not twins.play(action):
            return
        if any(event.kind is Kind.BOMB and event.data["what"] in ("dropped", "placed") for event in first.events[-20:]):
            return
        if len(first.events) != len(second.events):
            return


@pytest.mark.parametrize("battles", [ambush, raid])
def test_twins_look_alike_to_whoever_may_not_know(battles: Any) -> None:
    compared = asked = 0
    for seed in range(10_000):
        for number, twins in enumerate(battles(seed)):
            decision = twins.both[0].decision
            asked += decision is not None and decision.side == twins.rival
            twins.look_alike()
            compared += 1
            if number >= MOST:
                break
        if compared >= POSITIONS:
            break
    assert compared >= POSITIONS
    assert asked > POSITIONS / 10
