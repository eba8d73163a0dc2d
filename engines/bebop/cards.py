"""The cards of Space Serenade as data: a *card set*, typed in by a club off its own box.

The rulebook prints neither token counts nor stars nor texts (rulings C5, C6). It says how many cards there are (Space
Serenade, Contenu) and that six criminals, two of each planet, are there from the start (Mise en place; ruling C3).
The criminals' piles and stars are enough to keep score; ``CardSet.missing`` says what playing without the box needs
besides. ``training()`` is an invented set for practice; it is not the publisher's.

Texts stand here as plain data, steps of the language of effects; ``engines.bebop.language`` reads them.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct, field

from engines.core.card_set import count_problems, named_problems, range_problems
from engines.core.decoding import converted
from engines.core.effects.keys import check_keys
from engines.core.problems import Param, Problem
from engines.core.text import Text


class Planet(StrEnum):
    """The three planets; the rulebook calls Ganymede one for simplicity (Space Serenade, Contenu)."""

    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"


class Character(StrEnum):
    """Whom one plays, and the colour of the cards (Space Serenade, Compétences des personnages)."""

    SPIKE = "spike"
    JET = "jet"
    FAYE = "faye"
    ED = "ed"


type Steps = tuple[dict[str, Any], ...]
"""A slot: steps of the language of effects, as they were typed in."""


class Team(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The coloured zone at the bottom: ``steps`` are done once a card of the character ``with_`` lies in play."""

    with_: Character = field(name="with")
    steps: Steps


class ActionCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An action card. ``colour`` is its character, none for a neutral one; ``cost`` is its price in Woolongs.

    ``copies`` is how many there are; of a base card, in each deck that it belongs to. Printed resources are numbers:
    ``woolongs``, ``fuel``, ``force``, ``clues``. ``play`` is what its text says, ``text`` the words on the card.
    """

    code: str
    name: Text
    colour: Character | None = None
    cost: int = 0
    copies: int = 1
    woolongs: int = 0
    fuel: int = 0
    force: int = 0
    clues: int = 0
    play: Steps = ()
    team: Team | None = None
    text: Text | None = None


class Goes(StrEnum):
    """Where a damage card goes once its red text is done (ruling C19)."""

    OUT = "out"
    DISCARD = "discard"
    TOP = "top"


class Red(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The red text of a damage card: what happens when it is drawn, and where the card goes then."""

    to: Goes
    steps: Steps = ()


class DamageCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A damage card: its red text when it is drawn, its ``grey`` one when it is played."""

    code: str
    name: Text
    copies: int = 1
    red: Red
    grey: Steps = ()
    text: Text | None = None


class CriminalCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A criminal: planet, tokens on the resistance and on the clue pile, and the star's number (renown, ruling C7).

    To play without the box more is needed: what one token of each pile costs (``force_each``, ``clues_each``), and
    ``renews``, whether the market is renewed on arrival (Cartes Criminel et jetons Capture).
    """

    code: str
    name: Text
    planet: Planet
    resistance: int
    clues: int
    star: int
    force_each: int | None = None
    clues_each: int | None = None
    renews: bool = False


class ViciousCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The tokens on Vicious's two piles with so many players."""

    players: int
    resistance: int
    clues: int


