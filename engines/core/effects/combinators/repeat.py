"""``repeat``: the same steps several times."""

from __future__ import annotations

from typing import Any, Final

from engines.core.effects.steps import Amount, Inner, Step, UnderWay

TIMES_MOST: Final = 10


class Repeat(Step, frozen=True, tag="repeat"):
    """``steps`` ``times`` times, at most ten."""

    times: Amount
    steps: Inner

    @property
    def rounds(self) -> int:
        """As often as it says; ten times where that is counted at the table."""
        return min(TIMES_MOST, self.times) if isinstance(self.times, int) else TIMES_MOST

    def apply(self, host: Any, way: UnderWay) -> None:
        """Go into the steps as often as it says."""
        for _ in range(min(TIMES_MOST, way.number(host, self.times))):
            way.go_into(self.steps)
