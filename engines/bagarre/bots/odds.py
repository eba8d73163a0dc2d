"""What an unseen card may do: expected harm and chances, looked up in tables.

No cards are counted: every card of the deck is as likely as any other. A card that is known is a deck of one.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.core.cards import DECK, RANK

REACH: Final = 200
"""Sums of values and bonuses from ``-REACH`` to ``REACH`` are looked up; what lies beyond counts as the limit."""


class Odds:
    """The chances of the value of one card.

    ``mean`` is its expected value. ``more(x)`` is the expected sum of the card and ``x``, sums below 0 counting as 0;
    ``chance(x)`` is the chance that the card is worth ``x`` or more.
    """

    __slots__ = ("_chance", "_more", "mean", "weights")

    def __init__(self, weights: dict[int, float]) -> None:
        self.weights = weights
        self.mean = sum(value * weight for value, weight in weights.items())
        span = range(-REACH, REACH + 1)
        self._more = [sum(max(0, value + x) * weight for value, weight in weights.items()) for x in span]
        self._chance = [sum(weight for value, weight in weights.items() if value >= x) for x in span]

    def more(self, x: int) -> float:
        """Return the expected sum of the card and ``x``, sums below 0 counting as 0."""
        return self._more[x + REACH if -REACH <= x <= REACH else (0 if x < 0 else 2 * REACH)]

    def chance(self, x: int) -> float:
        """Return the chance that the card is worth at least ``x``."""
        return self._chance[x + REACH if -REACH <= x <= REACH else (0 if x < 0 else 2 * REACH)]

    def exactly(self, x: int) -> float:
        """Return the chance that the card is worth ``x``."""
        return self.chance(x) - self.chance(x + 1)


@cache
def any_card(joker: int) -> Odds:
    """Return the odds of a card of the whole deck, jokers being worth ``joker``."""
    return best_of(1, joker)


@cache
def best_of(count: int, joker: int) -> Odds:
    """Return the odds of the highest of ``count`` cards, as if each was drawn from a whole deck."""
    values = sorted(RANK[card] or joker for card in DECK)
    weights: dict[int, float] = {}
    for place, value in enumerate(values):
        weight = ((place + 1) ** count - place**count) / len(values) ** count
        weights[value] = weights.get(value, 0.0) + weight
    return Odds(weights)


@cache
def certain(value: int) -> Odds:
    """Return the odds of a card that is known."""
    return Odds({value: 1.0})


@cache
def behind(shield: Odds, attack: Odds) -> Odds:
    """Return the odds of an attack card less a shield card, each with its own odds."""
    weights: dict[int, float] = {}
    for worth, chance in shield.weights.items():
        for value, weight in attack.weights.items():
            weights[value - worth] = weights.get(value - worth, 0.0) + chance * weight
    return Odds(weights)
