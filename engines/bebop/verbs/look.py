"""``look``: at the top of a deck, alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from engines.bebop.events import LookedAt
from engines.bebop.ground import BIT
from engines.core.effects.steps import Amount, Step, UnderWay


class Deck(StrEnum):
    """Whose top cards: one's ``own`` deck's, the ``common`` deck's, the ``damage`` deck's."""

    OWN = "own"
    COMMON = "common"
    DAMAGE = "damage"


class Look(Step, frozen=True, tag="look"):
    """The holder looks at the top ``n`` cards of a deck and leaves them as they are."""

    literal: ClassVar[bool] = True

    deck: Deck = Deck.OWN
    n: Amount = 1

    def apply(self, host: Any, way: UnderWay) -> None:
        """Note that the seat knows them."""
        seat = host.seats[way.seat]
        pile, seen = {
            Deck.OWN: (seat.deck, seat.deck_seen),
            Deck.COMMON: (host.common, host.common_seen),
            Deck.DAMAGE: (host.damage, host.damage_seen),
        }[self.deck]
        count = min(way.number(host, self.n), len(pile))
        if not count:
            host.skipped(way, self)
            return
        missing = count - len(seen)
        if missing > 0:
            seen[:0] = [0] * missing
        for place in range(len(seen) - count, len(seen)):
            seen[place] |= BIT[way.seat]
        if host.events is not None:
            cards = tuple(host.book.codes[card] for card in pile[-count:][::-1])
            whose, by = way.seat if self.deck is Deck.OWN else None, (way.seat,)
            pile_name = self.deck.value
            host.emit(LookedAt(seat=way.seat, pile=pile_name, whose=whose, count=count, cards=cards, seen_by=by))
