"""Bring down: certain enemies are worth more than their rank."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.problems import Problem
from engines.musg.battle.objectives.base import Objective, Progress, Scene, matches
from engines.musg.battle.state import Piece
from engines.musg.ground.layout import Layout
from engines.musg.ranks import Rank


class BringDown(Objective, frozen=True, tag="bring_down", kw_only=True):
    """Putting a figure of ``rank`` out of action brings its points on top of what the rank is worth (ruling M157).

    ``of``: the number of the side whose figures are meant; ``None`` for those of every other side. Whoever stands
    again when the battle is over was not brought down (ruling M39). Counted when the battle is over.
    """

    rank: Rank = Rank.LEADER
    of: int | None = None

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        yield from super().problems(sides, layout)
        if self.of is not None and not 0 <= self.of < sides:
            yield Problem("objective_side", None, {"item": "of", "most": sides})

    def meant(self, field: Scene, piece: Piece) -> bool:
        """Tell whether a figure is one of those to bring down."""
        return field.led(piece.side) and self.of in (None, piece.side) and matches(piece, self.rank)

    def bounty(self, field: Scene, piece: Piece) -> int:
        """What it brings."""
        return self.points if self.meant(field, piece) else 0

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Count those who are down by an enemy's hand."""
        for piece in [p for band in field.warbands for p in band.pieces if p.down and self.meant(field, p)]:
            by = field.pieces[piece.struck_down] if piece.struck_down is not None else None
            if by is not None and self.open_to(by.side):
                pursuit.score(field, self, by.side, by, piece)

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """It is done when one side has nobody of the kind left standing; a side that never had one does not count."""
        for band in field.warbands:
            kind = [p for p in band.pieces if self.meant(field, p)]
            if kind and all(p.down for p in kind):
                return True
        return False
