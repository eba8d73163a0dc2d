"""A player that tries things out: it imagines what it cannot know, plays on by rule of thumb, and counts victories.

It knows a table through ``imagine`` alone, so it can use nothing that its seat may not know. Its budget is a number of
games played out for one decision; equal views and equal dice give equal decisions on every machine.
"""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import Action
from engines.bagarre.bots.instinct import decide, worths
from engines.bagarre.bots.outlook import outlook
from engines.bagarre.game import Game
from engines.bagarre.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import best_by_halving

CANDIDATES: Final = 8
"""How many actions of a turn are tried out: those that look best by rule of thumb."""

TURNS: Final = 3
"""After how many turns an imagined game is judged as it stands."""


class Search:
    """Plays on in imagined games after each action and takes the action that wins most often."""

    def __init__(self, playouts: int, name: str = "strong") -> None:
        self.name = name
        self.playouts = playouts

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        me = game.actor
        tried = _candidates(game)
        if len(tried) == 1 or me is None:
            return tried[0]
        return best_by_halving(
            tried, self.playouts, dice, lambda action, world: _play_out(game, me, action, FastDice(world))
        )


def _candidates(table: Game) -> tuple[Action, ...]:
    """Return the actions to try, the best by rule of thumb first."""
    legal = table.legal
    if len(legal) < 2 or table.phase not in (Phase.TURN, Phase.COUNTER):
        return legal
    value = dict(zip(legal, worths(table, legal), strict=True))
    return tuple(sorted(legal, key=value.__getitem__, reverse=True)[:CANDIDATES])


def _play_out(table: Game, me: int, action: Action, dice: FastDice) -> float:
    """Imagine the table, do one thing, play on by rule of thumb, and return the share of the victory."""
    game = table.imagine(me, dice)
    game.play_unchecked(action)
    until = table.turns + TURNS
    while game.actor is not None and (game.turns < until or game.phase is not Phase.TURN):
        game.play_unchecked(decide(game))
    return outlook(game, me)
