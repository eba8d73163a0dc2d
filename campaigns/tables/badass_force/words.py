"""Small words of Badass Force: what cards, slots, deeds, dice and chips are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns.matches.cards.kinds.badass_force import KINDS
from campaigns.matches.cards.sentences.badass_force.lasting import RAISES, forbidden, raised
from campaigns.matches.cards.sentences.badass_force.words import AMOUNTS, DEEDS, UNTIL
from campaigns.matches.scores.badass_force import FACES, BadassForcePad
from club.words import words
from engines.badass_force.actions import Kind
from engines.badass_force.cards import CardSet, CharacterCard, Icon, On, WeaponCard

__all__ = [
    "AMOUNTS",
    "CLASSES",
    "DEEDS",
    "FACES",
    "SLOTS",
    "UNTIL",
    "Cards",
    "Names",
    "amount",
    "lasting",
    "rolled",
    "signed",
]

type Names = Sequence[str]
"""What the players are called, by seat."""

CLASSES: Final[Mapping[str, str | Promise]] = {
    Icon.DEFENCE: pgettext_lazy("Badass Force", "Defence"),
    Icon.ASSASSIN: pgettext_lazy("Badass Force", "Assassin"),
    Icon.AMMO: pgettext_lazy("Badass Force", "Ammunition"),
}
SLOTS: Final[Mapping[str, str | Promise]] = {slot.code: slot.title for kind in KINDS for slot in kind.slots}
"""What the texts of a card are called, as where they are typed in."""
SOURCES: Final[Mapping[str, str | Promise]] = BadassForcePad.source_names
"""Why somebody scores, as on the pad."""
PLACES: Final[Mapping[str, str | Promise]] = {
    "hand": pgettext_lazy("Badass Force", "hand"),
    "active": pgettext_lazy("Badass Force", "active character"),
    "dressing_room": pgettext_lazy("Badass Force", "dressing room"),
    "graveyard": pgettext_lazy("Badass Force", "graveyard"),
    "centre": pgettext_lazy("Badass Force", "middle of the table"),
    "pile": pgettext_lazy("Badass Force", "weapon pile"),
    "discard": pgettext_lazy("Badass Force", "weapon discard"),
}
ACTIONS: Final[Mapping[str, str | Promise]] = {
    Kind.CHANGE: gettext_lazy("Change the character"),
    Kind.WEAPON: gettext_lazy("Change the weapon"),
    Kind.EXECUTE: gettext_lazy("Use the execution"),
    Kind.ARMOURY: gettext_lazy("Roll the armoury dice"),
    Kind.ANNOUNCE: gettext_lazy("Use a power"),
}
"""What a turn can be used for, by the kind of its action."""
CAUSES: Final[Mapping[str, str | Promise]] = {
    On.TARGETED: pgettext_lazy("reacting to", "target of a card"),
    On.KILLED: pgettext_lazy("reacting to", "loss of a character"),
    On.CHARGED: pgettext_lazy("reacting to", "charges given"),
    On.CALLED: pgettext_lazy("reacting to", "call"),
}
"""What a reaction answers to."""


def amount(what: str, count: int) -> str:
    """Return so much ammunition, or so many points."""
    return AMOUNTS[what](count, str(count))


def signed(what: str, count: int) -> str:
    """Return so much with its sign: +2 points, −1 charge."""
    return AMOUNTS[what](abs(count), f"+{count}" if count > 0 else f"−{-count}")


def lasting(what: str, count: int) -> str:
    """Return what binds somebody for a while: a deed forbidden (``count`` 0), or a figure that is ``count`` higher."""
    return raised(what, signed(RAISES[what], count)) if count else forbidden(what)


def rolled(symbols: Sequence[Sequence[str]]) -> str:
    """Return what dice show, one after the other; a face may have several symbols, or none."""
    return ", ".join(" + ".join(str(FACES[one]) for one in face or ("blank",)) for face in symbols)


class Cards:
    """The cards of a table's set by code, and their names in the reader's language."""

    def __init__(self, cards: CardSet) -> None:
        self.set = cards
        self._characters = {card.code: card for card in cards.characters}
        self._weapons = {card.code: card for card in cards.weapons}

    def character(self, code: str) -> CharacterCard:
        """Return a character."""
        return self._characters[code]

    def weapon(self, code: str) -> WeaponCard:
        """Return a weapon."""
        return self._weapons[code]

    def name(self, code: str) -> str:
        """Return what a card is called; what is none stays as it is."""
        card = self._characters.get(code) or self._weapons.get(code)
        return words(card.name) if card is not None else code

    def names(self, codes: Sequence[str]) -> str:
        """Return an enumeration of cards, each once with how many there are of it."""
        counts: dict[str, int] = {}
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
        return ", ".join(self.name(code) + (f" ×{count}" if count > 1 else "") for code, count in counts.items())
