"""What the pages of statistics show: a game's leaderboard, a game's figures, a player's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.games import CARD_GAMES, Game
from campaigns.matches.lines import NAMED
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.scores import pad_of
from campaigns.seasons import statistics
from campaigns.seasons.access import visible_totals
from campaigns.seasons.counting import Counters
from campaigns.seasons.game_figures import LEADING, BarRow, Figures, Holder, Rates, Record, page_of, rows_of
from campaigns.seasons.models.rating import Facet, Rating, RatingBook
from campaigns.seasons.ratings import printed_rating, provisional
from campaigns.seasons.selection import Choices, Offer, Selection, choices_for
from campaigns.seasons.statistics import Named, Score
from club.access import User

BOARD_MOST: Final = 200
SHARED_MOST: Final = 20
"""How many at most are named for one record."""


class Standing(Struct, frozen=True):
    """A player on a leaderboard; ``place`` is None for a provisional rating. ``bar`` is percent of the longest.

    ``streak`` counts the victories in a row up to now (below 0: matches in a row without one).
    """

    place: int | None
    name: str
    address: str
    points: int
    behind: int
    bar: str
    matches: int
    won: int
    streak: int

    @property
    def rate(self) -> float:
        """Matches won, in percent."""
        return 100 * self.won / self.matches

    @property
    def losing(self) -> int:
        """How many matches in a row were not won."""
        return max(0, -self.streak)


class Leaderboard(Struct, frozen=True):
    """A game's ratings for one reader."""

    game: Game
    games: tuple[Game, ...]
    stale: bool
    rows: tuple[Standing, ...]

    @property
    def trusted(self) -> tuple[Standing, ...]:
        """Those with a place."""
        return tuple(row for row in self.rows if row.place is not None)


def leaderboard(game: Game, reader: User) -> Leaderboard:
    """Return the ratings of the players of matches that the reader may read, the best first. Two queries."""
    ratings = sorted(_ratings(reader, game.code), key=lambda one: provisional(one.matches, one.sigma))
    known = [one.order for one in ratings if not provisional(one.matches, one.sigma)]
    rows: list[Standing] = []
    highest = max((printed_rating(one.order) for one in ratings), default=0)
    lowest = min((printed_rating(one.order) for one in ratings), default=0)
    for one in ratings:
        place = None if provisional(one.matches, one.sigma) else 1 + sum(order > one.order for order in known)
        points = printed_rating(one.order)
        bar = 100 * (points - lowest + 50) / (highest - lowest + 50)
        behind = printed_rating(known[0]) - points if place else 0
        name, address = one.player.name_for(reader), one.player.get_absolute_url()
        rows.append(Standing(place, name, address, points, behind, f"{bar:.1f}", one.matches, one.won, one.streak))
    stale = RatingBook.objects.filter(game=game.code, stale_date__isnull=False).exists()
    return Leaderboard(game, CARD_GAMES, stale, tuple(rows))


def _ratings(reader: User, game: str) -> QuerySet[Rating]:
    seen = visible_totals(reader).filter(facet=Facet.PLAYER, game=game).values("player")
    found = Rating.objects.filter(game=game, player__in=seen).select_related("player__member")
    # Of players no more than what names them: a club has dozens.
    about = ("sigma", "order", "matches", "won", "streak")
    return found.only(*about, *(f"player__{name}" for name in NAMED)).order_by("-order")[:BOARD_MOST]


class GamePage(Struct, frozen=True):
    """A game's figures over all players."""

    chosen: Selection
    choices: Choices | None
    matches: Score
    players: tuple[BarRow, ...]
    rates: list[Rates]
    records: list[Record]

    @property
    def offer(self) -> Offer:
        """Which matches, and what there is to choose from."""
        return Offer.of(self.chosen, self.choices)

    def figures(self, *, everybody: bool) -> Figures:
        """Return what is drawn, with the players who won most often, or with all of them."""
        return Figures(
            self.chosen.game,
            self.chosen.query,
            pad_of(self.chosen.game.code).counts_points,
            self.matches,
            self.players if everybody else self.players[:LEADING],
            len(self.players),
            tuple(self.rates),
            tuple(self.records),
        )


def game_page(chosen: Selection, reader: User) -> GamePage:
    """Return a game's figures over the matches that the reader may read. At most 9 queries."""
    tallies = Counters.of(chosen, reader).read_sums(Facet.MATCHES, Facet.PLAYER, Facet.SEAT, Facet.HERO, Facet.LENGTH)
    people = statistics.players(tallies, reader)
    return GamePage(
        chosen,
        choices_for(chosen, reader),
        statistics.total(tallies, Facet.MATCHES),
        rows_of(people),
        [rates for rates in _rates(tallies, chosen) if rates.rows],
        _records(chosen, people, reader),
    )


