"""``trash``: cards out of one's deck for good."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.cards import Character
from engines.bebop.events import Trashed
from engines.bebop.piles import put_out
from engines.bebop.verbs.picking import NO, Sort, Zone, ask, codes_of, pick_up, picked
from engines.core.effects.steps import Amount, CardName, Step, UnderWay


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
        if code is None:
            return
        if code == NO:
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
