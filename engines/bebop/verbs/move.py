"""``move``: a card from one of one's own piles to another."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.cards import Character
from engines.bebop.events import Moved
from engines.bebop.ground import BIT, EVERYBODY
from engines.bebop.piles import put_in_hand, put_on_deck
from engines.bebop.verbs.picking import NO, Sort, Zone, ask, codes_of, pick_up, picked
from engines.core.effects.steps import Amount, Step, UnderWay


class To(StrEnum):
    """Where it goes; on the ``deck`` it lies on top."""

    HAND = "hand"
    DISCARD = "discard"
    DECK = "deck"


class Move(Step, frozen=True, tag="move"):
    """``n`` cards of the holder go from the zones ``from`` to ``to``, where all can see them but from hand to deck."""

    literal: ClassVar[bool] = True

    to: To
    from_: tuple[Zone, ...] = (Zone.DISCARD,)
    sort: Sort | None = None
    colour: Character | None = None
    cost_most: int = -1
    n: Amount = 1
    up_to: bool = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Move one, and go on with the others."""
        count = way.number(host, self.n)
        looked_for = {"sort": self.sort, "colour": self.colour, "cost_most": self.cost_most}
        zones = tuple([zone for zone in self.from_ if zone.value != self.to.value])
        ways, secret = codes_of(host, way.seat, zones, "move", **looked_for)
        if count < 1 or not (ways or secret):
            host.skipped(way, self)
            return
        code = ask(way, host, way.seat, ways, declines=self.up_to, secret=secret)
        if code is None or code == NO:
            return
        name, zone = picked(code)
        card, seat = host.book.number[name], host.seats[way.seat]
        known = seat.deck_seen[-1] if zone == Zone.DECK else 0
        hidden = zone in (Zone.HAND, Zone.DECK) and self.to is not To.DISCARD and known != EVERYBODY
        pick_up(host, way.seat, card, zone, hidden=hidden)
        seen = known | BIT[way.seat] if hidden else EVERYBODY
        if self.to is To.HAND:
            put_in_hand(seat, card, seen)
        elif self.to is To.DECK:
            put_on_deck(seat, card, seen)
        else:
            seat.discard.append(card)
        if host.events is not None:
            seen_by = (way.seat,) if hidden else None
            host.emit(Moved(seat=way.seat, card=name, origin=zone, to=self.to.value, seen_by=seen_by))
        if count > 1:
            way.go_into((replace(self, n=count - 1),))
