"""The gap that a struck entry leaves in a corrected journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.entries.base import Change, Entry
from engines.musg.warband import Warband

GAP_LIMIT: Final = 1000


class Struck(Entry, frozen=True, kw_only=True, tag="struck"):
    """An entry that a correction struck out: nothing happens, but the numbers it gave are not given again.

    ``figures`` and ``items`` say how many numbers it had used, so that every later entry and every battle report still
    means the same figures and items.
    """

    undoable = False
    during_aftermath = True
    keeps_legal = False
    figures: int = 0
    items: int = 0

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Neither negative nor absurd."""
        for field, count in (("figures", self.figures), ("items", self.items)):
            if not 0 <= count <= GAP_LIMIT:
                yield Problem("gap_size", None, {"item": field, "value": count, "most": GAP_LIMIT})

    def apply(self, warband: Warband) -> Change:
        """Pass over the numbers."""
        passed = replace(
            warband, next_figure=warband.next_figure + self.figures, next_item=warband.next_item + self.items
        )
        return Change(passed)
