"""Decks and hands: drawing, reshuffling, laying cards somewhere, and who knows which card lies where."""

from __future__ import annotations

from typing import Final

from engines.bebop.events import Drew, Reshuffled
from engines.bebop.ground import EVERYBODY
from engines.bebop.state import Seat, Table

DECKBUILDING: Final = "Space Serenade, Règles du deckbuilding"


def draw(table: Table, seat: Seat, count: int) -> int:
    """Let a seat draw so many cards, or as many as there are (ruling C53). Return how many it drew."""
    hand, seen = seat.hand, seat.hand_seen
    drawn = 0
    while drawn < count and (seat.deck or reshuffle(table, seat)):
        some = min(count - drawn, len(seat.deck))
        cards = seat.deck[-some:][::-1]
        del seat.deck[-some:]
        hand += cards
        known = seat.deck_seen
        if known:
            seen += (known[::-1] + [0] * some)[:some]
            del known[-some:]
        else:
            seen += [0] * some
        drawn += some
        if table.events is not None:
            codes = table.book.codes
            told = tuple([codes[card] for card in cards])
            table.emit(Drew(seat=seat.index, count=some, cards=told, seen_by=(seat.index,), rule=DECKBUILDING))
    return drawn


def reshuffle(table: Table, seat: Seat) -> bool:
    """Make a new deck of the discard pile, if there is one. The deck must be empty."""
    if not seat.discard:
        return False
    seat.deck = seat.discard
    seat.discard = []
    seat.deck_seen = []
    table.dice.shuffle(seat.deck, "a player's deck")
    # All cards but those of the new deck lie open or are in the hand: everybody can tell what the hand holds.
    seat.hand_seen[:] = [EVERYBODY] * len(seat.hand)
    if table.events is not None:
        table.emit(Reshuffled(seat=seat.index, count=len(seat.deck), rule=DECKBUILDING))
    return True


def put_on_deck(seat: Seat, card: int, seen: int = EVERYBODY) -> None:
    """Lay a card on top of a seat's deck; ``seen`` is the set of seats that know it."""
    seat.deck.append(card)
    seat.deck_seen.append(seen)


def put_in_hand(seat: Seat, card: int, seen: int = EVERYBODY) -> None:
    """Give a seat a card; ``seen`` is the set of seats that know it."""
    seat.hand.append(card)
    seat.hand_seen.append(seen)


def take_from_hand(seat: Seat, card: int) -> int:
    """Take a card out of a hand where everybody sees it, and return who knew that it was there.

    Of two alike one leaves: whoever knew of one in the hand knows of none now.
    """
    place = seat.hand.index(card)
    seen = seat.hand_seen
    if seat.hand.count(card) > 1 and any(seen):
        alike = [at for at, held in enumerate(seat.hand) if held == card]
        place = max(alike, key=seen.__getitem__)
        forget = ~seen[place]
        for at in alike:
            if at != place:
                gone = seen[at] & forget
                seen[at] &= ~gone
                forget &= ~gone
    del seat.hand[place]
    known = seen[place]
    del seen[place]
    return known


def draw_damage(table: Table) -> int | None:
    """Take the top damage card; ``None`` when deck and discard pile are both empty (ruling C20)."""
    if not table.damage:
        if not table.damage_discard:
            return None
        table.damage = table.damage_discard
        table.damage_discard = []
        table.dice.shuffle(table.damage, "damage cards")
        if table.events is not None:
            table.emit(Reshuffled(count=len(table.damage), rule="Space Serenade, Cartes Dégât"))
    if table.damage_seen:
        table.damage_seen.pop()
    return table.damage.pop()


def put_out(table: Table, card: int) -> None:
    """Lay a card out of the game: a damage card on its discard pile, another for good (ruling C74)."""
    (table.damage_discard if table.book.is_damage[card] else table.trashed).append(card)
