"""The games a club plays, as far as its pages differ: one line of data each.

A campaign is of one game: a Musg campaign has warbands, rounds and battles; a card game's campaign is a season of
matches. Pages ask ``game_of`` instead of comparing codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MUSG: Final = "musg"
CODE_LIMIT: Final = 16


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a campaign: its code, its title, the name of its address, and whether referees alone see it."""

    code: str
    label: str | Promise
    address: str
    referee: bool = False


_OVERVIEW: Final = Tab("campaign", _("Overview"), "campaigns:campaign")
_PEOPLE: Final = Tab("people", _("People"), "campaigns:people")
_DESK: Final = Tab("dashboard", _("Referee’s desk"), "campaigns:dashboard", referee=True)
_SETTINGS: Final = Tab("settings", _("Settings"), "campaigns:settings", referee=True)

WAR_TABS: Final = (
    _OVERVIEW,
    Tab("rounds", _("Battles"), "campaigns:rounds"),
    Tab("standings", _("Standings"), "campaigns:standings"),
    Tab("chronicle", _("Chronicle"), "campaigns:chronicle"),
    Tab("hireables", _("For hire"), "campaigns:hireables"),
    _PEOPLE,
    _DESK,
    _SETTINGS,
)
SEASON_TABS: Final = (
    _OVERVIEW,
    Tab("standings", _("Standings"), "campaigns:season_standings"),
    Tab("matches", _("Matches"), "campaigns:season_matches"),
    Tab("statistics", _("Statistics"), "campaigns:season_statistics"),
    _PEOPLE,
    _DESK,
    _SETTINGS,
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its code, its title (a proper name in both languages), its icon, and the pages of its campaigns.

    ``scored``: its matches are kept on score pads, and its campaigns are seasons.
    """

    code: str
    name: str
    icon: str
    tabs: tuple[Tab, ...]
    scored: bool


CARD_GAMES: Final = (
    Game("bagarre", "La Bagarre", "fist", SEASON_TABS, scored=True),
    Game("badass_force", "Badass Force", "gun", SEASON_TABS, scored=True),
    Game("baf", "BAF!", "tower", SEASON_TABS, scored=True),
    Game("bebop", "Space Serenade", "star", SEASON_TABS, scored=True),
)
GAMES: Final = (Game(MUSG, "Musg", "crossed-swords", WAR_TABS, scored=False), *CARD_GAMES)
_BY_CODE: Final[Mapping[str, Game]] = {game.code: game for game in GAMES}


def game_of(code: str) -> Game:
    """Return the game with this code; ``KeyError`` if there is none."""
    return _BY_CODE[code]


def is_card_game(code: str) -> bool:
    """Tell whether the code is that of a game kept on score pads."""
    return code in _BY_CODE and _BY_CODE[code].scored
