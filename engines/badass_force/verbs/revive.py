"""``revive``: characters come back from the graveyard."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who


class Pick(StrEnum):
    """How the characters are picked."""

    CHOOSE = "choose"
    RANDOM = "random"


class Revive(Step, frozen=True, tag="revive"):
    """``who`` takes ``n`` characters of its own graveyard back in hand, chosen by the holder or drawn."""

    literal: ClassVar[bool] = True

    n: Amount = 1
    pick: Pick = Pick.CHOOSE
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Let the holder choose where there is a choice, then take them back."""
        candidates = tuple([seat for seat in host.order_after(way.seat) if host.seats[seat].grave])
        seats = way.aim(host, self.who, candidates, self.as_)
        if seats is None:
            return
        number = way.number(host, self.n)
        picked: list[tuple[int, list[int]]] = []
        for seat in seats:
            lying = host.in_graveyard(seat)
            if self.pick is Pick.CHOOSE:
                chosen: list[int] = []
                while lying and len(chosen) < number:
                    code = way.ask(host, way.seat, tuple([f"card {host.codes[one]}" for one in lying]))
                    if code is None:
                        return
                    chosen.append(host.number_of(code[5:]))
                    lying.remove(chosen[-1])
                lying = chosen
            picked.append((seat, lying))
        if not any(lying for _, lying in picked):
            host.skipped(way, self)
        for seat, lying in picked:
            for _ in range(min(number, len(lying))):
                one = lying[0] if self.pick is Pick.CHOOSE else lying[host.dice.one_of(len(lying), "revive")]
                lying.remove(one)
                host.revive(seat, one)
