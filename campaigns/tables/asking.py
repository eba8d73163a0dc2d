"""Who is asked at a table, one seat after the other or several at once, and what each may decide.

The log takes one decision after the other. Where several are asked at once, an answer that comes before its turn waits
as a ``SealedAnswer``; it goes into the log when those before it are there. Nobody but its author reads it until then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol, runtime_checkable

from django.utils.translation import gettext as _

from campaigns.tables.models.card_table import CardSeat, CardTable
from club.operations import Stale
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


def ask(
    table: CardTable,
    seats: Iterable[CardSeat],
    asked: Collection[int],
    sealed: Collection[int],
    decided: Collection[int],
) -> None:
    """Write into the seats who is ``asked`` and has not answered yet, and since which version; nothing is stored.

    A question stays the same while others answer it; who has just ``decided`` is put another one.
    """
    for seat in seats:
        if seat.number not in asked or seat.number in sealed:
            seat.asked = None
        elif seat.asked is None or seat.number in decided:
            seat.asked = table.version


def check_fresh(table: CardTable, seat: CardSeat, version: int | None) -> None:
    """Raise ``Stale`` unless who saw this version of the table saw the question that the seat is asked."""
    if version is None or version == table.version:
        return
    if seat.asked is None or not seat.asked <= version < table.version:
        raise Stale(_("The table has moved on since you looked: nothing was saved. Look again."))
