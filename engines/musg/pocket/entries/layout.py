"""What the table notes of a raid: where markers are, and who takes up a defusing kit (Musg, Mise en place; M341)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.core.problems import Problem
from engines.musg.pocket.entries.base import Entry, in_phase, standing
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pocket.setup import HOSTAGE
from engines.musg.pocket.state import Phase

PLACE_MOST: Final = 40
"""So many letters a place is described with, at most."""


class MarkerLaid(Entry, frozen=True, tag="marker", kw_only=True):
    """Where a hostage is held, a site or a detector is, in the table's own words.

    A hostage that was shown may be moved before anybody acts, half of them at most, rounded down (Musg, Mise en place
    d'une partie).
    """

    marker: str
    place: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """Something that has a marker, a place that can be printed, and no hostage moved too many."""
        if self.marker not in state.marked:
            yield Problem("no_marker", None, {"value": self.marker})
        if not 1 <= len(self.place.strip()) <= PLACE_MOST or not self.place.isprintable():
            yield Problem("no_place", None, {"most": PLACE_MOST})
        if self._moves(state):
            most = len(state.hostages) // 2
            if state.has_begun:
                yield Problem("hostage_stays", None, {"ref": self.marker})
            elif self.marker not in state.moved and len(state.moved) >= most:
                yield Problem("hostages_moved", None, {"most": most})

    def _moves(self, state: RaidState) -> bool:
        return self.marker.partition(":")[0] == HOSTAGE and self.marker in state.places

    def apply(self, state: RaidState) -> None:
        """It is there."""
        if self._moves(state) and self.marker not in state.moved:
            state.moved = (*state.moved, self.marker)
        state.places = {**state.places, self.marker: self.place.strip()}
        state.tell("marker_laid", self.marker, at=self.place.strip())


class KitTaken(Entry, frozen=True, tag="kit_taken", kw_only=True):
    """An anti-terrorist took up a defusing kit in contact with where its bearer fell, for no action point (M341)."""

    figure: str
    lying: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """An anti-terrorist that stands and has none, a kit that lies there."""
        yield from in_phase(state, Phase.GUARDS, Phase.RAIDERS)
        yield from standing(state, self.figure)
        if state.knows(self.figure) and not state.is_raider(self.figure):
            yield Problem("wrong_side", None, {"ref": self.figure})
        if self.lying not in state.kits_lying:
            yield Problem("no_kit", None, {"ref": self.lying})
        if self.figure in state.kits:
            yield Problem("kit_already", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """It has it now."""
        state.kits_lying = tuple(ref for ref in state.kits_lying if ref != self.lying)
        state.kits = (*state.kits, self.figure)
        state.tell("kit_taken", self.figure)
