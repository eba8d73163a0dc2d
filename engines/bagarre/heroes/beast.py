"""Bête."""

from __future__ import annotations

from engines.bagarre.events import Wounded
from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import Seat, Table


class Beast(Hero):
    """Leaves a wound marker on whoever it costs hit points, and strikes them 3 harder for each (ruling B46)."""

    code = "beast"

    def attack_bonus(self, target: Seat) -> int:
        """Add 3 for each wound of the target."""
        return 3 * target.wounds

    def on_hurt(self, table: Table, seat: int, target: int) -> None:
        """Give the target a wound marker."""
        victim = table.seats[target]
        victim.wounds += 1
        if table.events is not None:
            table.emit(Wounded(seat=target, by=seat, count=victim.wounds, rule="ruling B46"))
