"""``discard``: cards of the hand, chosen by whose they are."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.events import Discarded
from engines.bebop.piles import take_from_hand
from engines.bebop.verbs.picking import NO, Zone, ask, codes_of, picked
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Discard(Step, frozen=True, tag="discard"):
    """``who`` lays ``n`` cards of the hand on the discard pile; with fewer, all (ruling C60).

    Several seats do so clockwise from the holder, and nobody draws for it. With ``up_to`` it may be fewer, or none.
    """

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "me"
    up_to: bool = False
    as_: Name = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        """Let one seat discard one card, and go on with the others."""
        found = way.aim(host, self.who, host.seats_of(way, "others"), self.as_)
        if found is None:
            return
        count = way.number(host, self.n)
        if len(found) > 1:
            way.go_into(tuple([replace(self, n=count, who=str(seat)) for seat in found]))
            return
        if not found or count < 1 or not host.seats[found[0]].hand:
            host.skipped(way, self)
            return
        seat = found[0]
        hand = host.seats[seat].hand
        if count >= len(hand) and not self.up_to:
            for card in hand[:]:
                _lay_down(host, seat, card)
            return
        ways, _ = codes_of(host, seat, (Zone.HAND,), "discard", sort=None, colour=None, cost_most=-1)
        code = ask(way, host, seat, ways, declines=self.up_to, secret=True)
        if code is None or code == NO:
            return
        _lay_down(host, seat, host.book.number[picked(code)[0]])
        if count > 1:
            way.go_into((replace(self, n=count - 1, who=str(seat)),))


def _lay_down(host: Any, seat: int, card: int) -> None:
    one = host.seats[seat]
    take_from_hand(one, card)
    one.discard.append(card)
    if host.events is not None:
        host.emit(Discarded(seat=seat, card=host.book.codes[card], rule="ruling C60"))
