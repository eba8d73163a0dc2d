"""The language of effects as Badass Force speaks it, and card sets read by it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from engines.badass_force.cards import CHARACTERS, REACTION, SLOTS, WEAPONS, CardSet, slots, slots_of
from engines.badass_force.casting import KEPT, Casting, Character, Weapon
from engines.badass_force.conditions import CONDITIONS
from engines.badass_force.verbs import VERBS
from engines.badass_force.verbs.characters import Copy
from engines.core.effects.language import Language
from engines.core.effects.reading import Reader, walk
from engines.core.effects.steps import Step
from engines.core.effects.texts import text_warnings
from engines.core.effects.wholeness import Standing, standing, wholeness
from engines.core.problems import Illegal, Problem

TABLE: Final = "table"

LANGUAGE: Final = Language(
    verbs=VERBS,
    conditions=CONDITIONS,
    who={
        "me": (),
        "chosen": (),
        "others": (),
        "all": (),
        "left": (),
        "right": (),
        "leader": (),
        "attacker": (REACTION,),
        "caller": (REACTION,),
    },
    counts=("ammo", "points", "graveyard", "hand", "vengeance"),
    slots=(*SLOTS, TABLE),
    payable=("ammo", "points"),
)


def problems(cards: CardSet) -> Iterable[Problem]:
    """Yield everything that is wrong with a set: counts, codes, numbers, and every step that cannot be read."""
    yield from cards.wrong_figures()
    for card, slot, written in slots(cards):
        reader = Reader(LANGUAGE, card.code)
        reader.slot(slot, written)
        yield from reader.problems


def warnings(cards: CardSet) -> Iterable[Problem]:
    """Yield what is odd but not wrong: names nobody uses, words of a typed text that no step says."""
    for card in cards.cards:
        every: list[Step] = []
        for slot, written in slots_of(card):
            reader = Reader(LANGUAGE, card.code)
            every += reader.slot(slot, written)
            yield from reader.warnings
        yield from text_warnings(card.code, "text", card.text, tuple(every))


def standing_of(cards: CardSet) -> Standing:
    """Return how many of the box's cards are whole, ask the table, have their text only, or are missing."""
    kinds = []
    for card in cards.cards:
        steps = [Reader(LANGUAGE, card.code).slot(slot, written) for slot, written in slots_of(card)]
        kinds.append((wholeness(steps, text=card.text), 1))
    return standing(kinds, CHARACTERS + WEAPONS)


def casting(cards: CardSet) -> Casting:
    """Return the set ready to be played. Raises ``Illegal`` with everything that is wrong with it."""
    return _casting(msgspec.json.encode(cards))


@lru_cache(KEPT)
def _casting(encoded: bytes) -> Casting:
    cards = msgspec.json.decode(encoded, type=CardSet)
    wrong = list(problems(cards))
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
