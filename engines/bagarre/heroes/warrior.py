"""Guerrière."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import Seat
from engines.core.cards import DECK


class Warrior(Hero):
    """Lays any number of charges; each adds 2 to its shield for as long as it lies there (ruling B31).

    Its attack uses them all, and an attack that hurts it costs them all, just as it costs others their only one.
    """

    code = "warrior"
    charge_limit = len(DECK)

    def shield_bonus(self, seat: Seat) -> int:
        """Add 2 for each charge."""
        return 2 * len(seat.charges)
