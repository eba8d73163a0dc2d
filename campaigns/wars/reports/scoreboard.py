"""A battle as a scoreboard: who meets whom, the victory points so far, who won."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from campaigns.wars.models.battle import BattleSide
from campaigns.wars.reports.panel import Score


class Line(Struct, frozen=True):
    """One side. ``points`` are ``None`` and ``outcome`` empty until a report says them; ``seat`` gives the colour."""

    side: BattleSide
    seat: int
    points: int | None = None
    outcome: str = ""


def scoreboard(sides: Iterable[BattleSide], scores: Iterable[Score]) -> list[Line]:
    """Return the lines of a battle, in the order of the sides, with what the report that stands gives them."""
    known = {score.side.pk: score for score in scores}
    return [
        Line(side, seat, known[side.pk].points, known[side.pk].outcome) if side.pk in known else Line(side, seat)
        for seat, side in enumerate(sides)
    ]
