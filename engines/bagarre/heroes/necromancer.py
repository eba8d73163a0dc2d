"""Nécro."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero


class Necromancer(Hero):
    """May play actions with the top card of the discard pile (ruling B32) and gets no action for a murder (ruling B34).

    A replaced shield may not come back as a shield (ruling B33).
    """

    code = "necromancer"
    uses_discard = True
    replays_on_murder = False
