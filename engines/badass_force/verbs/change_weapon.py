"""``change_weapon``: one of the weapons in the middle instead of one's own."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Name, Step, UnderWay, Who


class ChangeWeapon(Step, frozen=True, tag="change_weapon"):
    """``who`` discards its weapon and takes one of those in the middle, with nothing on it (rulings F6, F10).

    With ``keep`` its charges go on the new one, as many as that has cases for; nothing is gained, so nothing overloads
    (ruling F59).
    """

    literal: ClassVar[bool] = True

    who: Who = "me"
    keep: bool = False
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Let each of them choose, clockwise."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        for seat in reversed(seats):
            host.change_weapon(seat, keep=self.keep)
        if not seats:
            host.skipped(way, self)
