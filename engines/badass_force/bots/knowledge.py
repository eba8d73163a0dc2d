"""What bots take a game for."""

from __future__ import annotations

from engines.badass_force.actions import Action
from engines.badass_force.game import Game
from engines.core.game import CardGame


def game_of(game: CardGame[Action]) -> Game:
    """Return a game as one of Badass Force. Raises ``TypeError`` for any other."""
    if not isinstance(game, Game):
        raise TypeError(f"{type(game).__name__} is not a game of Badass Force")
    return game
