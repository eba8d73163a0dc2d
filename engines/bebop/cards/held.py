"""The cards that go through players' decks: action cards of the common and of the base decks, and damage cards.

Texts stand here as plain data, steps of the language of effects; ``engines.bebop.language`` reads them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from engines.bebop.cards.people import Character
from engines.core.text import Text

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
