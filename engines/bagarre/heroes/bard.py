"""Barde."""

from __future__ import annotations

from typing import Final

from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import Seat
from engines.core.cards import DECK, SUIT

_SUITS: Final = {"S": 1, "C": 2, "H": 4, "D": 8, "X": 15}
SUITS: Final = tuple(_SUITS[SUIT[card]] for card in DECK)
"""The set of suits of each card: a joker has all (La Bagarre, Précisions, Jokers)."""

BLACK: Final = _SUITS["S"] | _SUITS["C"]
RED: Final = _SUITS["H"] | _SUITS["D"]


class Bard(Hero):
    """Chooses among two cards while its own are of one colour, among three while they are of one suit (ruling B52)."""

    code = "bard"
    chooses_replacement = True

    def cards_drawn(self, seat: Seat) -> int:
        """Return 3 for one suit, 2 for one colour, else 1; charges do not count."""
        common = every = SUITS[seat.shield]
        for card in seat.hp:
            common &= SUITS[card]
        if common:
            return 3
        blacks = every & BLACK
        reds = every & RED
        for card in seat.hp:
            blacks = blacks and SUITS[card] & BLACK
            reds = reds and SUITS[card] & RED
        return 2 if blacks or reds else 1
