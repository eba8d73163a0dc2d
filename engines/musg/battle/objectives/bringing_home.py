"""Bring home: companions whom the aliens keep, off the table in the end (Musg, Les « autres »; ruling M330)."""

from __future__ import annotations

from engines.musg.battle.objectives.base import Objective, Progress, Scene
from engines.musg.battle.state import CAPTIVE, Place


class BringHome(Objective, frozen=True, tag="bring_home", kw_only=True):
    """Each captive of a side's own that is off the table, on its own feet or carried, brings the points.

    Counted when the battle is over. Where no module holds captives it brings nothing.
    """

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Count who is home."""
        for piece in pursuit.brought_home(field):
            if field.led(piece.side) and self.open_to(piece.side):
                pursuit.score(field, self, piece.side, piece)

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """It is done when no captive is left to be sought."""
        sought = [p for p in field.pieces if CAPTIVE in p.traits]
        return bool(sought) and not any(p.in_play or p.place is Place.OUT for p in sought)
