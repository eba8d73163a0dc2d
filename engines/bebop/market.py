"""The market: cards bought are replaced at once, and it may be renewed (Space Serenade, Acheter des cartes)."""

from __future__ import annotations

from typing import Final

from engines.bebop.events import Bought, MarketCleared, MarketLaid
from engines.bebop.ground import MARKET
from engines.bebop.piles import put_in_hand, put_on_deck
from engines.bebop.state import Seat, Table

BUYING: Final = "Space Serenade, Acheter des cartes"


def fill(table: Table, reason: str) -> None:
    """Lay out cards until there are five, as far as the deck goes (rulings C43, C62)."""
    market, deck = table.market, table.common
    before = len(market)
    while len(market) < MARKET and deck:
        market.append(deck.pop())
        if table.common_seen:
            table.common_seen.pop()
    if table.events is not None and len(market) > before:
        codes = table.book.codes
        table.emit(MarketLaid(cards=tuple([codes[card] for card in market[before:]]), reason=reason, rule=BUYING))


def renew(table: Table, reason: str) -> None:
    """Put the cards of the market out of the game and lay out others."""
    if table.events is not None and table.market:
        codes = table.book.codes
        table.emit(MarketCleared(cards=tuple([codes[card] for card in table.market]), rule="ruling C62"))
    table.trashed += table.market
    table.market.clear()
    fill(table, reason)


def buy(table: Table, seat: Seat, card: int, *, woolongs: int = 0, fuel: int = 0, to: str = "discard") -> None:
    """Pay for a card of the market and put it on the discard pile, the deck or into the hand. Another replaces it."""
    table.market.remove(card)
    table.woolongs -= woolongs
    seat.fuel -= fuel
    if to == "deck":
        put_on_deck(seat, card)
    elif to == "hand":
        put_in_hand(seat, card)
    else:
        seat.discard.append(card)
    if table.events is not None:
        code = table.book.codes[card]
        table.emit(Bought(seat=seat.index, card=code, woolongs=woolongs, fuel=fuel, to=to, rule=BUYING))
    fill(table, "bought")
