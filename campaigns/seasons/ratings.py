"""How a match changes the ratings of its players: the Plackett–Luce model of openskill, for any number at the table.

Pure: from the states before a match and who finished where to the states after it. Players of a team are rated as one
side; sides that share a place drew. Everything else (the average of 25, the doubt of 25/3 in the beginning) is as the
library has it, which is loaded by whoever rates first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

TRUSTED_MATCHES: Final = 10
"""With fewer matches than this a rating is provisional."""
TRUSTED_SIGMA: Final = 7.0
"""With more doubt than this a rating is provisional (a newcomer's is 8.33)."""

type Position = tuple[datetime, int]
"""Where a match stands in the order of ratings: its date, then its number."""


class State(Struct, frozen=True):
    """A player's rating and what goes with it; see ``RatingState``."""

    mu: float
    sigma: float
    matches: int = 0
    won: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def order(self) -> float:
        """What leaderboards go by: the skill that the player almost certainly has."""
        return self.mu - 3 * self.sigma


NEWCOMER: Final = State(25.0, 25.0 / 3)


class Finish(Struct, frozen=True):
    """Where a player finished; ``team`` is None where everybody plays for themselves."""

    player: int
    place: int
    team: int | None
    won: bool


class Table(Struct, frozen=True):
    """A counted match as ratings see it, its players in seat order."""

    match: int
    date: datetime
    players: tuple[Finish, ...]

    @property
    def position(self) -> Position:
        """Its place in the order."""
        return self.date, self.match


def provisional(matches: int, sigma: float) -> bool:
    """Tell whether too little is known yet to take a rating at its word."""
    return matches < TRUSTED_MATCHES or sigma > TRUSTED_SIGMA


def after(table: Table, before: Mapping[int, State]) -> dict[int, State]:
    """Return the states of the match's players after it; whoever is missing from ``before`` is a newcomer."""
    states = {finish.player: before.get(finish.player, NEWCOMER) for finish in table.players}
    rated = dict(_rated(table.players, states))
    found = {}
    for finish in table.players:
        old = states[finish.player]
        mu, sigma = rated.get(finish.player, (old.mu, old.sigma))
        streak = max(old.streak, 0) + 1 if finish.won else min(old.streak, 0) - 1
        found[finish.player] = State(
            mu, sigma, old.matches + 1, old.won + finish.won, streak, max(old.best_streak, streak)
        )
    return found


@cache
def model() -> PlackettLuce:
    """Return the model that rates all matches."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _rated(players: Iterable[Finish], states: Mapping[int, State]) -> Iterable[tuple[int, tuple[float, float]]]:
    sides: dict[tuple[str, int], list[Finish]] = {}
    for finish in players:
        side = ("player", finish.player) if finish.team is None else ("team", finish.team)
        sides.setdefault(side, []).append(finish)
    if len(sides) < 2:
        return
    rater = model()
    teams = [
        [rater.create_rating([states[one.player].mu, states[one.player].sigma]) for one in mates]
        for mates in sides.values()
    ]
    ranks = [float(min(one.place for one in mates)) for mates in sides.values()]
    for mates, ratings in zip(sides.values(), rater.rate(teams, ranks=ranks), strict=True):
        for one, rating in zip(mates, ratings, strict=True):
            yield one.player, (rating.mu, rating.sigma)


BASE: Final = 1000
SCALE: Final = 20


def printed_rating(order: float) -> int:
    """Return a rating as pages print it: newcomers begin at 1,000."""
    return round(BASE + SCALE * order)
