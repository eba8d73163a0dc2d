"""Places, characters, piles of tokens as small numbers, with their codes."""

from __future__ import annotations

from typing import Final

from engines.bebop.cards import Character, Planet
from engines.bebop.score.state import Pile, Target

BEBOP: Final = 3
"""The place where everybody begins; 0 to 2 are the planets."""
PLACES: Final = (*(planet.value for planet in Planet), "bebop")
CHARACTERS: Final = tuple(character.value for character in Character)
SPIKE, JET, FAYE, ED = range(4)
TARGETS: Final = tuple(target.value for target in Target)
"""Whose tokens: the criminals of planets 0 to 2, or Vicious's."""
VICIOUS: Final = 3
PILES: Final = tuple(pile.value for pile in Pile)
RESISTANCE, CLUES = range(2)
NOBODY: Final = -1
"""Stands where a criminal could be and none is; Vicious's place while he is not in play."""
FUEL_MOST: Final = 10
HAND: Final = 5
FIRST_HAND: Final = 4
"""What the first player draws at the start (Première main)."""
MARKET: Final = 5
RENEWAL: Final = 2
"""The fuel that a renewal of the market costs (Acheter des cartes)."""
EVERYBODY: Final = 15
"""The set of all seats there can be; sets of seats are the bits of a number."""
BIT: Final = (1, 2, 4, 8)
