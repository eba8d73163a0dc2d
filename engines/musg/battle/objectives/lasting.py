"""Survive: whoever is still there when the battle is over brings points."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.problems import Problem
from engines.musg.battle.objectives.base import Objective, Progress, Scene, matches
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground.layout import Layout
from engines.musg.ranks import Rank

SAFE = (*ACTING, Place.RESERVE, Place.LEFT)


class Survive(Objective, frozen=True, tag="survive", kw_only=True):
    """Each side that may score it does when ``least`` of its figures, of ``rank`` if given, are safe in the end.

    Safe is who stands and does not flee, or left the table unhurt.
    """

    least: int = 1
    rank: Rank | None = None

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        yield from super().problems(sides, layout)
        if self.least < 1:
            yield Problem("objective_least", None, {"item": "least", "value": self.least})

    def bounty(self, field: Scene, piece: Piece) -> int:
        """The fewer there are of a kind, the more each is worth."""
        if not self.open_to(piece.side) or not matches(piece, self.rank):
            return 0
        many = sum(matches(p, self.rank) for p in field.bands[piece.side].pieces)
        return self.points // max(1, many - self.least + 1)

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Count who is safe."""
        for band in field.warbands:
            safe = [p for p in band.pieces if p.place in SAFE and not (p.down or p.routed) and matches(p, self.rank)]
            if self.open_to(band.index) and len(safe) >= self.least:
                pursuit.score(field, self, band.index)
