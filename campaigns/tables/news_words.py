"""How news about card tables are told. Whose move it is, is news on the site only once somebody who waits says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import game_of
from campaigns.league.news import Words
from club.models import Topic


def _about(sentence: str | Promise) -> Words:
    """Words that name the game."""

    def sentence_of(params: Mapping[str, Any]) -> str:
        return str(sentence) % {**params, "game": game_of(params["game"]).name}

    return sentence_of


WORDS: Final[Mapping[str, Words]] = {
    "your_move": _about(_("It is your move at the table of %(game)s.")),
    "seat_kept": _about(_("%(by)s keeps a seat for you at a table of %(game)s.")),
    "table_waits": _about(_("%(by)s waits for your move at your table of %(game)s.")),
    "rematch": _about(_("%(by)s wants a rematch at your table of %(game)s.")),
    "table_called_off": _about(_("%(by)s called your table of %(game)s off.")),
    "outside_of_season": _about(_("Your game of %(game)s could not be entered in its season: it counts outside it.")),
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {
    Topic.TURN: ("your_move", "seat_kept", "table_waits", "rematch"),
    Topic.EVENING: ("table_called_off",),
    Topic.RESULTS: ("outside_of_season",),
}
