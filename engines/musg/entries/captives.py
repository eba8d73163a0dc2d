"""Journal entries about those whom the aliens keep: a referee may settle what no game does (ruling M330)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.entries.base import Change, must
from engines.musg.entries.referee_sheets import SheetEntry
from engines.musg.warband import Figure, Standing, Warband


class SettleCaptive(SheetEntry, frozen=True, kw_only=True, tag="captive"):
    """Bring a captive home without a rescue game, or give one up for good (``lost``).

    Who comes home this way makes no return roll: what captivity did to it is the referee's to say. Who is lost is dead
    for the warband, with all it carried.
    """

    lost: bool = False

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """Only whom somebody keeps."""
        if not figure.captive:
            yield Problem("not_captive", figure.id, {"name": figure.name}, "ruling M330")

    def apply(self, warband: Warband) -> Change:
        """Bring it home, or strike it off."""
        figure = must(warband.figure(self.figure))
        free = replace(figure, captive=UNSET)
        if self.lost:
            gone = replace(free, standing=Standing.DEAD, items=())
            return Change(warband.with_figure(gone), (self.event("captive_lost", figure),))
        return Change(warband.with_figure(free), (self.event("captive_home", figure),))
