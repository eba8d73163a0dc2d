"""``renew_market``: the cards of the market make room for others."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.market import renew
from engines.core.effects.steps import Step, UnderWay


class RenewMarket(Step, frozen=True, tag="renew_market"):
    """The market is renewed for nothing (ruling C62)."""

    literal: ClassVar[bool] = True

    def apply(self, host: Any, way: UnderWay) -> None:
        """Renew it."""
        renew(host, "card")
