"""A player by rule of thumb: lays its best character, tells the truth, calls only what it knows to be a bluff.

Among players who all tell the truth nobody would ever be caught and nobody would ever win. Its patience is short.
"""

from __future__ import annotations

from typing import Final

from engines.badass_force.actions import Action
from engines.badass_force.bots.instinct import Temper, decide
from engines.badass_force.game import Game
from engines.core.dice import Dice

PATIENCE: Final = 10
"""After so many turns of each player it believes less, and bluffs: whoever is called wrongly loses a character too."""
HONEST: Final = Temper(feared=1.0, bluffs=0.0, boldness=1.0, mixes=False)
RESTLESS: Final = Temper(feared=0.45, bluffs=0.25, boldness=0.3)


class Thumb:
    """Uses no chance and never bluffs as long as it has patience."""

    name = "thumb"

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        patient = game.turns <= PATIENCE * game.players
        return decide(game, dice, HONEST if patient else RESTLESS)
