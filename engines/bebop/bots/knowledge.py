"""What a bot reads of a table: its own hand, and what lies open. What is hidden it imagines."""

from __future__ import annotations

from engines.bebop.actions import Action
from engines.bebop.game import Bebop
from engines.core.game import CardGame


def table_of(game: CardGame[Action]) -> Bebop:
    """Return a game of the contract as the game it must be. Raises ``TypeError`` for another."""
    if not isinstance(game, Bebop):
        raise TypeError(f"{type(game).__name__} is not Space Serenade")
    return game
