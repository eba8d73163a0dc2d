"""Laying a charge (La Bagarre, Charger)."""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import Action
from engines.bagarre.events import Charged
from engines.bagarre.reveal import begin
from engines.bagarre.state import Play, Table, known_to
from engines.core.cards import CODE

RULE: Final = "La Bagarre, Charger"


def begin_charge(table: Table, index: int, action: Action) -> None:
    """Lay the card face down in front of the seat, which does not look at it either."""
    begin(table, index, action, _lay, face_down=True)


def _lay(table: Table, play: Play) -> None:
    seat = table.seats[play.seat]
    card = play.cards[0]
    seen = play.seen | table.spies
    seat.charges.append(card)
    seat.charge_seen.append(seen)
    play.cards.clear()
    if table.events is not None:
        table.emit(Charged(seat=play.seat, card=CODE[card], seen_by=known_to(seen), rule=RULE))
