"""Who is asked at a table, one seat after the other or several at once, and what each may decide.

The log takes one decision after the other. Where several are asked at once, an answer that comes before its turn waits
as a ``SealedAnswer``; it goes into the log when those before it are there. Nobody but its author reads it until then.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from engines.core.effects.literal import TABLE
from engines.core.game import AnyGame, Decision


def ahead(game: AnyGame, seat: int) -> AnyGame:
    """Return the game as a seat sees it that is asked together with the actor: those before it have answered somehow.

    What they answered is secret until all have, so that nothing of it shows in the seat's legal actions.
    """
    if seat in game.actors:
        return game
    game = game.copy()
    while game.actor is not None and game.actor != seat:
        game.play_unchecked(game.actions()[0])
    return game


@runtime_checkable
class Proposing(Protocol):
    """A game whose cards may let the table decide: its actions are then more than can be listed."""

    def action(self, code: str) -> Decision:
        """Read a code."""

    def can(self, action: Any) -> bool:
        """Tell whether it may be done now."""


def find(game: AnyGame, seat: int, code: str) -> Decision | None:
    """Return the decision that a seat which is asked may make by this code, if there is one."""
    now = ahead(game, seat)
    listed = next((one for one in now.actions_of(seat) if one.code == code), None)
    return listed or _proposal(now, seat, code)


def _proposal(game: AnyGame, seat: int, code: str) -> Decision | None:
    """Return what somebody proposes to the table, if that can be carried out and is waited for."""
    if not code.startswith(TABLE) or seat not in game.actors or not isinstance(game, Proposing):
        return None
    try:
        action = game.action(code)
        return action if game.can(action) else None
    except ValueError:
        return None