def _rates(tallies: Counters, chosen: Selection) -> Iterator[Rates]:
    """Yield how often each hero, each seat and the first seat of each length won."""
    heroes = pad_of(chosen.game.code).heroes_title
    yield Rates(
        "heroes",
        heroes,
        _("How often each won."),
        heroes,
        _("Played"),
        rows_of(statistics.heroes(tallies, Facet.HERO, chosen)),
    )
    seats = [
        Named(_("The first to play") if turn == "0" else _("Number %(number)s") % {"number": int(turn) + 1}, score)
        for turn, score in statistics.by_subject(tallies, Facet.SEAT)
    ]
    yield Rates(
        "seats",
        _("Seats"),
        _("How often each seat won, in the order of play."),
        _("Seat"),
        _("Matches"),
        rows_of(seats),
    )
    lengths = [
        Named(statistics.length_label(subject), score)
        for subject, score in statistics.by_subject(tallies, Facet.LENGTH)
    ]
    yield Rates(
        "lengths",
        _("Length"),
        _("How often the first seat won, by length of match."),
        _("Minutes"),
        _("Matches"),
        rows_of(lengths),
    )


def _records(chosen: Selection, people: Sequence[Named], reader: User) -> list[Record]:
    found = [*_most_points(chosen, reader), *_longest(chosen, reader)]
    for title, count in ((_("Most matches"), _played), (_("Most victories"), _won)):
        most = _best(sorted(people, key=count, reverse=True), count)
        if most and count(most[0]):
            found.append(Record(title, str(count(most[0])), tuple(_held_by(one) for one in most)))
    if not chosen.narrowed and people:
        known = {one.player.pk: one for one in people if one.player is not None}
        if streaks := _best(_streaks(chosen.game.code, known), lambda row: row.best_streak):
            named = (known[row.player_id] for row in streaks)
            holders = tuple(_held_by(one) for one in named)
            found.append(Record(_("Most victories in a row"), str(streaks[0].best_streak), holders))
    return found


def _held_by(one: Named) -> Holder:
    return Holder(one.label, page_of(one.player))


def _streaks(game: str, players: Iterable[int]) -> QuerySet[Rating]:
    rows = Rating.objects.filter(game=game, player__in=players, best_streak__gt=0)
    return rows.order_by("-best_streak", "last")[:SHARED_MOST]


def _most_points(chosen: Selection, reader: User) -> Iterator[Record]:
    if not pad_of(chosen.game.code).counts_points or not chosen.period.valid:
        return
    if best := _best(_by_points(chosen, reader), lambda seat: seat.points):
        holders = tuple(
            Holder(
                seat.player.name_for(reader),
                seat.player.get_absolute_url(),
                seat.match.get_absolute_url(),
                seat.match.date,
            )
            for seat in best
        )
        yield Record(_("Most points in a match"), str(best[0].points), holders)


def _by_points(chosen: Selection, reader: User) -> QuerySet[MatchSeat]:
    seats = MatchSeat.objects.filter(chosen.within(reader, "match__"), counts=True, points__isnull=False)
    seats = seats.select_related("match", "player__member")
    seats = seats.only("points", "match__date", *(f"player__{name}" for name in NAMED))
    return seats.order_by("-points", "date", "match_id", "seat")[:SHARED_MOST]


def _by_length(chosen: Selection, reader: User) -> QuerySet[Match]:
    matches = Match.objects.filter(chosen.within(reader), state=MatchState.CONFIRMED, duration__isnull=False)
    return matches.only("duration", "date").order_by("-duration", "date", "pk")[:SHARED_MOST]


def _longest(chosen: Selection, reader: User) -> Iterator[Record]:
    if not chosen.period.valid:
        return
    if longest := _best(_by_length(chosen, reader), lambda match: match.duration):
        minutes = _("%(minutes)s minutes") % {"minutes": longest[0].duration}
        yield Record(
            _("Longest match"),
            minutes,
            tuple(Holder(match=match.get_absolute_url(), at=match.date) for match in longest),
        )


def _played(one: Named) -> int:
    return one.score.played


def _won(one: Named) -> int:
    return one.score.won


def _best[T](ordered: Iterable[T], value: Callable[[T], int | None]) -> list[T]:
    """Return the first of these, the best first, and all that equal it."""
    found = list(ordered)
    return list(takewhile(lambda one: value(one) == value(found[0]), found))
