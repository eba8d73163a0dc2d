"""A player by rule of thumb: plays all it has, hunts where most is to be had, buys the best it can pay."""

from __future__ import annotations

from engines.bebop.actions import Action
from engines.bebop.bots.instinct import decide
from engines.bebop.game import Game
from engines.bebop.view import Phase
from engines.core.dice import Dice


class Thumb:
    """Does what looks best at first sight. Chance decides only which character it takes."""

    name = "thumb"

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        if game.phase is Phase.CHARACTER:
            return game.legal[dice.one_of(len(game.legal), "a bot's character")]
        return decide(game)
