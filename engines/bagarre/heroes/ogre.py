"""Ogre."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero


class Ogre(Hero):
    """Kills with an attack that exactly equals the shield, charges and bonuses counted (ruling B40)."""

    code = "ogre"
    equal_kills = True
