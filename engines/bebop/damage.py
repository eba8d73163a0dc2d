"""Damage cards: drawn for resistance tokens, their red text applied, then put where it says (rulings C19, C75)."""

from __future__ import annotations

from typing import Final

from engines.bebop.cards import Goes
from engines.bebop.events import DamageDrawn, DamageSettled, NoDamage
from engines.bebop.piles import draw_damage, put_on_deck, put_out
from engines.bebop.state import Table
from engines.core.effects.steps import UnderWay, begin

DAMAGE: Final = "Space Serenade, Cartes Dégât"


def suffer(table: Table, blow: tuple[int, int]) -> None:
    """Step: a seat draws so many damage cards, the next one when the one before is settled (ruling C75)."""
    seat, count = blow
    if count > 1:
        table.agenda.append((suffer, (seat, count - 1)))
    card = draw_damage(table)
    if card is None:
        if table.events is not None:
            table.emit(NoDamage(seat=seat, rule="ruling C20"))
        return
    table.wounds.append(card)
    if table.events is not None:
        table.emit(DamageDrawn(seat=seat, card=table.book.codes[card], rule=DAMAGE))
    table.agenda.append((_settle, (seat, card)))
    red = table.book.texts[card].red
    if red:
        begin(table, UnderWay(seat, table.book.codes[card], "red", red))


def _settle(table: Table, wound: tuple[int, int]) -> None:
    """Step: the card goes out, to the discard pile or on top of the deck."""
    seat, card = wound
    if card not in table.wounds:
        return
    table.wounds.remove(card)
    goes = table.book.goes[card]
    if goes is Goes.OUT:
        put_out(table, card)
    elif goes is Goes.TOP:
        put_on_deck(table.seats[seat], card)
    else:
        table.seats[seat].discard.append(card)
    if table.events is not None:
        table.emit(DamageSettled(seat=seat, card=table.book.codes[card], to=goes.value, rule="ruling C19"))
