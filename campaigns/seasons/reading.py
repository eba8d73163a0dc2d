"""Counted results read from the reading copy, many at a time and in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from campaigns.matches.models.match import Match, MatchHero, MatchSeat, MatchState
from campaigns.matches.operations.results import Counted, CountedResult, stored_seat
from campaigns.seasons.ratings import Finish, Position, Table


def since(start: Position, *, match: str = "pk") -> Q:
    """Return the condition for rows that stand at ``start`` or later in the order of dates and matches."""
    date, number = start
    return Q(date__gt=date) | Q(date=date, **{f"{match}__gte": number})


def before(end: Position, *, match: str = "pk") -> Q:
    """Return the condition for rows that stand before ``end``."""
    date, number = end
    return Q(date__lt=date) | Q(date=date, **{f"{match}__lt": number})


def counted(game: str) -> QuerySet[Match]:
    """Return a game's matches that count, in the order of ratings."""
    return Match.objects.filter(game=game, state=MatchState.CONFIRMED).order_by("date", "pk")


def tables(game: str, start: Position, most: int) -> list[Table]:
    """Return at most ``most`` counted matches of a game from ``start`` on, as ratings see them. One query."""
    matches = counted(game).filter(since(start)).values("pk")[:most]
    seats = MatchSeat.objects.filter(match__in=matches).order_by("match__date", "match_id", "seat")
    rows = seats.values_list("match__date", "match_id", "player", "place", "team", "won")
    return [
        Table(match, date, tuple(Finish(player, place or 1, team, won) for *_match, player, place, team, won in seated))
        for (date, match), seated in groupby(rows, key=itemgetter(0, 1))
    ]


def results(chunk: int = 500) -> Iterator[tuple[CountedResult, str]]:
    """Yield every counted match with its visibility, by number; three queries for each ``chunk``."""
    last = 0
    while True:
        matches = list(Match.objects.filter(state=MatchState.CONFIRMED, pk__gt=last).order_by("pk")[:chunk])
        if not matches:
            return
        yield from _results(matches, [match.pk for match in matches])
        last = matches[-1].pk


def results_of(matches: QuerySet[Match]) -> Iterator[tuple[CountedResult, str]]:
    """Yield the matches of a query that finds only counted ones, with their visibility; three queries."""
    yield from _results(list(matches.order_by("pk")), matches.order_by().values("pk"))


def _results(matches: Sequence[Match], numbers: Any) -> Iterator[tuple[CountedResult, str]]:
    """``numbers`` are those of the matches, or the query that finds them."""
    heroes: dict[int, list[str]] = {}
    found = MatchHero.objects.filter(seat__match__in=numbers).order_by("seat", "position")
    for seat, hero in found.values_list("seat", "hero"):
        heroes.setdefault(seat, []).append(hero)
    seats: dict[int, list[Counted]] = {}
    for row in MatchSeat.objects.filter(match__in=numbers).order_by("match_id", "seat"):
        seats.setdefault(row.match_id, []).append(stored_seat(row, heroes.get(row.pk, ())))
    for match in matches:
        mine = tuple(seats.get(match.pk, ()))
        yield CountedResult(match.pk, match.game, match.campaign_id, match.date, match.duration, mine), match.visibility
