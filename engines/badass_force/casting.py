"""The cards of a set ready to be played: steps read, codes in lists, what can happen known beforehand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from engines.badass_force.cards import CardSet, On, slots
from engines.badass_force.language import LANGUAGE
from engines.badass_force.score.setup import Symbol
from engines.badass_force.verbs.copy import Copy
from engines.core.effects.reading import Reader, walk
from engines.core.effects.steps import Step
from engines.core.problems import Illegal


class Character(Struct, frozen=True, eq=False):
    """One of the characters of a set, with the steps of its slots. ``copies``: its power copies another."""

    code: str
    power: tuple[Step, ...]
    vengeance: tuple[Step, ...]
    death: tuple[Step, ...]
    on: On | None
    reaction: tuple[Step, ...]
    copies: bool


class Weapon(Struct, frozen=True, eq=False):
    """One of the weapons of a set. ``any_charge``: the turn's own charge overloads it too, and it has a text."""

    code: str
    start: int
    explode: int
    most: int
    copies: int
    execution: tuple[Step, ...]
    overload: tuple[Step, ...]
    any_charge: bool
    each_turn: tuple[Step, ...]


class Casting(Struct, frozen=True, eq=False):
    """A whole set, read."""

    characters: dict[str, Character]
    weapons: tuple[Weapon, ...]
    faces: tuple[tuple[Symbol, ...], ...]


def casting(cards: CardSet) -> Casting:
    """Return the set ready to be played. Raises ``Illegal`` with everything that is wrong with it."""
    return _casting(msgspec.json.encode(cards))


KEPT: Final = 32
"""So many sets are kept read: a site plays few at a time."""


@lru_cache(KEPT)
def _casting(encoded: bytes) -> Casting:
    cards = msgspec.json.decode(encoded, type=CardSet)
    wrong = list(cards.problems())
    if wrong:
        raise Illegal(wrong)
    read = {(card.code, slot): Reader(LANGUAGE, card.code).slot(slot, written) for card, slot, written in slots(cards)}
    characters = {
        card.code: Character(
            card.code,
            read[card.code, "power"],
            read[card.code, "vengeance"],
            read[card.code, "death"],
            card.reaction.on if card.reaction is not None else None,
            read.get((card.code, "reaction"), ()),
            any(isinstance(step, Copy) for step in walk(read[card.code, "power"])),
        )
        for card in cards.characters
    }
    weapons = tuple(
        Weapon(
            card.code,
            card.bar.start,
            card.bar.explode,
            card.bar.most,
            card.copies,
            read[card.code, "execution"],
            read[card.code, "overload"],
            card.any_charge and bool(card.overload),
            read[card.code, "each_turn"],
        )
        for card in cards.weapons
    )
    return Casting(characters, weapons, cards.faces)
