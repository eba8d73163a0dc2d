"""What a bot reads of a table: its own hand, and what lies open. What is hidden it imagines."""

from __future__ import annotations

from engines.bebop.actions import Action
from engines.bebop.game import Game
from engines.core.game import CardGame


def table_of(game: CardGame[Action]) -> Game:
    """Return a game of the contract as the game it must be. Raises ``TypeError`` for another."""
    if not isinstance(game, Game):
        raise TypeError(f"{type(game).__name__} is not Space Serenade")
    return game
