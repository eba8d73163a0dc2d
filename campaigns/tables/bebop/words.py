"""Small words of Space Serenade: what cards, places, skills, resources are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from campaigns.matches.scores.bebop import CHARACTERS, PILES, PLANETS, TARGETS
from club.words import words
from engines.bebop.cards import ActionCard, CardSet, CriminalCard, DamageCard

__all__ = ["AMOUNTS", "CHARACTERS", "PILES", "PLACES", "PLANETS", "SKILLS", "TARGETS", "Cards", "Names", "listed"]

type Names = Sequence[str]
"""What the players are called, by seat."""

VICIOUS: Final = "vicious"
PLACES: Final[Mapping[str, str | Promise]] = {**PLANETS, "bebop": "Bebop"}
POOLS: Final = ("woolongs", "fuel", "force", "clues")
POOL_NAMES: Final[Mapping[str, str | Promise]] = {
    "woolongs": "Woolongs",
    "fuel": pgettext_lazy("Space Serenade", "Fuel"),
    "force": pgettext_lazy("Space Serenade", "Force"),
    "clues": pgettext_lazy("Space Serenade", "Clues"),
}
ICONS: Final[Mapping[str, str]] = {"woolongs": "coins", "fuel": "torch", "force": "fist", "clues": "search"}
"""The picture of each resource, the same as that of the pile it takes tokens off."""
ZONES: Final[Mapping[str, str | Promise]] = {
    "hand": pgettext_lazy("where a card is", "hand"),
    "discard": pgettext_lazy("where a card is", "discard pile"),
    "deck": pgettext_lazy("where a card is", "top of the deck"),
    "play": pgettext_lazy("where a card is", "in play"),
}
SKILLS: Final[Mapping[str, str | Promise]] = {
    "spike_a": gettext_lazy("draw a card; it may be discarded for another"),
    "spike_b": gettext_lazy("buy a card for 2 Woolongs less, onto your deck"),
    "jet_a": gettext_lazy("trash up to 2 damage cards of your hand or discard pile"),
    "jet_b": gettext_lazy("1 Force at once where Jet is, without damage cards"),
    "faye_a": gettext_lazy("gain 1 Woolong"),
    "faye_b": gettext_lazy("buy a card with fuel instead of Woolongs"),
    "ed_a": gettext_lazy("1 clue at once where Ed is"),
    "ed_b": gettext_lazy("take a card of your discard pile into your hand"),
}


def _woolongs(count: int, shown: str) -> str:
    return ngettext("%(count)s Woolong", "%(count)s Woolongs", count) % {"count": shown}


def _fuel(count: int, shown: str) -> str:
    return _("%(count)s fuel") % {"count": shown}


def _force(count: int, shown: str) -> str:
    return _("%(count)s Force") % {"count": shown}


def _clues(count: int, shown: str) -> str:
    return ngettext("%(count)s clue", "%(count)s clues", count) % {"count": shown}


AMOUNTS: Final = {"woolongs": _woolongs, "fuel": _fuel, "force": _force, "clues": _clues}


def amount(what: str, count: int) -> str:
    """Return so much of a resource."""
    return AMOUNTS[what](count, str(count))


class Cards:
    """The cards of a table's set by code, and their names in the reader's language."""

    def __init__(self, cards: CardSet) -> None:
        self.set = cards
        held: list[ActionCard | DamageCard] = [*cards.cards, *cards.base, *cards.damage]
        self._held = {card.code: card for card in held}
        self._criminals = {card.code: card for card in cards.criminals}

    def held(self, code: str) -> ActionCard | DamageCard:
        """Return a card that goes through decks."""
        return self._held[code]

    def wanted(self, code: str) -> CriminalCard:
        """Return a criminal's card."""
        return self._criminals[code]

    def name(self, code: str) -> str:
        """Return what a card is called."""
        card = self._held.get(code)
        return words(card.name) if card is not None else code

    def criminal(self, code: str) -> str:
        """Return what a criminal is called, or Vicious."""
        card = self._criminals.get(code)
        if card is None:
            return str(TARGETS.get(code, code))
        return words(card.name)

    def names(self, codes: Sequence[str]) -> str:
        """Return an enumeration of cards, each once with how many there are of it."""
        counts: dict[str, int] = {}
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
        return ", ".join(self.name(code) + (f" ×{count}" if count > 1 else "") for code, count in counts.items())


def listed(several: Sequence[str]) -> str:
    """Return an enumeration."""
    return get_text_list(list(several), _("and"))
