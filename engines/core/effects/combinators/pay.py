"""``pay``: something is given up so that steps follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.effects.steps import Amount, Inner, Price, Step, UnderWay, Who


class Pay(Step, frozen=True, tag="pay"):
    """``by`` may pay ``n`` of ``what``, with ``up_to`` any number from 1 to ``n``. In ``steps``, "x" is what was paid.

    Who cannot pay is not asked: what somebody has to pay with lies open.
    """

    gives: ClassVar[Mapping[str, str]] = {"x": "number"}

    what: Price
    steps: Inner
    n: Amount = 1
    up_to: bool = False
    by: Who = "me"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask how much, take it and go on in the steps."""
        seats = way.seats(host, self.by)
        most = way.number(host, self.n)
        if not seats or most < 1:
            host.skipped(way, self)
            return
        payer = seats[0]
        has = host.can_pay(payer, self.what)
        prices = range(1, min(most, has) + 1) if self.up_to else (most,) if has >= most else ()
        if not prices:
            host.skipped(way, self)
            return
        code = way.ask(host, payer, (*(f"pay {price}" for price in prices), "no"))
        if code is not None and code != "no":
            paid = int(code.removeprefix("pay "))
            host.pay(payer, self.what, paid)
            way.names["x"] = paid
            way.go_into(self.steps)
