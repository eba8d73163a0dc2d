"""A player by rule of thumb: plays all it has, hunts where most is to be had, buys the best it can pay."""

from __future__ import annotations

from engines.bebop.actions import Action
from engines.bebop.bots.instinct import decide
from engines.bebop.bots.knowledge import table_of
from engines.bebop.view import Phase
from engines.core.dice import Dice
from engines.core.game import CardGame


class Thumb:
    """Does what looks best at first sight. Chance decides only which character it takes."""

    name = "thumb"

    def choose(self, game: CardGame[Action], dice: Dice) -> Action:
        """Return a legal action."""
        table = table_of(game)
        if table.phase is Phase.CHARACTER:
            return table.legal[dice.one_of(len(table.legal), "a bot's character")]
        return decide(table)
