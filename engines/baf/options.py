"""What a table agrees on before it plays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from engines.baf.cards import LEVELS, CardSet, training
from engines.baf.score.state import ROUNDS_PER_LEVEL
from engines.core.problems import Problem
from engines.core.setup import range_problems

PLAYERS: Final = (2, 5)
"""Fewest and most players (ruling A1)."""
TIMER: Final = (3, 120)
"""Shortest and longest time of a round in quick hands, in seconds."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How monsters are attacked, and with which cards.

    ``cards`` is the whole card set, so that a game stays what it was when the club changes its own. In ``quick_hands``
    the first hand on a monster attacks it (ruling A20); otherwise hands are laid in secret and shown together.
    ``timer`` ends the round of quick hands after so many seconds (3 to 120; ruling A33), 0 for never.
    """

    cards: CardSet
    quick_hands: bool = False
    timer: int = 0


DEFAULTS: Final = Options(cards=training())
"""Hands laid in secret, with the invented training set."""
RULES: Final = (1,)
"""The versions of the rules."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game starts from. With the dice and the log it is the whole truth about a game.

    ``rules`` is the version of the rules: recorded games keep theirs, and a document that names none is of the first.
    """

    players: int
    options: Options = DEFAULTS
    rules: int = RULES[-1]

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with it."""
        options = self.options
        wrong = [
            *range_problems("players", self.players, PLAYERS, "ruling A1"),
            *range_problems("rules", self.rules, (RULES[0], RULES[-1])),
        ]
        if options.timer:
            wrong += range_problems("timer", options.timer, TIMER, "ruling A33")
            if not options.quick_hands:
                params: dict[str, int | str] = {"item": "timer", "value": options.timer}
                wrong.append(Problem("timer_without_race", None, params, "ruling A33"))
        wrong += _card_problems(options.cards)
        yield from wrong or _enough_problems(options.cards, self.players)


@lru_cache(16)
def _card_problems(cards: CardSet) -> tuple[Problem, ...]:
    """Return what is wrong with the cards. A simulation begins thousands of games with one set."""
    return tuple(cards.card_problems())


@lru_cache(64)
def _enough_problems(cards: CardSet, players: int) -> tuple[Problem, ...]:
    return tuple(enough_problems(cards, players))


def enough_problems(cards: CardSet, players: int) -> Iterator[Problem]:
    """Yield ``too_few_cards`` for each kind of which a set has too few for so many players (ruling A36).

    Everybody drafts two heroes, and two monsters for each lie on the table in each of the three rounds of a level.
    """
    needs = [("heroes", len(cards.heroes), 2 * players)]
    for level in range(1, LEVELS + 1):
        count = sum(card.copies for card in cards.monsters if card.level == level)
        needs.append((f"monsters_{level}", count, 2 * ROUNDS_PER_LEVEL * players))
    needs += [("masters", len(cards.masters), 1), ("dragons", len(cards.dragons), 1)]
    for item, count, least in needs:
        if count < least:
            yield Problem("too_few_cards", None, {"item": item, "count": count, "needs": least}, "ruling A36")
