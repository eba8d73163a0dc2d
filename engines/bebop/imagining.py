"""A game as a seat may imagine it: what it cannot know is drawn anew, what it knows stays as it is.

Everybody can tell which cards a player owns: base decks are alike, all else came and went openly. Unknown is which of
them are in the hand and in which order the deck lies. Of the criminals that never showed themselves nobody knows which
are in the deck and which in the box, but how many of each planet.
"""

from __future__ import annotations

from engines.bebop.ground import BIT, NOBODY
from engines.bebop.score.setup import LAST_CARDS
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase

ASKED_IN_SECRET = (Phase.TEXT, Phase.SKILL, Phase.TURN)
"""Decisions whose legal answers the others may not know."""


def imagine(table: Table, viewer: int) -> None:
    """Draw anew everything the viewer cannot know, with the dice of the table.

    Every arrangement is equally likely; nothing is concluded from how the others have played.
    """
    bit = BIT[viewer]
    for seat in table.seats:
        if seat.index == viewer:
            _pile(table, seat.deck, seat.deck_seen, bit)
        else:
            _hand_and_deck(table, seat, bit)
    _pile(table, table.common, table.common_seen, bit)
    _pile(table, table.damage, table.damage_seen, bit)
    _criminals(table)
    if table.actor is not None and table.actor != viewer and table.phase in ASKED_IN_SECRET:
        _ask_again(table)


def _unknown(pile: list[int], seen: list[int], bit: int) -> list[int]:
    """Return the places in a pile that the viewer does not know."""
    below = len(pile) - len(seen)
    return [place for place in range(len(pile)) if place < below or not seen[place - below] & bit]


def _pile(table: Table, pile: list[int], seen: list[int], bit: int) -> None:
    if not seen:
        pile.sort()
        table.dice.shuffle(pile, "imagined cards")
        return
    places = _unknown(pile, seen, bit)
    _spread(table, [(pile, place) for place in places])


def _hand_and_deck(table: Table, seat: Seat, bit: int) -> None:
    hand = [(seat.hand, place) for place in range(len(seat.hand)) if not seat.hand_seen[place] & bit]
    deck = [(seat.deck, place) for place in _unknown(seat.deck, seat.deck_seen, bit)]
    _spread(table, hand + deck)


def _spread(table: Table, places: list[tuple[list[int], int]]) -> None:
    cards = sorted([pile[place] for pile, place in places])
    table.dice.shuffle(cards, "imagined cards")
    for (pile, place), card in zip(places, cards, strict=True):
        pile[place] = card


def _criminals(table: Table) -> None:
    """Exchange hidden criminals with those in the box, planet by planet; then shuffle the deck they are in."""
    deck = table.criminals or table.movement
    book = table.book
    hidden = [card for card in deck if card != book.vicious and not table.revealed >> card & 1]
    known = [card for card in deck if card != book.vicious and table.revealed >> card & 1]
    box: list[int] = []
    for planet in range(3):
        unseen = sorted([card for card in (*hidden, *table.box) if book.planet[card] == planet])
        count = sum([book.planet[card] == planet for card in hidden])
        table.dice.shuffle(unseen, "imagined criminals")
        known += unseen[:count]
        box += unseen[count:]
    known.sort()
    table.dice.shuffle(known, "imagined criminal deck")
    if table.vicious == NOBODY and deck:
        known.insert(table.dice.one_of(min(LAST_CARDS + 1, len(deck)), "imagined Vicious"), book.vicious)
    deck[:] = known
    table.box = box


def _ask_again(table: Table) -> None:
    """Work out the legal actions again."""
    table.waiting = False
    step, argument = table.question
    step(table, argument)
    table.proceed()
