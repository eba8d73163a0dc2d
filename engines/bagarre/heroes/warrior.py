"""Guerrière."""

from __future__ import annotations

from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import Seat
from engines.core.cards import DECK


class Warrior(Hero):
    """Lays as many charges as she likes; each adds 2 to her shield while it lies (ruling B31).

    An attack uses them all, and an attack that hurts costs them all: so it is for everybody who has but one.
    """

    code = "warrior"
    charge_limit = len(DECK)

    def shield_bonus(self, seat: Seat) -> int:
        """Add 2 for each charge."""
        return 2 * len(seat.charges)
