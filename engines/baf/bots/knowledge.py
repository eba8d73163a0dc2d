"""The game that a bot is asked about, as the game it must be."""

from __future__ import annotations

from engines.baf.actions import Action
from engines.baf.game import Game
from engines.core.game import CardGame


def table_of(game: CardGame[Action]) -> Game:
    """Return a game of the contract as BAF!. Raises ``TypeError`` for another."""
    if not isinstance(game, Game):
        raise TypeError(f"{type(game).__name__} is not BAF!")
    return game
