"""``buy``: a card of the market now, for less or for nothing."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from engines.bebop.cards import Character
from engines.bebop.market import buy
from engines.bebop.verbs.picking import NO, fits
from engines.core.effects.steps import Amount, Step, UnderWay


class Into(StrEnum):
    """Where the card goes."""

    DISCARD = "discard"
    DECK = "deck"
    HAND = "hand"


class Buy(Step, frozen=True, tag="buy"):
    """The holder may buy a card of the market for ``less`` Woolongs, or for nothing (``free``), and put it ``to``."""

    literal: ClassVar[bool] = True

    less: Amount = 1
    free: bool = False
    colour: Character | None = None
    cost_most: int = -1
    to: Into = Into.DISCARD

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and buy it."""
        less = way.number(host, self.less)
        prices = {
            card: 0 if self.free else max(0, host.book.cost[card] - less)
            for card in host.market
            if fits(host, card, None, self.colour, self.cost_most)
        }
        ways = [f"obtain {host.book.codes[card]}" for card, price in prices.items() if price <= host.woolongs]
        if not ways:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, (*ways, NO))
        if code is None or code == NO:
            return
        card = host.book.number[code.partition(" ")[2]]
        buy(host, host.seats[way.seat], card, woolongs=prices[card], to=self.to.value)
