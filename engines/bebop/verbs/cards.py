"""What cards of Space Serenade do to cards: draw, discard, move, trash, look at, show, copy and buy them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.cards import Character
from engines.bebop.events import Discarded, LookedAt, Moved, Revealed, Trashed
from engines.bebop.ground import BIT, EVERYBODY
from engines.bebop.market import buy, renew
from engines.bebop.piles import draw, put_in_hand, put_on_deck, put_out, take_from_hand
from engines.bebop.verbs.picking import NO, Sort, Zone, ask, codes_of, fits, pick_up, picked
from engines.core.effects.reading import walk
from engines.core.effects.steps import AimedStep, Amount, CardName, Name, Step, UnderWay, Who


class Draw(AimedStep, frozen=True, tag="draw"):
    """``who`` draws ``n`` cards, or as many as there are (ruling C53)."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Draw."""
        count = way.number(host, self.n)
        for seat in seats:
            if draw(host, host.seats[seat], count) < count:
                host.skipped(way, self)
        return True


class Discard(AimedStep, frozen=True, tag="discard"):
    """``who`` lays ``n`` cards of the hand on the discard pile; with fewer, all (ruling C60).

    Several seats do so clockwise from the holder, and nobody draws for it. With ``up_to`` it may be fewer, or none.
    """

    literal: ClassVar[bool] = True

    n: Amount = 1
    who: Who = "me"
    up_to: bool = False
    as_: Name = ""

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Let one seat discard one card, and go on with the others."""
        count = way.number(host, self.n)
        if len(seats) > 1:
            way.go_into(tuple([replace(self, n=count, who=str(seat)) for seat in seats]))
            return True
        if not seats or count < 1 or not host.seats[seats[0]].hand:
            return False
        seat = seats[0]
        hand = host.seats[seat].hand
        if count >= len(hand) and not self.up_to:
            for card in hand[:]:
                _lay_down(host, seat, card)
            return True
        ways, _ = codes_of(host, seat, (Zone.HAND,), "discard", sort=None, colour=None, cost_most=-1)
        code = ask(way, host, seat, ways, declines=self.up_to, secret=True)
        if code is None or code == NO:
            return True
        _lay_down(host, seat, host.book.number[picked(code)[0]])
        if count > 1:
            way.go_into((replace(self, n=count - 1, who=str(seat)),))
        return True


def _lay_down(host: Any, seat: int, card: int) -> None:
    one = host.seats[seat]
    take_from_hand(one, card)
    one.discard.append(card)
    if host.events is not None:
        host.emit(Discarded(seat=seat, card=host.book.codes[card], rule="ruling C60"))


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


class Trash(Step, frozen=True, tag="trash"):
    """``n`` cards of the holder leave the game: out of the zones ``from``, or this ``card`` itself (ruling C74).

    ``sort``, ``colour`` and ``cost_most`` say which; with ``up_to`` fewer may be trashed, or none.
    """

    literal: ClassVar[bool] = True

    card: CardName = ""
    from_: tuple[Zone, ...] = (Zone.HAND,)
    sort: Sort | None = None
    colour: Character | None = None
    cost_most: int = -1
    n: Amount = 1
    up_to: bool = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Trash one, and go on with the others."""
        if self.card:
            self._this(host, way)
            return
        count = way.number(host, self.n)
        looked_for = {"sort": self.sort, "colour": self.colour, "cost_most": self.cost_most}
        ways, secret = codes_of(host, way.seat, self.from_, "trash", **looked_for)
        if count < 1 or not (ways or secret):
            host.skipped(way, self)
            return
        code = ask(way, host, way.seat, ways, declines=self.up_to, secret=secret)
        if code is None or code == NO:
            return
        name, zone = picked(code)
        card = host.book.number[name]
        pick_up(host, way.seat, card, zone)
        put_out(host, card)
        if host.events is not None:
            host.emit(Trashed(seat=way.seat, card=name, origin=zone))
        if count > 1:
            way.go_into((replace(self, n=count - 1),))

    def _this(self, host: Any, way: UnderWay) -> None:
        card = host.book.number[way.card]
        if card not in host.played:
            host.skipped(way, self)
            return
        pick_up(host, way.seat, card, Zone.PLAY)
        put_out(host, card)
        if host.events is not None:
            host.emit(Trashed(seat=way.seat, card=way.card, origin=Zone.PLAY.value, rule="ruling C74"))


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


class Reveal(AimedStep, frozen=True, tag="reveal"):
    """``who`` shows the hand to everybody."""

    literal: ClassVar[bool] = True

    who: Who = "chosen"
    as_: Name = ""

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Note that all know it."""
        for seat in seats:
            one = host.seats[seat]
            one.hand_seen = [EVERYBODY] * len(one.hand)
            if host.events is not None:
                cards = tuple(sorted(host.book.codes[card] for card in one.hand))
                host.emit(Revealed(seat=seat, pile="hand", cards=cards))
        return True


class Copy(Step, frozen=True, tag="copy"):
    """The holder does the text of another card in play as if it were this one's; never that of a card that copies."""

    literal: ClassVar[bool] = True

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and go on in its steps."""
        own = host.book.number[way.card]
        ways = [
            f"copy {host.book.codes[card]}"
            for card in dict.fromkeys(host.played)
            if card != own and host.book.texts[card].play and not copies(host.book.texts[card].play)
        ]
        if not ways:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, tuple(ways))
        if code is not None:
            way.go_into(host.book.texts[host.book.number[code.partition(" ")[2]]].play)


def copies(steps: tuple[Step, ...]) -> bool:
    """Tell whether steps copy another card."""
    return any(isinstance(step, Copy) for step in walk(steps))


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


class RenewMarket(Step, frozen=True, tag="renew_market"):
    """The market is renewed for nothing (ruling C62)."""

    literal: ClassVar[bool] = True

    def apply(self, host: Any, way: UnderWay) -> None:
        """Renew it."""
        renew(host, "card")
