"""Démoniste."""

from __future__ import annotations

from typing import Any, Final

from engines.bagarre import losses
from engines.bagarre.actions import REROLL, Action, Kind
from engines.bagarre.events import Sacrificed
from engines.bagarre.heroes.base import Hero
from engines.bagarre.reveal import draw_anew
from engines.bagarre.state import BIT, Table
from engines.bagarre.view import Phase

RULE: Final = "La Bagarre, Démoniste"
PRICE: Final = 3


class Demonist(Hero):
    """Once in its turn, may give 3 hit points to replace the card it drew (ruling B53).

    This never kills: with 3 or fewer it goes down to 1, and at 1 it is free. Charges are never replaced.
    """

    code = "demonist"

    def on_drawn(self, table: Table, argument: Any) -> None:
        """Ask, when the seat drew the card in its own turn, sees it, and has not used the power in this turn."""
        play = table.under_way()
        mine = play.seat == table.turn and not play.counter and play.drawn
        if not mine or table.rerolled or not play.seen & BIT[play.seat]:
            return
        table.ask(Phase.REROLL, play.seat, REROLL, _answer, (self.on_drawn, argument), None)


def _answer(table: Table, action: Action) -> None:
    if action.kind is Kind.PASS:
        return
    seat = table.seats[table.under_way().seat]
    table.rerolled = True
    table.agenda.append((_draw, None))
    amount = min(PRICE, sum(seat.worth) - 1)
    if table.events is not None:
        table.emit(Sacrificed(seat=seat.index, amount=amount, rule=RULE))
    if amount:
        losses.lose(table, seat.index, amount)


def _draw(table: Table, _: Any) -> None:
    table.discard += table.fresh
    table.fresh.clear()
    draw_anew(table)
