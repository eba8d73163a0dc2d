"""Spike: a card drawn, a card bought for less."""

from __future__ import annotations

from engines.bebop import market
from engines.bebop.actions import SKILL_PLAIN, Action, answer
from engines.bebop.events import Discarded
from engines.bebop.piles import draw, take_from_hand
from engines.bebop.skills.base import Skill
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase

REDUCTION = 2
KEEP_OR_NOT = (answer("yes"), answer("no"))
"""Whether the card drawn is discarded for another."""


class Draw(Skill):
    """A card; it may be discarded once for another (ruling C25). Refused with nothing to draw (ruling C69)."""

    name = "spike_a"
    fuel = 3

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One, if there is a card to draw."""
        return [SKILL_PLAIN[self.name]] if seat.deck or seat.discard else []

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Draw, and ask."""
        draw(table, seat, 1)
        _ask(table, seat.index)


def _ask(table: Table, seat: int) -> None:
    table.ask(Phase.SKILL, seat, KEEP_OR_NOT, _answered, (_ask, seat))


def _answered(table: Table, action: Action) -> None:
    if action.code == "no":
        return
    seat = table.seats[table.question[1]]
    card = seat.hand[-1]
    known = seat.hand_seen[-1]
    take_from_hand(seat, card) if known or seat.hand.count(card) > 1 else _take_last(seat)
    seat.discard.append(card)
    if table.events is not None:
        table.emit(Discarded(seat=seat.index, card=table.book.codes[card], rule="ruling C25"))
    draw(table, seat, 1)


def _take_last(seat: Seat) -> None:
    seat.hand.pop()
    seat.hand_seen.pop()


class Bargain(Skill):
    """A card of the market for 2 Woolongs less, at least for nothing, onto the own deck (ruling C26)."""

    name = "spike_b"
    fuel = 5

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """One for each card that the reserve pays."""
        ways, cost = table.book.skill[self.name], table.book.cost
        return [ways[card] for card in dict.fromkeys(table.market) if cost[card] - REDUCTION <= table.woolongs]

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Buy it."""
        price = max(0, table.book.cost[action.number] - REDUCTION)
        market.buy(table, seat, action.number, woolongs=price, to="deck")
