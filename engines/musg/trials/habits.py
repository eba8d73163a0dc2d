"""What captains make a habit of, good and bad, counted over random battles: the yardstick for whoever mends tactics."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from engines.core.dice import FastDice
from engines.musg.battle import conclusion
from engines.musg.battle.actions import Action, BreakOff, Charge, Run, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import reaches
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.table import distance
from engines.musg.tactics import TEMPERAMENTS, Player, player
from engines.musg.tactics.chance import Chance
from engines.musg.trials import playout, trial

AT_ARMS_LENGTH: Final = 0.5
"""A move that ends so near an enemy, in paces, might as well have been a charge."""
BESIDE: Final = 1.0


class Habits(Struct):
    """Counts over ``battles`` battles.

    ``run_ups`` are walks and runs that ended at arm's length of an enemy who could have been charged, beside all
    ``charges``. Of ``partings``, moves next after breaking off, ``returns`` ended beside an enemy just left. Of
    ``leaders`` who fell while somebody stood who may carry them off, ``guarded`` were. Of ``hunters`` held back,
    ``late`` never came.
    """

    battles: int = 0
    charges: int = 0
    run_ups: int = 0
    partings: int = 0
    returns: int = 0
    leaders: int = 0
    guarded: int = 0
    hunters: int = 0
    late: int = 0

    def __add__(self, other: Habits) -> Habits:
        """Return the counts of both."""
        return Habits(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


class Observer:
    """Watches one battle: told of every action before it is played, and once of the end."""

    def __init__(self) -> None:
        self.habits = Habits()
        self._left: dict[int, list[Piece]] = {}
        self._bereaved: set[int] = set()
        self._held: set[int] = set()

    def before(self, battle: Battle, action: Action) -> None:
        """Note what an action about to be played says of the one who chose it."""
        decision = battle.decision
        if decision is not None and decision.ask is Ask.ACT:
            self._act(battle, battle.pieces[decision.figure or 0], action)
        self._look_round(battle)

    def over(self, battle: Battle) -> None:
        """Note what a battle came to."""
        self._look_round(battle)
        habits = self.habits
        habits.battles += 1
        guarded = conclusion.report(battle).guarded
        habits.leaders += len(self._bereaved)
        habits.guarded += sum(battle.bands[side].key in guarded for side in self._bereaved)
        habits.hunters += len(self._held)
        habits.late += sum(battle.pieces[uid].place in (Place.RESERVE, Place.AWAY) for uid in self._held)

    def _act(self, battle: Battle, piece: Piece, action: Action) -> None:
        habits = self.habits
        if isinstance(action, Charge):
            habits.charges += 1
            self._left.pop(piece.uid, None)
        elif isinstance(action, BreakOff):
            self._left[piece.uid] = list(piece.foes)
        elif isinstance(action, Walk | Run):
            end = battle.table.base_at(action.x, action.y, piece.base[3])
            near = [foe for foe in battle.enemies(piece) if distance(end, foe.base) <= AT_ARMS_LENGTH]
            habits.run_ups += any(battle.sees(piece, foe) and reaches(battle, piece, foe) for foe in near)
            left = self._left.pop(piece.uid, None)
            if left is not None:
                habits.partings += 1
                habits.returns += any(foe.afoot and distance(end, foe.base) <= BESIDE for foe in left)

    def _look_round(self, battle: Battle) -> None:
        for band in battle.bands:
            leader = band.leader
            if leader is not None and leader.place is Place.OUT and band.index not in self._bereaved:
                standing = battle.afoot(band.index)
                if any("carries_leader" in p.traits for p in standing):
                    self._bereaved.add(band.index)
        if battle.turn < 1:
            self._held |= {p.uid for p in battle.pieces if p.place is Place.RESERVE}


def observed(battle: Battle, players: list[Player]) -> Habits:
    """Let players finish a battle and return what habits they showed."""
    watching = Observer()
    for _ in range(playout.ACTIONS_MOST):
        decision = battle.decision
        if decision is None:
            watching.over(battle)
            return watching.habits
        action = players[decision.side].decide(battle)
        watching.before(battle, action)
        battle.play(action)
    raise playout.Endless(f"{playout.ACTIONS_MOST} actions")


def habits_of(seed: int) -> Habits:
    """Let captains of all temperaments fight the random battle of a seed, and return their habits."""
    setup, _ = trial.random_setup(Chance(seed))
    names = list(TEMPERAMENTS)
    captains = [player(names[(seed + side) % len(names)]) for side in range(len(setup.sides))]
    return observed(Battle.new(setup, FastDice(seed), receipts=False), captains)
