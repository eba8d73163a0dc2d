"""Jet: damage cards trashed, and a blow that costs none."""

from __future__ import annotations

from engines.bebop.actions import SKILL_PLAIN, SKILL_TOKEN, Action, answer
from engines.bebop.confront import price, take, targets_on
from engines.bebop.events import Trashed
from engines.bebop.ground import JET, RESISTANCE
from engines.bebop.piles import put_out, take_from_hand
from engines.bebop.skills.base import SKILLS, Skill
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase

TRASHES = 2
ENOUGH = answer("no")


class Mend(Skill):
    """Up to 2 damage cards of the own hand or discard pile are trashed (ruling C28)."""

    name = "jet_a"
    fuel = 2

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One, if there is a damage card at all."""
        damage = table.book.is_damage
        there = any(damage[card] for card in seat.hand) or any(damage[card] for card in seat.discard)
        return [SKILL_PLAIN[self.name]] if there else []

    def hangs_on_hand(self, table: Table, seat: Seat) -> bool:
        """Whoever holds a card may hold a damage card."""
        return bool(seat.hand)

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Ask for the first."""
        ask_trash(table, (seat.index, TRASHES))


def ask_trash(table: Table, left: tuple[int, int]) -> None:
    """Step: a seat trashes one more damage card, or has had enough. It is asked as long as it might have one."""
    seat = table.seats[left[0]]
    if not left[1] or not (seat.hand or any(table.book.is_damage[card] for card in seat.discard)):
        return
    codes = table.book.codes
    ways = [
        answer(f"trash {codes[card]} {zone}")
        for zone, pile in (("hand", seat.hand), ("discard", seat.discard))
        for card in dict.fromkeys(pile)
        if table.book.is_damage[card]
    ]
    table.ask(Phase.SKILL, seat.index, (*ways, ENOUGH), _trash, (ask_trash, left))


def _trash(table: Table, action: Action) -> None:
    index, left = table.question[1]
    if action is ENOUGH or action == ENOUGH:
        return
    seat = table.seats[index]
    code, _, zone = action.code.partition(" ")[2].rpartition(" ")
    card = table.book.number[code]
    if zone == "hand":
        take_from_hand(seat, card)
    else:
        seat.discard.remove(card)
    put_out(table, card)
    if table.events is not None:
        table.emit(Trashed(seat=index, card=code, origin=zone, rule=SKILLS))
    table.agenda.append((ask_trash, (index, left - 1)))


class Blow(Skill):
    """1 Force to be used at once on the planet where Jet is; its token costs no damage card (rulings C21, C22, C54)."""

    name = "jet_b"
    fuel = 5

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One for each pile of resistance there that it is enough for."""
        place = table.figures[JET]
        ways = SKILL_TOKEN[self.name]
        return [ways[one] for one in targets_on(table, place) if price(table, one, RESISTANCE) <= table.force + 1]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Take the token."""
        table.force += 1
        take(table, action.number, RESISTANCE, price(table, action.number, RESISTANCE), harmless=True)
