"""What the pages of statistics show: a game's leaderboard, a game's figures, a player's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.league.games import CARD_GAMES, Game
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.scores import pad_of
from campaigns.seasons import statistics
from campaigns.seasons.access import readable, visible_tallies
from campaigns.seasons.counting import Counters
from campaigns.seasons.models.rating import Facet, Rating, RatingBook
from campaigns.seasons.ratings import provisional, shown
from campaigns.seasons.selection import Choices, Selection, selection
from campaigns.seasons.statistics import Named, Score
from club.access import User

BOARD_MOST: Final = 200
SHARED_MOST: Final = 20
"""How many at most are named for one record."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a leaderboard; ``place`` is None for a provisional rating. ``bar`` is percent of the longest."""

    place: int | None
    rating: Rating
    name: str
    points: int
    behind: int
    bar: str

    @property
    def rate(self) -> float:
        """Matches won, in percent."""
        return 100 * self.rating.won / self.rating.matches

    @property
    def losing(self) -> int:
        """How many matches in a row were not won."""
        return max(0, -self.rating.streak)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A game's ratings for one reader."""

    game: Game
    games: tuple[Game, ...]
    stale: bool
    rows: list[Standing]

    @property
    def trusted(self) -> list[Standing]:
        """Those with a place."""
        return [row for row in self.rows if row.place is not None]


def leaderboard(game: Game, reader: User) -> Leaderboard:
    """Return the ratings of the players of matches that the reader may read, the best first. Two queries."""
    seen = visible_tallies(reader).filter(facet=Facet.PLAYER, game=game.code).values("player")
    found = Rating.objects.filter(game=game.code, player__in=seen).select_related("player__member")
    ratings = sorted(found.order_by("-order")[:BOARD_MOST], key=lambda one: provisional(one.matches, one.sigma))
    known = [one.order for one in ratings if not provisional(one.matches, one.sigma)]
    rows: list[Standing] = []
    highest = max((shown(one.order) for one in ratings), default=0)
    lowest = min((shown(one.order) for one in ratings), default=0)
    for one in ratings:
        place = None if provisional(one.matches, one.sigma) else 1 + sum(order > one.order for order in known)
        points = shown(one.order)
        bar = 100 * (points - lowest + 50) / (highest - lowest + 50)
        behind = shown(known[0]) - points if place else 0
        rows.append(Standing(place, one, one.player.name_for(reader), points, behind, f"{bar:.1f}"))
    stale = RatingBook.objects.filter(game=game.code, stale_date__isnull=False).exists()
    return Leaderboard(game, CARD_GAMES, stale, rows)


def _seats(chosen: Selection) -> Any:
    return MatchSeat.objects.filter(chosen.rows, counts=True)


def _readable_seats(reader: User, *, own: bool = False) -> Any:
    return readable(reader, "match__", own=own)


@dataclass(frozen=True, slots=True)
class BarRow:
    """A row of a table with a bar: ``mark`` is where the bar would end if chance alone decided."""

    label: str
    score: Score
    bar: str
    mark: str
    player: Player | None = None


def rows_of(named: Sequence[Named]) -> list[BarRow]:
    """Return rows whose bars are shares of victories."""
    return [
        BarRow(one.label, one.score, f"{one.score.rate:.1f}", f"{one.score.expected:.1f}", one.player) for one in named
    ]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, or the match it was made in, or both."""

    player: Player | None = None
    name: str = ""
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the club: what it is, and all who hold it, who reached it first before the others."""

    title: str
    value: str
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game's figures over all players."""

    chosen: Selection
    choices: Choices
    matches: Score
    players: list[BarRow]
    seats: list[BarRow]
    heroes: list[BarRow]
    lengths: list[BarRow]
    records: list[Record]

    @property
    def heroes_title(self) -> str | Promise:
        """What heroes are called in this game."""
        return pad_of(self.chosen.game.code).heroes_title

    @property
    def scored(self) -> bool:
        """Whether the game has points."""
        return pad_of(self.chosen.game.code).counts_points


def game_page(asked: Mapping[str, str], reader: User) -> GamePage:
    """Return a game's figures over the matches that the reader may read. At most 13 queries."""
    chosen, choices = selection(asked, reader)
    tallies = Counters.of(chosen, reader)
    people = statistics.players(tallies, reader)
    seats = [
        Named(_("The first to play") if turn == "0" else _("Number %(number)s") % {"number": int(turn) + 1}, score)
        for turn, score in statistics.by_subject(tallies, Facet.SEAT)
    ]
    lengths = [
        Named(statistics.length_label(subject), score)
        for subject, score in statistics.by_subject(tallies, Facet.LENGTH)
    ]
    return GamePage(
        chosen,
        choices,
        statistics.total(tallies, Facet.MATCHES),
        rows_of(people),
        rows_of(seats),
        rows_of(statistics.heroes(tallies, Facet.HERO, chosen)),
        rows_of(lengths),
        _records(chosen, people, reader),
    )


def _records(chosen: Selection, people: Sequence[Named], reader: User) -> list[Record]:
    found: list[Record] = []
    seats = _seats(chosen).filter(points__isnull=False).filter(_readable_seats(reader))
    seats = seats.select_related("match", "player__member").order_by("-points", "date", "match_id", "seat")
    if best := _best(seats[:SHARED_MOST], lambda seat: seat.points):
        holders = tuple(Holder(seat.player, seat.player.name_for(reader), seat.match) for seat in best)
        found.append(Record(_("Most points in a match"), str(best[0].points), holders))
    matches = Match.objects.filter(chosen.rows, state=MatchState.CONFIRMED, duration__isnull=False)
    matches = matches.filter(readable(reader)).order_by("-duration", "date", "pk")
    if longest := _best(matches[:SHARED_MOST], lambda match: match.duration):
        minutes = _("%(minutes)s minutes") % {"minutes": longest[0].duration}
        found.append(Record(_("Longest match"), minutes, tuple(Holder(match=match) for match in longest)))
    for title, count in ((_("Most matches"), _played), (_("Most victories"), _won)):
        most = _best(sorted(people, key=count, reverse=True), count)
        if most and count(most[0]):
            found.append(Record(title, str(count(most[0])), tuple(Holder(one.player, one.label) for one in most)))
    if not chosen.narrowed and people:
        known = {one.player.pk: one for one in people if one.player is not None}
        rows = Rating.objects.filter(game=chosen.game.code, player__in=known, best_streak__gt=0)
        if streaks := _best(rows.order_by("-best_streak", "last")[:SHARED_MOST], lambda row: row.best_streak):
            named = (known[row.player_id] for row in streaks)
            holders = tuple(Holder(one.player, one.label) for one in named)
            found.append(Record(_("Most victories in a row"), str(streaks[0].best_streak), holders))
    return found


def _played(one: Named) -> int:
    return one.score.played


def _won(one: Named) -> int:
    return one.score.won


def _best[T](ordered: Iterable[T], value: Callable[[T], int | None]) -> list[T]:
    """Return the first of these, the best first, and all that equal it."""
    found = list(ordered)
    return list(takewhile(lambda one: value(one) == value(found[0]), found))
