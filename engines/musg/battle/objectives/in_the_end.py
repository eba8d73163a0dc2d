"""Objectives about who is left in the end: brought down, survived, brought home from the aliens."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.problems import Problem
from engines.musg.battle.objectives.base import Objective, Progress, Scene, matches
from engines.musg.battle.state import ACTING, CAPTIVE, Piece, Place
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


SAFE = (*ACTING, Place.RESERVE, Place.AWAY, Place.LEFT)


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
