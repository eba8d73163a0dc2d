"""Faye: Woolongs for fuel, cards for fuel."""

from __future__ import annotations

from engines.bebop import market
from engines.bebop.actions import SKILL_PLAIN, Action
from engines.bebop.events import Gained
from engines.bebop.skills.base import SKILLS, Skill
from engines.bebop.state import Seat, Table


class Luck(Skill):
    """1 Woolong."""

    name = "faye_a"
    fuel = 2

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """Always one."""
        return [SKILL_PLAIN[self.name]]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Gain it."""
        table.woolongs += 1
        if table.events is not None:
            table.emit(Gained(seat=seat.index, what="woolongs", count=1, rule=SKILLS))


class Debt(Skill):
    """A card of the market for as much fuel as it costs Woolongs, and none of these (rulings C27, C70)."""

    name = "faye_b"

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One for each card that the fuel pays."""
        ways, cost = table.book.skill[self.name], table.book.cost
        return [ways[card] for card in dict.fromkeys(table.market) if cost[card] <= seat.fuel]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Buy it."""
        market.buy(table, seat, action.number, fuel=table.book.cost[action.number])
