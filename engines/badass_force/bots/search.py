"""A player that tries things out: it imagines what it cannot know, plays on at first sight, and judges how it stands.

It knows a table through ``imagine`` alone, anew for every game played out, and weighs what it imagines by what it
believes. Its budget is a number of games played out for one decision.
"""

from __future__ import annotations

from typing import Final

from engines.badass_force.actions import Action
from engines.badass_force.bots.belief import imagine
from engines.badass_force.bots.instinct import Temper, decide, turn_worths
from engines.badass_force.bots.worth import weapon_worth
from engines.badass_force.characters import count
from engines.badass_force.game import Game
from engines.badass_force.state import NONE
from engines.badass_force.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import best_by_halving

CANDIDATES: Final = 7
"""How many actions of a turn are tried out: those that look best at first sight."""
TURNS: Final = 4
"""After how many turns an imagined game is judged as it stands."""
DECISIONS_MOST: Final = 400
TRIED: Final = (Phase.TURN, Phase.REACT)
"""The decisions that are tried out; all others are taken at first sight."""
TEMPER: Final = Temper()


class Search:
    """Plays on in imagined games after each action and takes the one after which it stands best."""

    def __init__(self, playouts: int, name: str = "strong", temper: Temper = TEMPER) -> None:
        self.name = name
        self.playouts = playouts
        self.temper = temper

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        me = game.actor
        legal = game.legal
        if me is None or len(legal) == 1 or game.phase not in TRIED:
            return decide(game, dice, self.temper)
        tried = self._candidates(game, me)
        return best_by_halving(
            tried, self.playouts, dice, lambda action, world: self._play_out(game, me, action, world)
        )

    def _candidates(self, table: Game, me: int) -> tuple[Action, ...]:
        if table.phase is not Phase.TURN:
            return table.legal
        values = dict(zip(table.legal, turn_worths(table, table.seats[me], self.temper), strict=True))
        return tuple(sorted(table.legal, key=values.__getitem__, reverse=True)[:CANDIDATES])

    def _play_out(self, table: Game, me: int, action: Action, world: int) -> float:
        """Imagine the table, do one thing, play on at first sight, and return how the seat stands."""
        dice = FastDice(world)
        game = imagine(table, me, dice)
        game.play_unchecked(action)
        until = table.turns + TURNS
        for _ in range(DECISIONS_MOST):
            if game.actor is None or (game.turns >= until and game.phase is Phase.TURN):
                break
            game.play_unchecked(decide(game, dice, self.temper))
        return outlook(game, me)


def outlook(game: Game, me: int) -> float:
    """Return how a seat stands against the best of the others, in points; over, what a victory is worth."""
    if game.outcome is not None:
        if me in game.outcome.winners:
            return 12.0
        return 2.0 if me in game.outcome.undecided else -8.0 - game.outcome.places[me]
    values = []
    for seat in game.seats:
        value = seat.points + 0.25 * count(seat) + (0.8 if seat.vengeance else 0.0)
        if seat.weapon != NONE:
            value += 0.5 * weapon_worth(game, seat, seat.weapon, seat.ammo)
        values.append(value)
    mine = values.pop(me)
    return mine - 0.6 * max(values) - 0.4 * sum(values) / len(values)
