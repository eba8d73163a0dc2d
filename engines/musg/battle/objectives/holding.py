"""Hold: a place is whose figures are the most in it, at the end of every turn or of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.core.problems import Problem
from engines.musg.battle.objectives.base import Goal, Objective, Phrase, Progress, Scene, circle_problems
from engines.musg.battle.state import Piece
from engines.musg.ground.geometry import length_of
from engines.musg.ground.layout import Layout
from engines.musg.ground.shapes import Circle

LEAST_URGENT: Final = 0.35
"""What a place that counts in the end only is worth in the first turn, as a share of its points."""
HANDS_MOST: Final = 4


class Hold(Objective, frozen=True, tag="hold", kw_only=True):
    """``name`` (with its article: "the crossroads") is the round ``place``.

    It is held by the side with the most figures whose middle is in it, who are in play, be it aboard a vehicle (M355),
    and do not flee; by nobody when two have as many. With ``each_turn`` it brings its points at the end of every turn
    from ``from_turn`` on, else once, when the battle is over.
    """

    name: Phrase
    place: Circle
    each_turn: bool = False
    from_turn: int = 1

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        yield from super().problems(sides, layout)
        yield from circle_problems(layout, self.place, "place")
        if self.from_turn < 1:
            yield Problem("objective_turn", None, {"item": "from_turn", "value": self.from_turn})
        if not (self.name.fr.strip() and self.name.en.strip()):
            yield Problem("objective_words", None, {"item": "name"})

    def counts(self, field: Scene) -> dict[int, int]:
        """Return how many figures each side has in the place."""
        found: dict[int, int] = {}
        for piece in field.pieces:
            if piece.in_play and not piece.routed and not piece.hidden and self.holds(piece):
                found[piece.side] = found.get(piece.side, 0) + 1
        return found

    def holds(self, piece: Piece) -> bool:
        """Tell whether a figure is in the place."""
        return length_of(piece.base[0] - self.place.x, piece.base[1] - self.place.y) <= self.place.radius

    def holder(self, field: Scene) -> int | None:
        """Return the side that holds the place, a neutral one included."""
        found = self.counts(field)
        most = max(found.values(), default=0)
        first = [side for side, count in found.items() if count == most]
        return first[0] if len(first) == 1 else None

    def turn_ended[F: Scene](self, field: F, pursuit: Progress[F]) -> None:
        """Count the place, where it counts in every turn."""
        if self.each_turn and field.turn >= self.from_turn:
            self._count(field, pursuit, self.holder(field))

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Count the place, where it counts in the end; who is alone on the table holds it."""
        if not self.each_turn:
            self._count(field, pursuit, alone if alone is not None else self.holder(field))

    def _count[F: Scene](self, field: F, pursuit: Progress[F], side: int | None) -> None:
        if side is not None and field.led(side) and self.open_to(side):
            pursuit.score(field, self, side)

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """A decisive place is done when somebody who may score it has scored it."""
        return pursuit.times(self) > 0

    def goals[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> Iterator[Goal]:
        """Into the place, one more than anybody else; also to deny it to those who may score it."""
        turns = max(1, field.turn_limit)
        counts = self.counts(field)
        theirs = max((count for side, count in counts.items() if side != piece.side), default=0)
        share = 1.0 if self.each_turn else max(LEAST_URGENT, field.turn / turns)
        hands = min(HANDS_MOST, max(2, theirs + 1))
        yield Goal(
            self.place.x,
            self.place.y,
            -self.place.radius,
            self.points * share,
            hands=hands,
            lasting=share > LEAST_URGENT,
        )

    def areas(self) -> Iterator[Circle]:
        """The place itself."""
        yield self.place
