"""What a table agrees on before it plays."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from engines.badass_force.cards import PLAYED, CardSet
from engines.badass_force.score.setup import LIMIT_LEAST, LIMIT_MOST
from engines.core.problems import Illegal, Problem

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


OVERLOADS_TOGETHER: Final = 2
"""Since this version all overloads of one roll, execution or gift are one effect: one leader (ruling F59)."""
RULES: Final = (1, OVERLOADS_TOGETHER)
"""The versions of the rules."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game starts from. With the dice and the log it is the whole truth about a game.

    ``rules`` is the version of the rules: recorded games keep theirs.
    """

    players: int
    options: Options
    rules: int = RULES[0]


def problems(setup: Setup) -> list[Problem]:
    """Return everything that is wrong with a setup, its cards left out: those say it themselves."""
    options = setup.options
    found = [
        *_range("players", setup.players, PLAYERS, "ruling F2"),
        *_range("limit", options.limit, (LIMIT_LEAST, LIMIT_MOST), "ruling F33"),
        *_range("turn_limit", options.turn_limit, TURN_LIMIT, ""),
        *_range("rules", setup.rules, (RULES[0], RULES[-1]), ""),
    ]
    if options.characters:
        found += _characters(setup)
    return found


def check(setup: Setup) -> None:
    """Raise ``Illegal`` with everything that is wrong with a setup; its cards are checked when they are read."""
    found = problems(setup)
    if found:
        raise Illegal(found)


def _range(item: str, value: int, limits: tuple[int, int], rule: str) -> list[Problem]:
    least, most = limits
    if least <= value <= most:
        return []
    return [Problem("option_out_of_range", None, {"item": item, "value": value, "least": least, "most": most}, rule)]


def _characters(setup: Setup) -> list[Problem]:
    chosen = setup.options.characters
    there = {card.code for card in setup.options.cards.characters}
    found = [Problem("no_such_character", None, {"item": code}, "ruling F32") for code in chosen if code not in there]
    if len(set(chosen)) != PLAYED or len(chosen) != PLAYED:
        found.append(Problem("characters_number", None, {"count": len(set(chosen)), "needs": PLAYED}, "ruling F32"))
    return found
