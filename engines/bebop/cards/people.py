"""Planets and characters: what the cards speak of."""

from __future__ import annotations

from enum import StrEnum


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
