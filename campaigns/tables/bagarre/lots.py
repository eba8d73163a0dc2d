"""Players of balance simulations: they take their heroes by lot, so that every hero is played, and equally often."""

from __future__ import annotations

from engines.bagarre.actions import Action, Kind
from engines.core.dice import Dice
from engines.core.game import CardGame
from engines.core.playout import Bot


class HeroByLot:
    """Draws lots between the heroes dealt, and decides everything else as another bot does."""

    def __init__(self, other: Bot[Action]) -> None:
        self._other = other
        self.name = other.name

    def choose(self, game: CardGame[Action], dice: Dice) -> Action:
        """Return a legal action."""
        legal = game.actions()
        if legal[0].kind is Kind.HERO:
            return legal[dice.one_of(len(legal), "a hero by lot")]
        return self._other.choose(game, dice)
