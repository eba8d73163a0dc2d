"""``if``: steps that depend on what is so at the table."""

from __future__ import annotations

from typing import Any

from engines.core.effects.conditions import When
from engines.core.effects.steps import Inner, Step, UnderWay


class If(Step, frozen=True, tag="if"):
    """``steps`` when the condition holds, ``otherwise`` when not."""

    when: When
    steps: Inner
    otherwise: Inner = ()

    def apply(self, host: Any, way: UnderWay) -> None:
        """Go on where the condition leads."""
        way.go_into(self.steps if self.when.holds(host, way) else self.otherwise)
