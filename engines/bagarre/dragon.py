"""The dragon's awakening (La Bagarre, Réveil du dragon; rulings B24 to B28).

The draw pile attacks everybody, one after the other. There is no attacker: nobody answers, no attacker's power adds to
it, its cards are neither transformed nor avoided (ruling B27), and its victims give nobody an extra action (ruling
B21).
"""

from __future__ import annotations

from typing import Any, Final

from engines.bagarre import losses, piles
from engines.bagarre.ending import decided
from engines.bagarre.events import DragonAwoke, Struck
from engines.bagarre.state import EVERYBODY, Play, Table, clockwise, known_to
from engines.core.cards import CODE, NO_CARD

RULE: Final = "La Bagarre, Réveil du dragon"


def awake(table: Table) -> None:
    """Put an attack on everybody on the agenda, from the seat whose turn comes next."""
    table.dragon = False
    table.awake = True
    table.dragons += 1
    seats = clockwise(table, table.turn)
    if table.events is not None:
        table.emit(DragonAwoke(seats=tuple(seats), rule=RULE))
    table.agenda.append((_rest, None))
    table.agenda += [(_strike, index) for index in reversed(seats)]


def _rest(table: Table, _: Any) -> None:
    table.awake = False


def _strike(table: Table, index: int) -> None:
    """Step: the dragon attacks a seat, unless the game is decided (ruling B28)."""
    seat = table.seats[index]
    if not seat.alive or decided(table):
        return
    card = piles.draw(table)
    if card == NO_CARD:
        return
    value = table.values[card]
    table.play_under_way = Play(None, -1, index, -1, False, _discard, False, False, NO_CARD, [card], [value], EVERYBODY)
    bonus = 0
    for hook in seat.powers.shield_bonus:
        bonus += hook(seat)
    damage = value - seat.guard - bonus
    if table.events is not None:
        table.emit(
            Struck(
                rule=RULE,
                seen_by=known_to(seat.shield_seen),
                seat=None,
                target=index,
                cards=(CODE[card],),
                values=(value,),
                attack=value,
                shield=seat.guard,
                shield_bonus=bonus,
                damage=max(damage, 0),
            )
        )
    table.agenda.append((_discard, None))
    if damage <= 0:
        return
    table.spared = False
    if damage >= sum(seat.worth):
        losses.eliminate(table, index, None, "dragon")
        return
    if seat.charges:
        losses.lose_charges(table, seat)
    losses.lose(table, index, damage)


def _discard(table: Table, _: Any) -> None:
    """Step: the card of the attack is discarded, below the cards it cost."""
    play = table.under_way()
    table.discard += play.cards
    table.discard += table.fresh
    table.fresh.clear()
    table.play_under_way = None
    table.clock += 1
