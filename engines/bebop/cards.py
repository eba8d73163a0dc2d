"""The criminals of Space Serenade as data: a *card set*, typed in by a club off its own box.

The rulebook prints neither token counts nor stars (rulings C5, C6). It says how many cards there are (Space Serenade,
Contenu) and that six criminals, two of each planet, are there from the start (Mise en place; ruling C3).
``training()`` is an invented set for practice; it is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from engines.core.card_set import count_problems, named_problems, range_problems, training_set
from engines.core.decoding import converted
from engines.core.problems import Param, Problem
from engines.core.text import Text

CRIMINALS: Final = 21
PER_PLANET: Final = 7
STARTERS: Final = 2
"""Starting criminals of each planet: the number in their star is 0."""
VICIOUS_TOKENS: Final = 20
"""The Vicious tokens in the box, for both of his piles."""
PILE_MOST: Final = 30
"""The place tokens in the box; others may stand in for more (ruling C9), but no single pile is higher."""
STAR_MOST: Final = 9
"""The highest star: a guard against slips of the finger, no rule prints it."""
PLAYERS: Final = (2, 3, 4)
CONTENTS: Final = "Space Serenade, Contenu"
SETUP: Final = "Space Serenade, Mise en place"


class Planet(StrEnum):
    """The three planets; the rulebook calls Ganymede one for simplicity (Space Serenade, Contenu)."""

    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"


class CriminalCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A criminal: planet, tokens on the resistance and on the clue pile, and the star's number (renown, ruling C7)."""

    code: str
    name: Text
    planet: Planet
    resistance: int
    clues: int
    star: int


class ViciousCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The tokens on Vicious's two piles with so many players."""

    players: int
    resistance: int
    clues: int


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All criminals of one box, and Vicious's tokens by number of players. ``invented``: nobody's published cards."""

    name: Text
    invented: bool = False
    criminals: tuple[CriminalCard, ...]
    vicious: tuple[ViciousCard, ...]
    vicious_star: int = 0

    def criminal(self, code: str) -> CriminalCard | None:
        """Return the criminal of that code, if there is one."""
        return next((card for card in self.criminals if card.code == code), None)

    def vicious_with(self, players: int) -> ViciousCard:
        """Return Vicious's tokens with so many players; the set has been checked."""
        return next(card for card in self.vicious if card.players == players)

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the set: counts, codes twice, numbers out of range.

        Each problem names the list or card (``item``), the value and the limit.
        """
        yield from self._count_problems()
        yield from named_problems(self.criminals)
        for card in self.criminals:
            yield from range_problems(card.code, "resistance", card.resistance, 1, PILE_MOST)
            yield from range_problems(card.code, "clues", card.clues, 1, PILE_MOST)
            yield from range_problems(card.code, "star", card.star, 0, STAR_MOST)
        yield from self._vicious_problems()

    def _count_problems(self) -> Iterable[Problem]:
        counts = [("criminals", len(self.criminals), CRIMINALS, CONTENTS)]
        for planet in Planet:
            there = [card for card in self.criminals if card.planet is planet]
            counts.append((planet.value, len(there), PER_PLANET, "ruling C3"))
            counts.append((f"starters_{planet.value}", sum(card.star == 0 for card in there), STARTERS, SETUP))
        for item, count, needs, rule in counts:
            yield from count_problems(item, count, needs, rule)

    def _vicious_problems(self) -> Iterable[Problem]:
        for players in PLAYERS:
            count = sum(card.players == players for card in self.vicious)
            yield from count_problems(f"vicious_{players}", count, 1, "ruling C5")
        for card in self.vicious:
            item = f"vicious_{card.players}"
            yield from range_problems(item, "players", card.players, PLAYERS[0], PLAYERS[-1])
            yield from range_problems(item, "resistance", card.resistance, 1, VICIOUS_TOKENS - 1)
            yield from range_problems(item, "clues", card.clues, 1, VICIOUS_TOKENS - 1)
            yield from vicious_problems(card.resistance, card.clues)
        yield from range_problems("vicious", "star", self.vicious_star, 0, STAR_MOST)


def vicious_problems(resistance: int, clues: int) -> Iterable[Problem]:
    """Yield ``vicious_tokens`` if Vicious's piles need more tokens than the box has."""
    if resistance + clues > VICIOUS_TOKENS:
        params: dict[str, Param] = {"value": resistance + clues, "most": VICIOUS_TOKENS}
        yield Problem("vicious_tokens", None, params, CONTENTS)


def read(data: object) -> CardSet:
    """Read a card set from JSON data; raise ``Malformed`` saying where it cannot be read.

    What is readable may still be wrong: ask ``problems``.
    """
    return converted(data, CardSet)


@cache
def training() -> CardSet:
    """Return the invented set that comes with the project."""
    return training_set("engines.bebop", CardSet)
