"""How a round begins: hands are free, and the monsters of its level are laid out (BAF!, Révélation des monstres)."""

from __future__ import annotations

from typing import Final

from engines.baf.actions import NONE
from engines.baf.events import MonstersShown, RoundBegan
from engines.baf.score.state import ROUNDS, level_of
from engines.baf.state import BOTH, IDLE, Table
from engines.baf.view import Phase

RULE: Final = "BAF!, Révélation des monstres"


def begin_round(table: Table) -> None:
    """Step: the next round, or after the ninth the last fights."""
    if table.round == ROUNDS:
        table.phase = Phase.ATTEMPT
        table.cards = ()
        table.owners = []
        return
    table.round += 1
    for seat in table.seats:
        seat.hands = IDLE
        seat.laid = None
        seat.done = seat.gone
        seat.asked = 0 if seat.gone else BOTH
    table.cards = ()
    table.owners = []
    if table.events is not None:
        table.emit(RoundBegan(number=table.round, level=level_of(table.round), rule="BAF!, Tour de jeu"))
    table.contest(table)


def show(table: Table) -> None:
    """Lay out two monsters for each player, within everybody's reach (rulings A9, A19)."""
    table.cards = table.coming()
    table.owners = [NONE] * len(table.cards)
    if table.events is not None:
        table.emit(MonstersShown(monsters=tuple(table.kinds[card].code for card in table.cards), rule=RULE))
