"""A player by rule of thumb: lays its best character, tells the truth, calls only what it knows to be a bluff."""

from __future__ import annotations

from typing import Final

from engines.badass_force.actions import Action
from engines.badass_force.bots.instinct import Temper, decide
from engines.badass_force.bots.knowledge import game_of
from engines.core.dice import Dice
from engines.core.game import CardGame

HONEST: Final = Temper(feared=1.0, bluffs=0.0, boldness=1.0, mixes=False)


class Thumb:
    """Uses no chance and never bluffs."""

    name = "thumb"

    def choose(self, game: CardGame[Action], dice: Dice) -> Action:
        """Return a legal action."""
        return decide(game_of(game), dice, HONEST)
