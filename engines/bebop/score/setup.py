"""What is agreed before a match of Space Serenade: the criminals, if somebody typed them in, and the house rate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.bebop.cards import CardSet
from engines.core.problems import Problem
from engines.core.score import Setup

TOKEN_RENOWN_MOST: Final = 3
LAST_CARDS: Final = 3
"""Vicious is shuffled among this many last cards of the criminal deck (ruling C4)."""
DECK_PER_PLANET: Final = {2: 3, 3: 4, 4: 5}
"""Criminals of each planet in the deck, by number of players (Space Serenade, Mise en place)."""


class BebopSetup(Setup, frozen=True, kw_only=True, tag="bebop"):
    """A match of Space Serenade, 2 to 4 players (ruling C2). ``start`` is the first player.

    With ``cards`` criminals are chosen by their code; without, players type the numbers off their cards.
    ``token_renown`` is what a capture token is worth when its criminal is caught (printed: 1, ruling C8).
    """

    cards: CardSet | None = None
    token_renown: int = 1

    @property
    def per_planet(self) -> int:
        """How many criminals of each planet the deck holds."""
        return DECK_PER_PLANET[self.seats]

    @property
    def deck(self) -> int:
        """How many cards the criminal deck holds, Vicious included: 10, 13 or 16."""
        return 3 * self.per_planet + 1

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong: a rate out of 1..3, and all that is wrong with the card set."""
        if not 1 <= self.token_renown <= TOKEN_RENOWN_MOST:
            params: dict[str, int | str] = {"value": self.token_renown, "least": 1, "most": TOKEN_RENOWN_MOST}
            yield Problem("token_renown_range", None, params)
        if self.cards is not None:
            yield from self.cards.problems()
