"""Small words of Space Serenade: what cards, places, skills, resources are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from campaigns.matches.cards.sentences.bebop.words import AMOUNTS, PLACES, POOL_NAMES, SKILLS, ZONES
from campaigns.matches.scores.bebop import CHARACTERS, PILES, PLANETS, TARGETS
from club.words import words
from engines.bebop.cards import ActionCard, CardSet, CriminalCard, DamageCard

__all__ = [
    "AMOUNTS",
    "CHARACTERS",
    "PILES",
    "PLACES",
    "PLANETS",
    "POOLS",
    "POOL_NAMES",
    "SKILLS",
    "TARGETS",
    "ZONES",
    "Cards",
    "Names",
    "amount",
]

type Names = Sequence[str]
"""What the players are called, by seat."""

VICIOUS: Final = "vicious"
POOLS: Final = tuple(POOL_NAMES)
ICONS: Final[Mapping[str, str]] = {"woolongs": "coins", "fuel": "torch", "force": "fist", "clues": "search"}
"""The picture of each resource, the same as that of the pile it takes tokens off."""


def amount(what: str, count: int) -> str:
    """Return so much of a resource."""
    return AMOUNTS[what](count, str(count))


class Cards:
    """The cards of a table's set by code, and their names in the reader's language."""

    def __init__(self, cards: CardSet) -> None:
        self.set = cards
        held: list[ActionCard | DamageCard] = [*cards.cards, *cards.base, *cards.damage]
        self._held = {card.code: card for card in held}
        self._criminals = {card.code: card for card in cards.criminals}

    def held(self, code: str) -> ActionCard | DamageCard:
        """Return a card that goes through decks."""
        return self._held[code]

    def wanted(self, code: str) -> CriminalCard:
        """Return a criminal's card."""
        return self._criminals[code]

    def name(self, code: str) -> str:
        """Return what a card is called."""
        card = self._held.get(code)
        return words(card.name) if card is not None else code

    def criminal(self, code: str) -> str:
        """Return what a criminal is called, or Vicious."""
        card = self._criminals.get(code)
        if card is None:
            return str(TARGETS.get(code, code))
        return words(card.name)

    def names(self, codes: Sequence[str]) -> str:
        """Return an enumeration of cards, each once with how many there are of it."""
        counts: dict[str, int] = {}
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
        return ", ".join(self.name(code) + (f" ×{count}" if count > 1 else "") for code, count in counts.items())
