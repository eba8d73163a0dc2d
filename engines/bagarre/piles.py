"""The draw pile and the discard pile (La Bagarre, Mise en place; Réveil du dragon)."""

from __future__ import annotations

from engines.bagarre.events import PileReformed, PileShuffled
from engines.bagarre.state import BIT, Table
from engines.core.cards import CODE, NO_CARD, RANK, Card


def draw(table: Table) -> Card:
    """Take the top card, or ``NO_CARD`` when every card lies before somebody.

    The last card of the pile wakes the dragon (ruling B24).
    """
    pile = table.draw
    if not pile:
        # The pile ran out while nothing lay in the discard pile; the dragon has been called for that already.
        if not table.discard:
            return NO_CARD
        _reform(table)
    card = pile.pop()
    table.top_seen = 0
    if not pile:
        run_out(table)
    return card


def run_out(table: Table) -> None:
    """Form the used-up draw pile anew and call the dragon (La Bagarre, Réveil du dragon; rulings B24 to B26).

    While the dragon is awake it is called again only if the new pile has a card for every player. With more cards
    than players the pile lasts longer at each awakening, until one does not use it up. With exactly as many it would be
    used up every time, for ever: the dragon sleeps once such a pile has cost nobody a hit point.
    """
    _reform(table)
    if not table.awake:
        table.dragon = True
        table.spared = False
        return
    cards, players = len(table.draw), table.alive.bit_count()
    if cards > players or (cards == players and not table.spared):
        table.dragon = True
        table.spared = cards == players


def _reform(table: Table) -> None:
    pile = table.draw
    pile += table.discard
    pile += table.fresh
    table.discard.clear()
    table.fresh.clear()
    table.changed = 0
    if pile:
        if table.events is not None:
            table.emit(PileReformed(count=len(pile), rule="La Bagarre, Réveil du dragon"))
        table.dice.shuffle(pile, "draw pile")


def shuffle(table: Table, reason: str) -> None:
    """Shuffle the draw pile: nobody knows its top any more."""
    table.top_seen = 0
    if table.events is not None:
        table.emit(PileShuffled(count=len(table.draw)))
    table.dice.shuffle(table.draw, reason)


def topmost(pile: list[Card], rank: int) -> int:
    """Return the place of the highest card of a rank in a pile, -1 when there is none."""
    for place in range(len(pile) - 1, -1, -1):
        if RANK[pile[place]] == rank:
            return place
    return -1


def of_rank(pile: list[Card], rank: int) -> list[Card]:
    """Return the cards of a rank in a pile, from its bottom."""
    return [card for card in pile if RANK[card] == rank]


def take_discarded(table: Table, pile: list[Card], place: int) -> Card:
    """Take a card out of the discard pile or of those just discarded."""
    card = pile.pop(place)
    table.changed &= ~BIT[card]
    return card


def take_from_draw(table: Table, place: int) -> Card:
    """Take a card out of the draw pile and shuffle it; that may wake the dragon (ruling B25)."""
    card = table.draw.pop(place)
    if table.draw:
        shuffle(table, "card taken from the draw pile")
    else:
        table.top_seen = 0
        run_out(table)
    return card


def codes(cards: list[Card] | tuple[Card, ...]) -> tuple[str, ...]:
    """Return the codes of cards."""
    return tuple([CODE[card] for card in cards])
