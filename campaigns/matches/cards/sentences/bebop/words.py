"""Small words of Space Serenade: resources, places, piles, skills, and what the fields of steps choose from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Amounted, Words
from campaigns.matches.scores.bebop import CHARACTERS, PILES, PLANETS
from engines.bebop.cards import Character
from engines.bebop.score.state import Pile
from engines.bebop.verbs.cards import Deck, Into, To
from engines.bebop.verbs.hunt import Change, Figure, On, Skilled, Where
from engines.bebop.verbs.picking import Sort, Zone
from engines.bebop.verbs.resources import Pool

PLACES: Final[Words] = {**PLANETS, "bebop": "Bebop"}
POOL_NAMES: Final[Words] = {
    "woolongs": "Woolongs",
    "fuel": pgettext_lazy("Space Serenade", "Fuel"),
    "force": pgettext_lazy("Space Serenade", "Force"),
    "clues": pgettext_lazy("Space Serenade", "Clues"),
}
ZONES: Final[Words] = {
    "hand": pgettext_lazy("where a card is", "hand"),
    "discard": pgettext_lazy("where a card is", "discard pile"),
    "deck": pgettext_lazy("where a card is", "top of the deck"),
    "play": pgettext_lazy("where a card is", "in play"),
}
SKILLS: Final[Words] = {
    "spike_a": gettext_lazy("draw a card; it may be discarded for another"),
    "spike_b": gettext_lazy("buy a card for 2 Woolongs less, onto your deck"),
    "jet_a": gettext_lazy("trash up to 2 damage cards from your hand or discard pile"),
    "jet_b": gettext_lazy("1 Force straight away where Jet is, without damage cards"),
    "faye_a": gettext_lazy("gain 1 Woolong"),
    "faye_b": gettext_lazy("buy a card with fuel instead of Woolongs"),
    "ed_a": gettext_lazy("1 clue straight away where Ed is"),
    "ed_b": gettext_lazy("take a card from your discard pile into your hand"),
}
COUNTS: Final[Words] = {
    "woolongs": "Woolongs",
    "fuel": gettext_lazy("fuel"),
    "force": gettext_lazy("Force"),
    "clues": gettext_lazy("clues"),
    "hand": gettext_lazy("cards in hand"),
    "discard": gettext_lazy("cards in the discard pile"),
    "damage": gettext_lazy("damage cards in the discard pile"),
    "tokens": gettext_lazy("capture tokens"),
    "captured": gettext_lazy("criminals captured"),
    "played": gettext_lazy("cards in play"),
    "companions": gettext_lazy("figures at the same place"),
}

VALUES: Final[Mapping[type[StrEnum], Words]] = {
    Pool: POOL_NAMES,
    Character: CHARACTERS,
    Pile: PILES,
    Zone: ZONES,
    To: ZONES,
    Into: ZONES,
    Skilled: SKILLS,
    Sort: {
        Sort.DAMAGE: gettext_lazy("damage"),
        Sort.BASE: gettext_lazy("base card"),
        Sort.COMMON: gettext_lazy("bought card"),
    },
    Deck: {
        Deck.OWN: gettext_lazy("your deck"),
        Deck.COMMON: gettext_lazy("common deck"),
        Deck.DAMAGE: gettext_lazy("damage deck"),
    },
    Figure: {
        Figure.OWN: gettext_lazy("your figure"),
        Figure.OTHERS: gettext_lazy("another figure"),
        Figure.ABSENT: gettext_lazy("a figure that nobody plays"),
        Figure.ANY: gettext_lazy("any figure"),
    },
    Where: {
        **PLACES,
        Where.ANYWHERE: gettext_lazy("anywhere"),
        Where.PLANET: gettext_lazy("to a planet"),
        Where.HERE: gettext_lazy("to where you are"),
    },
    On: {**PLANETS, On.ANY: gettext_lazy("any planet"), On.HERE: gettext_lazy("where you are")},
    Change: {
        Change.UP: pgettext_lazy("card text", "up"),
        Change.DOWN: pgettext_lazy("card text", "down"),
        Change.EITHER: pgettext_lazy("card text", "up or down"),
    },
}


def _woolongs(count: int, shown: str) -> str:
    return ngettext("%(count)s Woolong", "%(count)s Woolongs", count) % {"count": shown}


def _fuel(count: int, shown: str) -> str:
    return _("%(count)s fuel") % {"count": shown}


def _force(count: int, shown: str) -> str:
    return _("%(count)s Force") % {"count": shown}


def _clues(count: int, shown: str) -> str:
    return ngettext("%(count)s clue", "%(count)s clues", count) % {"count": shown}


AMOUNTS: Final[Mapping[str, Amounted]] = {"woolongs": _woolongs, "fuel": _fuel, "force": _force, "clues": _clues}
