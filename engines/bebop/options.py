"""What a table agrees on before it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from engines.bebop.cards import CardSet, Character, training
from engines.bebop.score.setup import DECK_PER_PLANET, TOKEN_RENOWN_MOST
from engines.core.problems import Problem
from engines.core.setup import range_problems

PLAYERS: Final = (2, 4)
"""Fewest and most players (ruling C2)."""
ALONE: Final = 1
"""Playing alone is a house variant (ruling C52)."""
TURN_LIMIT: Final = (1, 10_000)
ANY_PLANET: Final = 2
"""Since this version a compulsory choice among planets may fall on one at its end (ruling C80), and a skill for nothing
is asked about wherever the hand might have what it is used on (ruling C70).
"""
RULES: Final = (1, ANY_PLANET)
"""The versions of the rules; recorded games keep theirs."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The variants and switches of a game.

    ``characters`` are those of the seats instead of chosen ones (ruling C76), ``first`` the seat that begins; without
    it chance decides who is the most jazzy. ``token_renown`` is what a token is worth when its criminal is caught
    (ruling C8). ``open_renown`` lays renown and captured cards open (ruling C66). ``turn_limit``: the rulebook ends no
    game in which nobody attacks Vicious; after so many turns it is broken off with the scores as they stand (ruling
    C67). ``house_solo``: one player alone, which is no game of the book (ruling C52).
    """

    characters: tuple[Character, ...] = ()
    first: int | None = None
    token_renown: int = 1
    open_renown: bool = False
    turn_limit: int = 1000
    house_solo: bool = False


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game starts from: players, options, the version of the rules, and the cards themselves, whole.

    With the dice and the log it is the whole truth about a game. A document that names no version is of the first.
    """

    players: int
    options: Options = Options()
    cards: CardSet = field(default_factory=training)
    rules: int = RULES[-1]

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with players and options; the cards are looked at apart."""
        options, players = self.options, self.players
        limits, rule = ((ALONE, ALONE), "ruling C52") if options.house_solo else (PLAYERS, "ruling C2")
        yield from range_problems("players", players, limits, rule)
        yield from range_problems("token_renown", options.token_renown, (1, TOKEN_RENOWN_MOST), "ruling C8")
        yield from range_problems("turn_limit", options.turn_limit, TURN_LIMIT, "ruling C67")
        yield from range_problems("rules", self.rules, (RULES[0], RULES[-1]))
        if options.first is not None:
            yield from range_problems("first", options.first, (0, players - 1), "Space Serenade, Premier joueur")
        chosen = options.characters
        if chosen and len(chosen) != players:
            yield Problem("characters_seats", None, {"count": len(chosen), "most": players}, CHOICE)
        for seat, character in enumerate(chosen):
            if character in chosen[:seat]:
                yield Problem("character_taken", seat, {"item": character.value}, CHOICE)


CHOICE: Final = "Space Serenade, Mise en place"


def per_planet(players: int) -> int:
    """Return how many criminals of each planet the deck holds; alone, as with two (ruling C52)."""
    return DECK_PER_PLANET[max(players, 2)]
