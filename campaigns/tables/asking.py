"""What is asked of several at once: what each may decide, although the log takes their decisions one by one."""

from __future__ import annotations

from campaigns.tables.contract import Game
from engines.core.game import Decision


def ahead(game: Game, seat: int) -> Game:
    """Return the game as a seat sees it that is asked together with the actor: those before it have answered somehow.

    What they answered is secret until all have, so that nothing of it shows in the seat's legal actions.
    """
    if seat in game.actors:
        return game
    game = game.copy()
    while game.actor is not None and game.actor != seat:
        game.play_unchecked(game.actions()[0])
    return game


def find(game: Game, seat: int, code: str) -> Decision | None:
    """Return the decision that a seat which is asked may make by this code, if there is one."""
    return next((one for one in ahead(game, seat).actions_of(seat) if one.code == code), None)
