"""Points that the text of a card gives or takes: the pad knows no such texts, so that somebody types them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.core.label import LABEL_MOST, label_problems
from engines.core.problems import Param, Problem
from engines.core.score.fields import Choice, Number, Pick, Words
from engines.core.score.match import Entry, Points, State, seat_problems

POINTS_MOST: Final = 50
SOURCE: Final = "card"


class CardPoints[T: State](Entry[T], frozen=True, kw_only=True, tag="card"):
    """Points by a card, for any player, more or fewer, with the card's name and the reason (rulings F37, C51).

    Nobody falls below nothing (ruling F51). Refused with ``no_such_seat``, ``card_empty``, ``label_long``,
    ``label_unprintable``, ``card_points``.
    """

    seat: int
    card: str
    points: int
    reason: str

    def verify(self, state: T) -> Iterable[Problem]:
        """Card and reason must be named, and the points be some."""
        yield from seat_problems(state, self.seat)
        for item, said in (("card", self.card), ("reason", self.reason)):
            if not said.strip():
                yield Problem("card_empty", None, {"item": item})
            yield from label_problems(said, item)
        if not self.points or abs(self.points) > POINTS_MOST:
            yield Problem("card_points", None, {"value": self.points, "most": POINTS_MOST})

    def apply(self, state: T) -> T:
        """Add them."""
        amount = max(self.points, -state.total(self.seat))
        params: dict[str, Param] = {"item": self.card.strip()}
        return state.scored(Points(self.seat, amount, SOURCE, self.rule, params)) if amount else state

    @property
    def rule(self) -> str:
        """The ruling that lets a pad take them."""
        return ""

    @classmethod
    def choice(cls, seats: Iterable[int]) -> Choice:
        """Return what is asked."""
        points = Number("points", -POINTS_MOST, POINTS_MOST)
        words = Words("card", LABEL_MOST), Words("reason", LABEL_MOST)
        return Choice(SOURCE, (Pick("seat", tuple(seats)), words[0], points, words[1]))
