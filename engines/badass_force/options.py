"""What a table agrees on before it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engines.badass_force.cards import PLAYED, CardSet, training
from engines.badass_force.score.setup import LIMIT_LEAST, LIMIT_MOST
from engines.core.problems import Problem
from engines.core.setup import range_problems

PLAYERS: Final = (2, 6)
"""Fewest and most players (ruling F2)."""
TURN_LIMIT: Final = (1, 10_000)


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of a game.

    ``cards`` is the whole card set, so that a game stays what it was when the club changes its own. ``limit`` is the
    space of the Badassometer that ends the game (ruling F33). ``characters`` are the codes of the seven played with
    (ruling F32); empty, they are drawn, one of each class among them if the set has one. After ``turn_limit`` turns the
    game ends by points; no rule says so, but players who only ever change would play for ever.
    """

    cards: CardSet
    limit: int = 16
    characters: tuple[str, ...] = ()
    turn_limit: int = 1000


DEFAULTS: Final = Options(cards=training())
"""To 16 points, with the invented training set."""
OVERLOADS_TOGETHER: Final = 2
"""Since this version all overloads of one roll, execution or gift are one effect: one leader (ruling F59)."""
RULES: Final = (1, OVERLOADS_TOGETHER)
"""The versions of the rules."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game starts from. With the dice and the log it is the whole truth about a game.

    ``rules`` is the version of the rules: recorded games keep theirs, and a document that names none is of the first.
    """

    players: int
    options: Options = DEFAULTS
    rules: int = RULES[-1]

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with it, its cards left out: those say it themselves."""
        options = self.options
        yield from range_problems("players", self.players, PLAYERS, "ruling F2")
        yield from range_problems("limit", options.limit, (LIMIT_LEAST, LIMIT_MOST), "ruling F33")
        yield from range_problems("turn_limit", options.turn_limit, TURN_LIMIT)
        yield from range_problems("rules", self.rules, (RULES[0], RULES[-1]))
        if options.characters:
            yield from _character_problems(options)


def _character_problems(options: Options) -> Iterator[Problem]:
    chosen = options.characters
    there = {card.code for card in options.cards.characters}
    yield from (
        Problem("no_such_character", None, {"item": code}, "ruling F32") for code in chosen if code not in there
    )
    if len(set(chosen)) != PLAYED or len(chosen) != PLAYED:
        yield Problem("characters_number", None, {"count": len(set(chosen)), "needs": PLAYED}, "ruling F32")
