"""Alchimiste."""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import INVISIBLE, SPEED, Action, Kind
from engines.bagarre.events import PotionDrunk, WentInvisible
from engines.bagarre.heroes.base import Hero, Potion
from engines.bagarre.state import BIT, Seat, Table
from engines.bagarre.view import Phase

RULE: Final = "La Bagarre, Alchimiste"


class Alchemist(Hero):
    """Has three potions: a second target, avoiding an action, one more action at the end of the turn."""

    code = "alchemist"
    potions = Potion.FIRE | Potion.INVISIBILITY | Potion.SPEED

    def aims_twice(self, seat: Seat) -> bool:
        """Tell whether the potion of fire is left (ruling B47)."""
        return bool(seat.potions & FIRE)

    def on_second_target(self, table: Table, seat: int) -> None:
        """Drink the potion of fire."""
        _drink(table, seat, Potion.FIRE)

    def on_aimed(self, table: Table, argument: int) -> None:
        """Ask whether to avoid the action of another seat, card and all being known (ruling B48)."""
        seat = table.seats[argument]
        if not seat.potions & INVISIBILITY or not seat.alive or table.under_way().seat == argument:
            return
        table.ask(Phase.INVISIBLE, argument, INVISIBLE, _avoid, (self.on_aimed, argument), argument)

    def end_of_turn(self, table: Table, argument: int) -> None:
        """Ask whether to play one more action (ruling B49)."""
        seat = table.seats[argument]
        if seat.alive and seat.potions & HASTE:
            table.ask(Phase.SPEED, argument, SPEED, _hurry, (self.end_of_turn, argument), argument)


FIRE: Final = int(Potion.FIRE)
INVISIBILITY: Final = int(Potion.INVISIBILITY)
HASTE: Final = int(Potion.SPEED)


def _drink(table: Table, seat: int, potion: Potion) -> None:
    table.seats[seat].potions &= ~int(potion)
    if table.events is not None:
        table.emit(PotionDrunk(seat=seat, potion=str(potion.name).lower(), rule=RULE))


def _avoid(table: Table, action: Action) -> None:
    if action.kind is Kind.PASS:
        return
    play = table.under_way()
    seat: int = table.about
    _drink(table, seat, Potion.INVISIBILITY)
    play.avoided |= BIT[seat]
    if table.events is not None:
        table.emit(WentInvisible(seat=seat, by=play.seat, rule="ruling B48"))


def _hurry(table: Table, action: Action) -> None:
    if action.kind is Kind.PASS:
        return
    seat: int = table.about
    _drink(table, seat, Potion.SPEED)
    table.owed.append((seat, "speed"))
