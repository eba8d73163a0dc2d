"""Escape: figures that step off the table over the right edge bring points."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.problems import Problem
from engines.musg.battle.objectives.base import (
    Edge,
    Goal,
    Objective,
    Progress,
    Scene,
    matches,
    nearest_exit,
    off_which,
    resolved,
)
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground.layout import Layout
from engines.musg.ranks import Rank


class Escape(Objective, frozen=True, tag="escape", kw_only=True):
    """Each figure, of ``rank`` if that is given, that goes off over one of the ``edges`` brings its points once.

    Nobody steps off before turn ``from_turn``. Who flees over them has not escaped. A leader who leaves counts as lost
    (ruling M151).
    """

    edges: tuple[Edge, ...]
    rank: Rank | None = None
    from_turn: int = 1

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        yield from super().problems(sides, layout)
        if not self.edges:
            yield Problem("objective_edges", None, {"item": "edges"})
        if self.from_turn < 1:
            yield Problem("objective_turn", None, {"item": "from_turn", "value": self.from_turn})

    def runs(self, piece: Piece) -> bool:
        """Tell whether a figure is one that is to escape."""
        return self.open_to(piece.side) and matches(piece, self.rank)

    def bounty(self, field: Scene, piece: Piece) -> int:
        """Who is stopped does not escape."""
        return self.points if self.runs(piece) else 0

    def exits[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> frozenset[Edge]:
        """Whoever is to escape may step off."""
        if field.turn < self.from_turn or not self.runs(piece):
            return frozenset()
        return resolved(field, piece.side, self.edges)

    def went_off[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> None:
        """Count a figure that went over the right edge."""
        if field.led(piece.side) and self.exits(field, pursuit, piece) & set(off_which(field.table, piece.base)):
            pursuit.score(field, self, piece.side, piece)

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Nobody holds those back who are alone on the table, be it on foot or aboard a vehicle."""
        if alone is not None:
            for piece in field.bands[alone].pieces:
                if piece.place in ACTING and self.runs(piece):
                    pursuit.score(field, self, alone, piece)

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """It is done when nobody is left who might escape."""
        left = (*ACTING, Place.RESERVE)
        return not any(p.place in left and self.runs(p) for band in field.warbands for p in band.pieces)

    def goals[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> Iterator[Goal]:
        """To the nearest such edge."""
        out = nearest_exit(field.table, piece.base, self.exits(field, pursuit, piece))
        if out is not None:
            yield Goal(out[0], out[1], 0.0, self.points, leave=True, hands=99)
