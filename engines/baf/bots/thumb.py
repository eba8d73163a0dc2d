"""A player by rule of thumb: coins now, a little for skills, and no thought of what the others want."""

from __future__ import annotations

from typing import Final

from engines.baf.actions import Action
from engines.baf.bots.instinct import Taste, decide
from engines.baf.bots.racing import reach_for, reaction
from engines.baf.game import Game
from engines.baf.view import Phase
from engines.core.dice import Dice
from engines.core.playout import Reaction

TASTE: Final = Taste(icon=0.1)
SLOWEST: Final = (1500, 1500)
"""A hand takes so many milliseconds, and up to so many more."""


class Thumb:
    """Lays its hands for the sure wins that bring most.

    Chance decides only between heroes that look alike, and how long its hand takes.
    """

    name = "thumb"

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        if game.phase is not Phase.DRAFT:
            return decide(game, TASTE)
        return decide(game, TASTE, [dice.one_of(256, "a bot's fancy") / 256 for _ in game.heroes])

    def react(self, game: Game, seat: int, dice: Dice) -> Reaction[Action]:
        """Return what the seat reaches for in a race."""
        least, spread = SLOWEST
        action = reach_for(game, seat, game.actions_of(seat), TASTE)
        return reaction(action, dice, least=least, spread=spread)
