"""Small words of La Bagarre's sentences: cards, seats, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from campaigns.matches.scores.wording import listed
from campaigns.tables.bagarre.heroes import BY_CODE
from campaigns.tables.cards import LETTERS

type Names = Sequence[str]
"""What the players are called, by seat."""

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Asks for the plain sign, not for a picture of it."""


def card_text(code: str) -> str:
    """Return a card as it stands in a sentence: rank and sign."""
    if code.startswith("X"):
        return _("the joker")
    rank, suit = code[:-1], code[-1]
    return f"{LETTERS.get(rank, rank)}{_SIGNS[suit]}{_AS_TEXT}"


def cards_text(codes: Iterable[str]) -> str:
    """Return several cards as they stand in a sentence."""
    return listed([card_text(code) for code in codes])


def hero_names(codes: Iterable[str]) -> str:
    """Return the names of heroes."""
    return listed([str(BY_CODE[code].name) for code in codes])
