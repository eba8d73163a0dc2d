"""Paladin."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero


class Paladin(Hero):
    """Answers every attack, even a deadly one, with two (ruling B41), but never a counter-attack (ruling B42)."""

    code = "paladin"
    counters = 2