CRIMINALS: Final = 21
PER_PLANET: Final = 7
STARTERS: Final = 2
"""Starting criminals of each planet: the number in their star is 0."""
VICIOUS_TOKENS: Final = 20
"""The Vicious tokens in the box, for both of his piles."""
PILE_MOST: Final = 30
"""The place tokens in the box; others may stand in for more (ruling C9), but no single pile is higher."""
STAR_MOST: Final = 9
"""The highest star: a guard against slips of the finger, no rule prints it."""
PLAYERS: Final = (2, 3, 4)
COMMON: Final = 92
DAMAGE: Final = 30
BASE_NEUTRAL: Final = 6
BASE_COLOURED: Final = 4
"""A base deck: six neutral cards and four of its character's colour (Mise en place)."""
PRICE_MOST: Final = 9
COST_MOST: Final = 20
RESOURCE_MOST: Final = 9
"""Guards against slips of the finger, as the highest star."""
TRAINING: Final = ("set", "criminals", "market", "base", "damage")
"""The files of the invented set: one for each kind of cards."""
CONTENTS: Final = "Space Serenade, Contenu"
SETUP: Final = "Space Serenade, Mise en place"


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cards of one box. ``invented``: nobody's published cards.

    To keep score the ``criminals`` and Vicious's tokens by number of players are enough. To play there must also be the
    common deck (``cards``), the base decks (``base``: neutral cards belong to each of the four, the others to the deck
    of their colour), the ``damage`` cards, and what a token of Vicious's resistance costs (``vicious_force``; a clue
    costs 3, Confronter Vicious). ``language`` is the version of the language of effects.
    """

    name: Text
    invented: bool = False
    criminals: tuple[CriminalCard, ...]
    vicious: tuple[ViciousCard, ...]
    vicious_star: int = 0
    vicious_force: int | None = None
    vicious_clues: int = 3
    language: int = 1
    cards: tuple[ActionCard, ...] = ()
    base: tuple[ActionCard, ...] = ()
    damage: tuple[DamageCard, ...] = ()

    def criminal(self, code: str) -> CriminalCard | None:
        """Return the criminal of that code, if there is one."""
        return next((card for card in self.criminals if card.code == code), None)

    def vicious_with(self, players: int) -> ViciousCard:
        """Return Vicious's tokens with so many players; the set has been checked."""
        return next(card for card in self.vicious if card.players == players)

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the set for keeping score: counts, codes twice, numbers out of range.

        Each problem names the list or card (``item``), the value and the limit.
        """
        yield from self._count_problems()
        yield from named_problems(self.criminals)
        for card in self.criminals:
            yield from range_problems(card.code, "resistance", card.resistance, 1, PILE_MOST)
            yield from range_problems(card.code, "clues", card.clues, 1, PILE_MOST)
            yield from range_problems(card.code, "star", card.star, 0, STAR_MOST)
        yield from self._vicious_problems()

    def missing(self) -> Iterable[Problem]:
        """Yield what playing without the box needs and the set has not, or has wrongly: ``price_missing`` and the codes
        of ``problems``. The texts are ``engines.bebop.language``'s to read.
        """
        for criminal in self.criminals:
            for name, value in (("force_each", criminal.force_each), ("clues_each", criminal.clues_each)):
                yield from _price_problems(criminal.code, name, value)
        yield from _price_problems("vicious", "vicious_force", self.vicious_force)
        yield from _price_problems("vicious", "vicious_clues", self.vicious_clues)
        held: tuple[ActionCard | DamageCard, ...] = (*self.cards, *self.base, *self.damage)
        yield from named_problems(held)
        yield from count_problems("cards", sum(card.copies for card in self.cards), COMMON, CONTENTS)
        yield from count_problems("damage", sum(card.copies for card in self.damage), DAMAGE, CONTENTS)
        neutral = sum(card.copies for card in self.base if card.colour is None)
        yield from count_problems("base_neutral", neutral, BASE_NEUTRAL, SETUP)
        coloured: Counter[Character | None] = Counter()
        for card in self.base:
            coloured[card.colour] += card.copies
        for character in Character:
            yield from count_problems(f"base_{character.value}", coloured[character], BASE_COLOURED, SETUP)
        for one in held:
            yield from range_problems(one.code, "copies", one.copies, 1, COMMON)
        for card in (*self.cards, *self.base):
            yield from _number_problems(card)

    def _count_problems(self) -> Iterable[Problem]:
        counts = [("criminals", len(self.criminals), CRIMINALS, CONTENTS)]
        for planet in Planet:
            there = [card for card in self.criminals if card.planet is planet]
            counts.append((planet.value, len(there), PER_PLANET, "ruling C3"))
            counts.append((f"starters_{planet.value}", sum(card.star == 0 for card in there), STARTERS, SETUP))
        for item, count, needs, rule in counts:
            yield from count_problems(item, count, needs, rule)

    def _vicious_problems(self) -> Iterable[Problem]:
        for players in PLAYERS:
            count = sum(card.players == players for card in self.vicious)
            yield from count_problems(f"vicious_{players}", count, 1, "ruling C5")
        for card in self.vicious:
            item = f"vicious_{card.players}"
            yield from range_problems(item, "players", card.players, PLAYERS[0], PLAYERS[-1])
            yield from range_problems(item, "resistance", card.resistance, 1, VICIOUS_TOKENS - 1)
            yield from range_problems(item, "clues", card.clues, 1, VICIOUS_TOKENS - 1)
            yield from vicious_problems(card.resistance, card.clues)
        yield from range_problems("vicious", "star", self.vicious_star, 0, STAR_MOST)


def _price_problems(item: str, field: str, value: int | None) -> Iterable[Problem]:
    """A token costs 1 at least (ruling C73)."""
    if value is None:
        yield Problem("price_missing", None, {"item": item, "field": field}, "ruling C73")
    else:
        yield from range_problems(item, field, value, 1, PRICE_MOST, "ruling C73")


def _number_problems(card: ActionCard) -> Iterable[Problem]:
    yield from range_problems(card.code, "cost", card.cost, 0, COST_MOST)
    for name in ("woolongs", "fuel", "force", "clues"):
        yield from range_problems(card.code, name, getattr(card, name), 0, RESOURCE_MOST)
    if card.team is not None and card.team.with_ is card.colour:
        yield Problem("team_own_colour", None, {"item": card.code}, "ruling C41")


def vicious_problems(resistance: int, clues: int) -> Iterable[Problem]:
    """Yield ``vicious_tokens`` if Vicious's piles need more tokens than the box has."""
    if resistance + clues > VICIOUS_TOKENS:
        params: dict[str, Param] = {"value": resistance + clues, "most": VICIOUS_TOKENS}
        yield Problem("vicious_tokens", None, params, CONTENTS)


def read_cards(data: object) -> CardSet:
    """Read a card set from JSON data; raise ``Malformed`` saying where it cannot be read.

    What is readable may still be wrong: ask ``problems``.
    """
    check_keys(data, CardSet)
    return converted(data, CardSet)


@cache
def training() -> CardSet:
    """Return the invented set that comes with the project: its TOML files together."""
    folder = files("engines.bebop").joinpath("training")
    data: dict[str, Any] = {}
    for name in TRAINING:
        data |= tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return converted(data, CardSet)
