"""Prêtresse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.bagarre.actions import EXCHANGE, Action, Kind
from engines.bagarre.events import Exchanged
from engines.bagarre.heroes.base import Hero
from engines.bagarre.reveal import begin, put_away
from engines.bagarre.state import Play, Table
from engines.core.cards import CODE

RULE: Final = "La Bagarre, Prêtresse"


class Priestess(Hero):
    """May exchange anybody's hit point card for the top card of the draw pile (ruling B44); no charge is lost (B45)."""

    code = "priestess"

    def menu(self, table: Table, seat: int) -> tuple[Action, ...]:
        """Offer every hit point card in play, for each pile that the seat may take a card from.

        With the power to use the discard pile that is one of them: it serves any action (ruling B32).
        """
        piles = [False] if table.draw or table.discard else []
        if table.discard and table.seats[seat].powers.uses_discard:
            piles.append(True)
        return tuple(
            [EXCHANGE[pile][other.index][card] for pile in piles for other in table.seats for card in other.hp]
        )

    def performs(self) -> Mapping[Kind, Callable[[Table, int, Action], None]]:
        """Return what an exchange does."""
        return {Kind.EXCHANGE: _begin}


def _begin(table: Table, index: int, action: Action) -> None:
    begin(table, index, action, _apply, aim=action.cards[0])


def _apply(table: Table, given: Play | None) -> None:
    play = given or table.under_way()
    seat = table.seats[play.target]
    if play.avoided or play.aim not in seat.hp:
        put_away(table, play, "avoided")
        return
    place = seat.hp.index(play.aim)
    seat.hp[place] = play.cards[0]
    seat.worth[place] = play.values[0]
    table.discard.append(play.aim)
    if table.events is not None:
        new = CODE[play.cards[0]]
        table.emit(Exchanged(seat=play.seat, target=play.target, old=CODE[play.aim], new=new, rule=RULE))
    play.cards.clear()
