"""The deck of 54: four suits of thirteen and two jokers. Cards are small integers with lookup tables.

Card ``suit * 13 + rank - 1`` has the suits spades, hearts, diamonds, clubs in this order and ranks 1 (ace) to 13
(king); 52 and 53 are the jokers. What a card is worth is a game's own rule.
"""

from __future__ import annotations

from typing import Final, NewType

from engines.core.problems import Malformed

Card = NewType("Card", int)
"""One card, 0 to 53."""

NO_CARD: Final = Card(-1)
"""Stands where a card could be and none is."""

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "D", "C")
JOKERS: Final = (Card(52), Card(53))
DECK: Final = tuple(Card(number) for number in range(54))

RANK: Final = tuple(number % 13 + 1 if number < 52 else 0 for number in range(54))
"""1 (ace) to 13 (king) by card; 0 for a joker."""

SUIT: Final = tuple(SUITS[number // 13] if number < 52 else "X" for number in range(54))
"""The letter of the suit by card; "X" for a joker."""

COLOUR: Final = tuple({"S": "black", "C": "black", "X": "joker"}.get(suit, "red") for suit in SUIT)
"""Black, red or joker, by card."""

CODE: Final = tuple(f"{RANKS[RANK[number] - 1]}{SUIT[number]}" if number < 52 else f"X{number - 51}" for number in DECK)
"""The code of each card: "AS", "10H", "KD", "X1"."""

_CARDS: Final = {text: Card(number) for number, text in enumerate(CODE)}


def code(card: Card) -> str:
    """Return the code of a card: rank then suit, as "7S", "10H", "JD", "QC"; "X1" and "X2" for the jokers."""
    return CODE[card]


def card(text: str, where: str = "$") -> Card:
    """Read a code as a card. Raises ``Malformed``, which names the place ``where`` it stood."""
    found = _CARDS.get(text)
    if found is None:
        raise Malformed(f"{text!r} is not a card: a rank A, 2 to 10, J, Q, K and a suit S, H, D, C; X1 or X2", where)
    return found
