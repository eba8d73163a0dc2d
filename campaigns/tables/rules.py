"""Which card games are played at the site's tables. A new game adds its rules to ``GAMES``.

A game's rules, with its engine, bots and words, are loaded when somebody asks for them: a sixth of all the code there
is, which most pages do without.
"""

from __future__ import annotations

from typing import Any, Final

from campaigns.league import games
from campaigns.tables.contract import Game, GameResult, Rules
from club.on_demand import OnDemand

__all__ = ["GAMES", "Game", "GameResult", "Rules", "find", "first", "name_of", "of", "offered", "variant_label"]


def _bagarre() -> Rules[Any]:
    from campaigns.tables.bagarre.rules import BagarreRules

    return BagarreRules()


def _badass_force() -> Rules[Any]:
    from campaigns.tables.badass_force.rules import BadassForceRules

    return BadassForceRules()


def _baf() -> Rules[Any]:
    from campaigns.tables.baf.rules import BafRules

    return BafRules()


def _bebop() -> Rules[Any]:
    from campaigns.tables.bebop.rules import BebopRules

    return BebopRules()


GAMES: Final[OnDemand[Rules[Any]]] = OnDemand(
    {"bagarre": _bagarre, "badass_force": _badass_force, "baf": _baf, "bebop": _bebop}
)


def of(code: str) -> Rules[Any]:
    """Return the rules of a game; ``KeyError`` when it is not played here."""
    return GAMES[code]


def find(code: str) -> Rules[Any] | None:
    """Return the rules of a game, or ``None`` when it is not played here."""
    return GAMES.get(code)


def first() -> Rules[Any]:
    """Return the game that is offered first."""
    return next(iter(GAMES.values()))


def offered() -> list[games.Game]:
    """Return the games that are played here, in the order in which they are offered."""
    return [games.game_of(code) for code in GAMES]


def name_of(code: str) -> str:
    """Return the title of a game, a proper name in both languages."""
    return games.game_of(code).name


def variant_label(code: str, variant: str) -> str:
    """Return what a variant of a game is called."""
    return str(of(code).variant_label(variant))
