"""How a seat stands, in coins: what it has, what its heroes may earn in the rounds to come, and the last fight.

It reads nothing but what lies open: coins, skills, the bosses, and which monsters the card set has. A set is any club's
own, so that no card is known by name: heroes and monsters are worth what their numbers make them.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from engines.baf.cards import MonsterCard, Skills
from engines.baf.score.state import ROUNDS, level_of
from engines.baf.state import Seat, Table

CHOICE: Final = 3.0
"""Among how many monsters a hand has its pick in a round, others taking theirs as well."""

GROWTH: Final = 0.8
"""Useful icons that a seat gains in a round on its way to a boss."""

SPREAD: Final = 1.6
"""How uncertain that way is, in icons."""

ICON: Final = 0.4
"""What an icon of a gain is worth for each round to come, in coins."""


def worth(table: Table, seat: Seat) -> float:
    """Return what a seat may end up with, in coins."""
    return seat.coins + prospects(table, seat.left, seat.right)


def prospects(table: Table, left: Skills, right: Skills) -> float:
    """Return what heroes with these skills may still earn after the round under way."""
    cards = table.options.cards
    earned = last_fight(table, left + right, ROUNDS - table.round)
    for number in range(max(table.round, 0) + 1, ROUNDS + 1):
        earned += income(cards.monsters, level_of(number), left, right)
    return earned


@lru_cache(1 << 16)
def income(monsters: tuple[MonsterCard, ...], level: int, left: Skills, right: Skills) -> float:
    """Return the coins that two heroes may earn in a round of a level: each alone, or both together."""
    both = left + right
    kinds = _by_value(monsters, level)
    return max(_best(kinds, left) + _best(kinds, right), _best(kinds, both))


type Kind = tuple[float, float, Skills]
"""A monster: the share of such cards in its level, what it brings, its defence."""


@lru_cache(64)
def _by_value(monsters: tuple[MonsterCard, ...], level: int) -> tuple[Kind, ...]:
    kinds = [kind for kind in monsters if kind.level == level]
    copies = sum(kind.copies for kind in kinds) or 1
    valued = [(kind.copies / copies, float(kind.coins), kind.defence) for kind in kinds]
    return tuple(sorted(valued, key=lambda kind: -kind[1]))


def _best(kinds: tuple[Kind, ...], skills: Skills) -> float:
    """Return the expected coins of the best monster in reach among ``CHOICE`` random ones."""
    expected, none_better = 0.0, 1.0
    share = 0.0
    for part, coins, defence in kinds:
        if skills.reaches(defence):
            share += part
            none = max(0.0, 1.0 - share) ** CHOICE
            expected += coins * (none_better - none)
            none_better = none
    return expected


def last_fight(table: Table, skills: Skills, rounds: int) -> float:
    """Return the coins that the last fight may bring to heroes who have so many rounds to grow (BAF!, Score final)."""
    best = 0.0
    for card in (table.master, table.dragon):
        if card is not None:
            missing = sum(max(0, needed - has) for (_, needed), (_, has) in zip(card.defence, skills, strict=True))
            best = max(best, card.coins * _chance(missing, rounds))
    return best


@lru_cache(1024)
def _chance(missing: int, rounds: int) -> float:
    if rounds == 0:
        return float(missing == 0)
    return 1.0 / (1.0 + exp((missing - GROWTH * rounds) / SPREAD)) if missing else 1.0


def icons(monster: MonsterCard) -> int:
    """Return how many icons a monster gives, runes included."""
    gain = monster.gain
    return gain.melee + gain.ranged + gain.magic + gain.stealth + monster.runes
