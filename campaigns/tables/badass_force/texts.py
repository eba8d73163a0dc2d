"""What the cards of Badass Force say, slot by slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext
from msgspec import Struct

from campaigns.matches.cards.sentences import sentence
from campaigns.tables.badass_force.words import SLOTS, Cards
from engines.badass_force.cards import DEATH, EACH_TURN, EXECUTION, OVERLOAD, POWER, REACTION, VENGEANCE, On
from engines.badass_force.language import casting
from engines.core.effects.steps import Step

GAME: Final = "badass_force"

REACTIONS: Final[Mapping[On, str | Promise]] = {
    On.TARGETED: gettext_lazy("When you are targeted"),
    On.KILLED: gettext_lazy("When one of your characters would die"),
    On.CHARGED: gettext_lazy("When you are given ammunition"),
    On.CALLED: gettext_lazy("When your bluff is called"),
}


class CardText(Struct, frozen=True):
    """What one slot of a card says; its ``slot`` is the engine's word."""

    slot: str
    title: str
    text: str


class Sayings:
    """What the cards of a table say."""

    def __init__(self, cards: Cards) -> None:
        self._cards = casting(cards.set)
        self._weapons = {weapon.code: weapon for weapon in self._cards.weapons}

    def reacts_on(self, character: str) -> On | None:
        """Return what a character reacts to, if to anything."""
        return self._cards.characters[character].on

    def steps(self, code: str, slot: str) -> tuple[Step, ...]:
        """Return the steps of a slot of a character or a weapon."""
        card = self._weapons.get(code) or self._cards.characters[code]
        found: tuple[Step, ...] = getattr(card, slot)
        return found

    def slot(self, code: str, slot: str) -> str:
        """Return what one slot says."""
        return self.describe_steps(self.steps(code, slot))

    def describe_steps(self, steps: tuple[Step, ...]) -> str:
        """Return what these steps do."""
        return sentence(GAME, steps)

    def of(self, code: str) -> tuple[CardText, ...]:
        """Return all that a card says, slot by slot; empty slots are left out."""
        slots = (EXECUTION, OVERLOAD, EACH_TURN) if code in self._weapons else (POWER, VENGEANCE, REACTION, DEATH)
        return tuple(CardText(slot, self._title(code, slot), text) for slot in slots if (text := self.slot(code, slot)))

    def _title(self, code: str, slot: str) -> str:
        if slot == OVERLOAD and self._weapons[code].any_charge:
            return pgettext("Badass Force", "When any charge overloads it")
        on = self.reacts_on(code) if slot == REACTION else None
        return str(REACTIONS[on] if on is not None else SLOTS[slot])
