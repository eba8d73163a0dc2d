"""Espionne."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero


class Spy(Hero):
    """Hides its shield, shows it to attackers only (ruling B51), and looks at hidden cards (ruling B50)."""

    code = "spy"
    hides_shield = True
    sees_hidden = True
