"""Carry off: things that lie on the ground are picked up and brought to an edge of the table, or to a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.core.problems import Problem
from engines.musg.battle.actions import Custom
from engines.musg.battle.objectives.base import (
    Edge,
    Goal,
    Objective,
    Phrase,
    Progress,
    Scene,
    circle_problems,
    nearest_exit,
    off_which,
    on_table,
    resolved,
)
from engines.musg.battle.state import Piece
from engines.musg.ground.geometry import length_of
from engines.musg.ground.layout import Layout
from engines.musg.ground.shapes import Circle, Point

REACH: Final = 1.0
"""How near a figure's base must be to what it picks up, in paces."""
THINGS_MOST: Final = 9
TEMPTING: Final = 0.7
"""What a thing that lies there is worth to whoever thinks of fetching it, as a share of its points."""


class CarryOff(Objective, frozen=True, tag="carry_off", kw_only=True):
    """``thing`` (with its article: "the chest") lies at each of the points ``at``; each brings its points once.

    It is brought off the table over one of the ``edges``, or into the place ``to`` where that is given. A bearer walks
    at its usual speed, as with a body (ruling M37), but neither runs nor charges.
    """

    thing: Phrase
    at: tuple[Point, ...]
    edges: tuple[Edge, ...] = (Edge.OWN,)
    to: Circle | None = None

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        yield from super().problems(sides, layout)
        if not 1 <= len(self.at) <= THINGS_MOST or not all(on_table(layout, x, y) for x, y in self.at):
            yield Problem("objective_place", None, {"item": "at"})
        if not self.edges and self.to is None:
            yield Problem("objective_edges", None, {"item": "edges"})
        if self.to is not None:
            yield from circle_problems(layout, self.to, "to")
        if not (self.thing.fr.strip() and self.thing.en.strip()):
            yield Problem("objective_words", None, {"item": "thing"})

    def begin[F: Scene](self, field: F, pursuit: Progress[F]) -> None:
        """Lay the things down."""
        for x, y in self.at:
            pursuit.lay(field, self, x, y)

    def bounty(self, field: Scene, piece: Piece) -> int:
        """Whoever carries one is worth stopping."""
        return self.points

    def exits[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> frozenset[Edge]:
        """A bearer steps off over its edges."""
        borne = pursuit.borne_by(piece)
        if borne is None or borne.objective is not self or not self.open_to(piece.side) or self.to is not None:
            return frozenset()
        return resolved(field, piece.side, self.edges)

    def went_off[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> None:
        """Whoever went with one over the right edge has carried it off; over another one it is left lying there."""
        borne = pursuit.borne_by(piece)
        if borne is None or borne.objective is not self:
            return
        if self.exits(field, pursuit, piece) & set(off_which(field.table, piece.base)):
            pursuit.carried_off(field, borne, piece)
        else:
            pursuit.let_fall(field, piece)

    def arrived(self, field: Scene, piece: Piece) -> bool:
        """Tell whether a bearer stands where its thing is to be brought."""
        if self.to is None or not self.open_to(piece.side):
            return False
        return length_of(piece.base[0] - self.to.x, piece.base[1] - self.to.y) <= self.to.radius

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """A side that is alone on the table takes what is left."""
        if alone is None or not self.open_to(alone):
            return
        for thing in [one for one in pursuit.things if one.objective is self and not one.gone]:
            pursuit.carried_off(field, thing, None, side=alone)

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """It is done when nothing is left to carry off."""
        return all(thing.gone for thing in pursuit.things if thing.objective is self)

    def goals[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> Iterator[Goal]:
        """To what lies there; whoever bears one, home with it."""
        if not self.open_to(piece.side):
            return
        borne = pursuit.borne_by(piece)
        if borne is None:
            for thing in pursuit.things:
                if thing.objective is self and thing.lies:
                    taking = Custom("objectives.take", target=thing.number)
                    yield Goal(thing.x, thing.y, REACH, self.points * TEMPTING, taking)
        elif borne.objective is self:
            if self.to is not None:
                yield Goal(self.to.x, self.to.y, -self.to.radius, self.points)
            else:
                out = nearest_exit(field.table, piece.base, self.exits(field, pursuit, piece))
                if out is not None:
                    yield Goal(out[0], out[1], 0.0, self.points, leave=True)

    def areas(self) -> Iterator[Circle]:
        """Where the things are to be brought."""
        if self.to is not None:
            yield self.to

    def points_of(self) -> Iterator[Point]:
        """Where the things lie."""
        yield from self.at
