"""The cards of Badass Force as data: a *card set*, typed in by a club off its own box.

The rulebook prints no card. It says how many there are (Badass Force, Contenu): 8 characters in 7 copies, 8 weapons in
3. What cards do stands in the language of effects (``engines.core.effects``), which ``language`` reads: what is wrong
with a set as a whole is asked there. ``training()`` is an invented set for practice; it is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import Any, Final

from msgspec import Struct

from engines.badass_force.score.setup import Symbol
from engines.core.card_set import count_problems, named_problems, range_problems, training_set
from engines.core.decoding import converted
from engines.core.effects.keys import check_keys
from engines.core.problems import Problem
from engines.core.text import Text

CHARACTERS: Final = 8
COPIES: Final = 7
"""Of each character: one for each of six players and one for the middle of the table (ruling F36)."""
PLAYED: Final = 7
"""Different characters of one game (Badass Force, Mise en place)."""
WEAPONS: Final = 8
WEAPON_COPIES: Final = 3
WEAPON_CARDS: Final = 24
FACES: Final = 6
BAR_MOST: Final = 12
"""The highest case of a charge bar: a guard against slips of the finger, no rule prints it."""
CONTENTS: Final = "Badass Force, Contenu"
EXPANSIONS: Final = "Badass Force, Extensions"

POWER: Final = "power"
VENGEANCE: Final = "vengeance"
DEATH: Final = "death"
REACTION: Final = "reaction"
EXECUTION: Final = "execution"
OVERLOAD: Final = "overload"
EACH_TURN: Final = "each_turn"
SLOTS: Final = (POWER, VENGEANCE, DEATH, REACTION, EXECUTION, OVERLOAD, EACH_TURN)
"""The slots of cards, by their words."""

type Written = tuple[dict[str, Any], ...]
"""A slot as it is typed in: a list of steps, read by ``language``."""


class Icon(StrEnum):
    """The classes of characters (Badass Force, Extensions)."""

    DEFENCE = "defence"
    ASSASSIN = "assassin"
    AMMO = "ammo"


class On(StrEnum):
    """What a reaction answers to."""

    TARGETED = "targeted"
    KILLED = "killed"
    CHARGED = "charged"
    CALLED = "called"


class ReactionCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a character does outside its player's turn (ruling F40)."""

    on: On
    steps: Written


class CharacterCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A character: its ordinary power, the red-framed one for Vengeance, what its death does, how it reacts.

    ``text`` is what is printed, typed in for comparison.
    """

    code: str
    name: Text
    classes: tuple[Icon, ...] = ()
    power: Written = ()
    vengeance: Written = ()
    death: Written = ()
    reaction: ReactionCard | None = None
    copies: int = COPIES
    text: str = ""


class Bar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon's charge bar: where it starts, from which case on it may be used, and its last case."""

    start: int = 0
    explode: int
    most: int


class WeaponCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A weapon: its bar, its execution, what overloading it does (ruling F8), what it does at each of its turns.

    ``any_charge``: its text says that any charge overloads it, that of the turn's beginning too (ruling F45).
    """

    code: str
    name: Text
    bar: Bar
    execution: Written = ()
    overload: Written = ()
    any_charge: bool = False
    each_turn: Written = ()
    copies: int = WEAPON_COPIES
    text: str = ""


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """All cards of one box, and the six faces of an armoury die. ``invented``: nobody's published cards.

    ``language`` is the version of the language of effects.
    """

    language: int = 1
    name: Text
    invented: bool = False
    faces: tuple[tuple[Symbol, ...], ...]
    characters: tuple[CharacterCard, ...]
    weapons: tuple[WeaponCard, ...]

    @property
    def cards(self) -> tuple[CharacterCard | WeaponCard, ...]:
        """All cards."""
        return (*self.characters, *self.weapons)

    def wrong_figures(self) -> Iterable[Problem]:
        """Yield what is wrong with the set but for the steps of its cards: counts, codes, numbers."""
        yield from _range("set", "language", self.language, 1, 1)
        yield from self._count_problems()
        yield from named_problems(self.cards)
        for character in self.characters:
            yield from count_problems(character.code, character.copies, COPIES, CONTENTS)
            if not (character.power or character.vengeance or character.reaction or character.death):
                yield Problem("card_says_nothing", None, {"item": character.code}, "")
        for weapon in self.weapons:
            yield from _weapon_problems(weapon)

    def _count_problems(self) -> Iterator[Problem]:
        yield from _least("characters", len(self.characters), CHARACTERS, CONTENTS)
        yield from _least("weapons", sum(card.copies for card in self.weapons), WEAPON_CARDS, CONTENTS)
        yield from count_problems("faces", len(self.faces), FACES, "ruling F3")
        for icon in Icon:
            having = sum(icon in card.classes for card in self.characters)
            yield from _least(icon.value, having, 1, EXPANSIONS)


def _least(item: str, count: int, least: int, rule: str) -> Iterator[Problem]:
    """Yield ``card_count`` when there are fewer than the box has; an expansion may bring more."""
    if count < least:
        yield from count_problems(item, count, least, rule)


def _range(item: str, field: str, value: int, least: int, most: int) -> Iterable[Problem]:
    return range_problems(item, field, value, least, most, CONTENTS)


def _weapon_problems(card: WeaponCard) -> Iterator[Problem]:
    yield from _range(card.code, "copies", card.copies, 1, WEAPON_CARDS)
    yield from _range(card.code, "most", card.bar.most, 1, BAR_MOST)
    yield from _range(card.code, "explode", card.bar.explode, 1, card.bar.most)
    yield from _range(card.code, "start", card.bar.start, 0, card.bar.most)
    if not card.execution:
        yield Problem("card_says_nothing", None, {"item": card.code}, "Badass Force, Utiliser la capacité d'exécution")


def slots(cards: CardSet) -> Iterator[tuple[CharacterCard | WeaponCard, str, Written]]:
    """Yield every slot of every card, empty ones too."""
    for card in cards.cards:
        for slot, written in slots_of(card):
            yield card, slot, written


def slots_of(card: CharacterCard | WeaponCard) -> Iterator[tuple[str, Written]]:
    """Yield every slot of a card, empty ones too."""
    if isinstance(card, WeaponCard):
        yield EXECUTION, card.execution
        yield OVERLOAD, card.overload
        yield EACH_TURN, card.each_turn
        return
    yield POWER, card.power
    yield VENGEANCE, card.vengeance
    yield DEATH, card.death
    if card.reaction is not None:
        yield REACTION, card.reaction.steps


def read_cards(data: object) -> CardSet:
    """Read a card set from JSON or TOML data; raise ``Malformed`` with every key that is none, and where.

    What is readable may still be wrong: ask ``language.problems``.
    """
    check_keys(data, CardSet)
    return converted(data, CardSet)


@cache
def training() -> CardSet:
    """Return the invented set that comes with the project."""
    return training_set("engines.badass_force", CardSet)
