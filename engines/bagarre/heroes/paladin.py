"""Paladin."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero


class Paladin(Hero):
    """Answers every attack with two attacks, a deadly one too (ruling B41); never a counter-attack (ruling B42)."""

    code = "paladin"
    counters = 2
