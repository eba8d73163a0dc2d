"""What a player is to a battle, and the one who knows the rules but nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from engines.musg.battle import checks, choices
from engines.musg.battle.actions import Action, End, Pass
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece, Place
from engines.musg.tactics.chance import Chance

IDLE: Final = 8
"""Once in so many times a random player considers stopping early: one that keeps stopping would be no yardstick."""


class Player(Protocol):
    """Decides for a side. It looks at the battle, never at its dice, and never changes it."""

    def decide(self, battle: Battle) -> Action:
        """Return a legal answer to ``battle.decision``, which is never ``None`` here."""


class RandomPlayer:
    """Picks a kind of action that is possible, each as likely, then any legal action of that kind."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def decide(self, battle: Battle) -> Action:
        """Return a legal answer drawn at random."""
        decision = battle.decision
        if decision is not None and decision.ask is Ask.ACT:
            return self._act(battle, battle.pieces[decision.figure or 0])
        offered = battle.actions()
        if Pass() in offered and len(offered) > 1 and not self._chance.one_in(IDLE):
            offered = [action for action in offered if not isinstance(action, Pass)]
        return self._chance.pick(offered)

    def _act(self, battle: Battle, piece: Piece) -> Action:
        if self._chance.one_in(IDLE):
            return End()
        kinds: list[Callable[[], Sequence[Action]]] = [
            lambda: battle.strikes(piece),
            lambda: choices.heals(battle, piece),
            lambda: [one for module in battle.modules for one in module.actions(battle, piece)],
        ]
        if piece.place is not Place.ABOARD:
            kinds += self._on_foot(battle, piece)
        while kinds:
            found = kinds.pop(self._chance.below(len(kinds)))()
            if battle.half is not None:
                found = [action for action in found if checks.in_its_half(battle, action)]
            if found:
                return self._chance.pick(found)
        return End()

    def _on_foot(self, battle: Battle, piece: Piece) -> list[Callable[[], Sequence[Action]]]:
        kinds: list[Callable[[], Sequence[Action]]] = [
            lambda: battle.shots(piece),
            lambda: battle.charges(piece),
            lambda: choices.escapes(battle, piece) if piece.foes else [],
            lambda: self._somewhere(battle, piece),
            lambda: choices.burdens(battle, piece) if not piece.foes and piece.ap else [],
        ]
        if battle.open_edges:
            kinds.append(lambda: choices.exits(battle, piece) if self._chance.one_in(IDLE) else [])
        return kinds

    def _somewhere(self, battle: Battle, piece: Piece) -> list[Action]:
        """Return a move towards any point of the table."""
        if piece.foes or not piece.ap:
            return []
        x = self._chance.below(int(battle.table.width * 10)) / 10
        y = self._chance.below(int(battle.table.depth * 10)) / 10
        way = battle.towards(piece, x, y, run=piece.ap > 1 and self._chance.one_in(2))
        return [way] if way else []
