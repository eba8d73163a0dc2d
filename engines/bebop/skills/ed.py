"""Ed: a clue for fuel, a card back from the discard pile."""

from __future__ import annotations

from engines.bebop.actions import SKILL_TOKEN, Action
from engines.bebop.confront import price, take, targets_on
from engines.bebop.events import Moved
from engines.bebop.ground import CLUES, ED
from engines.bebop.piles import put_in_hand
from engines.bebop.skills.base import SKILLS, Skill
from engines.bebop.state import Seat, Table


class Clue(Skill):
    """1 clue to be used at once on the planet where Ed is, with clues of the reserve if it costs more (ruling C22).

    It must take a token there and then (ruling C54), so two of them are never added up (ruling C55).
    """

    name = "ed_a"
    fuel = 3

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One for each pile of clues there that it is enough for."""
        place = table.figures[ED]
        ways = SKILL_TOKEN[self.name]
        return [ways[one] for one in targets_on(table, place) if price(table, one, CLUES) <= table.clues + 1]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Take the token."""
        table.clues += 1
        take(table, action.number, CLUES, price(table, action.number, CLUES))


class Recall(Skill):
    """Any card of the own discard pile into the hand (ruling C29)."""

    name = "ed_b"
    fuel = 6

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One for each card there."""
        ways = table.book.skill[self.name]
        return [ways[card] for card in dict.fromkeys(seat.discard)]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Take the card where everybody sees it."""
        seat.discard.remove(action.number)
        put_in_hand(seat, action.number)
        if table.events is not None:
            code = table.book.codes[action.number]
            table.emit(Moved(seat=seat.index, card=code, origin="discard", to="hand", rule=SKILLS))
