"""Whom one hunts: the criminals and Vicious, as they stand on their cards."""

from __future__ import annotations

from msgspec import Struct

from engines.bebop.cards.people import Planet
from engines.core.text import Text


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
