"""``exchange``: weapons, or the ammunition on them, change hands."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class Goods(StrEnum):
    """What is exchanged. Characters stay with their players (ruling F57)."""

    WEAPON = "weapon"
    AMMO = "ammo"


class Exchange(Step, frozen=True, tag="exchange"):
    """The holder and ``who`` exchange weapons with what is on them, or only what is on them.

    Ammunition for which the other weapon has no case is lost; exchanging gives nothing, so nothing overloads.
    """

    literal: ClassVar[bool] = True

    what: Goods
    who: Who = "chosen"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Exchange with one after the other."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        others = [seat for seat in seats if seat != way.seat]
        for seat in others:
            host.exchange(way.seat, seat, weapons=self.what is Goods.WEAPON)
        if not others:
            host.skipped(way, self)
