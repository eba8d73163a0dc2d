"""The games a club plays: one line of data each, with the kind of campaign that each is played in.

What a kind of campaign looks like is said by the room that plays it (see ``campaigns.league.kinds``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

CODE_LIMIT: Final = 16
WAR: Final = "war"
"""The kind of campaign with warbands, rounds and battles."""
SEASON: Final = "season"
"""The kind of campaign whose matches are kept on score pads."""
SINGLE: Final = "single"
"""The kind that is no campaign to those who play it: one battle, by itself."""


class Game(Struct, frozen=True):
    """A game: its code, its title (a proper name in both languages), its icon, and the kind of its campaigns."""

    code: str
    name: str
    icon: str
    kind: str


MUSG: Final = Game("musg", "Musg", "crossed-swords", WAR)
CARD_GAMES: Final = (
    Game("bagarre", "La Bagarre", "fist", SEASON),
    Game("badass_force", "Badass Force", "gun", SEASON),
    Game("baf", "BAF!", "tower", SEASON),
    Game("bebop", "Space Serenade", "star", SEASON),
)
GAMES: Final = (MUSG, *CARD_GAMES)
"""Those that campaigns are opened of."""
SINGLE_MUSG: Final = Game("musg_single", "Musg", "crossed-swords", SINGLE)
STORED: Final = (*GAMES, SINGLE_MUSG)
_BY_CODE: Final[Mapping[str, Game]] = {game.code: game for game in STORED}


def game_of(code: str) -> Game:
    """Return the game with this code; ``KeyError`` if there is none."""
    return _BY_CODE[code]


def is_card_game(code: str) -> bool:
    """Tell whether the code is that of a game kept on score pads."""
    return code in _BY_CODE and _BY_CODE[code].kind == SEASON


def codes_of(kind: str) -> list[str]:
    """Return the codes of the games that are played in campaigns of a kind."""
    return [game.code for game in STORED if game.kind == kind]
