"""Changing a shield (La Bagarre, Changer un bouclier)."""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import Action
from engines.bagarre.events import ShieldChanged
from engines.bagarre.reveal import begin, put_away
from engines.bagarre.state import BIT, Play, Table, known_to
from engines.core.cards import CODE

RULE: Final = "La Bagarre, Changer un bouclier"


def begin_shield(table: Table, index: int, action: Action) -> None:
    """Replace a shield by the card, for better or worse (ruling B15)."""
    begin(table, index, action, _apply)


def _apply(table: Table, given: Play | None) -> None:
    """Step: the old shield goes on top of the discard pile (ruling B16), the card takes its place."""
    play = given or table.under_way()
    if play.avoided:
        put_away(table, play, "avoided")
        return
    seat = table.seats[play.target]
    old = seat.shield
    table.discard.append(old)
    table.changed |= BIT[old]
    seat.shield = play.cards[0]
    seat.guard = play.values[0]
    seat.shield_seen = play.seen
    if table.events is not None:
        new = CODE[seat.shield]
        seen_by = known_to(play.seen)
        table.emit(ShieldChanged(seat=play.seat, target=seat.index, old=CODE[old], new=new, seen_by=seen_by, rule=RULE))
    play.cards.clear()
