"""What is agreed before a match of BAF!: the cards, if somebody typed them in, and the house penalty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.baf.cards import CardSet
from engines.core.problems import Problem
from engines.core.score import Setup

PENALTY_MOST: Final = 5
NAMES_REPEAT: Final = 2
"""From this version of the scoring rules on two monsters of one round may have one name (ruling A23)."""


class BafSetup(Setup, frozen=True, kw_only=True, tag="baf"):
    """A match of BAF!, 2 to 5 players (ruling A1). ``start`` is the first player, who drafts first (ruling A18).

    With ``cards`` every fight is checked and its coins are the card's; without, players type what their cards say.
    ``penalty`` is how many coins a player loses to each monster that beats their heroes (printed: 1).
    """

    cards: CardSet | None = None
    penalty: int = 1

    @property
    def names_repeat(self) -> bool:
        """Whether several monsters of one round may be typed with the same name (ruling A23)."""
        return self.rules_version >= NAMES_REPEAT

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong: a penalty out of 0..5, and all that is wrong with the card set."""
        if not 0 <= self.penalty <= PENALTY_MOST:
            yield Problem("penalty_range", None, {"value": self.penalty, "least": 0, "most": PENALTY_MOST})
        if self.cards is not None:
            yield from self.cards.problems()
