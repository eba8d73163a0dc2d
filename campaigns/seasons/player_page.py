"""A player's figures in one game: his rating, whom he beats and who beats him."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

from campaigns.league.games import CARD_GAMES, Game
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.scores import pad_of
from campaigns.seasons import charts, statistics
from campaigns.seasons.access import is_own
from campaigns.seasons.counting import Counters
from campaigns.seasons.models.rating import Facet, Rating, RatingStep
from campaigns.seasons.ratings import printed_rating, provisional
from campaigns.seasons.selection import Choices, Offer, Selection, choices_for, selection
from campaigns.seasons.statistics import Named, Rival, Score
from club.access import User

STEPS_SHOWN: Final = 60
"""The chart and the table of a rating go back so many matches."""


class RatedMatch(Struct, frozen=True):
    """A match in the history of a rating: the rating after it, and what it changed."""

    match: int
    date: datetime
    place: int
    points: int
    change: int
    won: bool


class Run(Struct, frozen=True):
    """Streaks: ``now`` counts the victories in a row up to the last match (below 0: matches without), ``best`` ever."""

    now: int = 0
    best: int = 0

    @property
    def losing(self) -> int:
        """How many matches in a row were not won."""
        return max(0, -self.now)


def run_of(wins: Iterable[bool]) -> Run:
    """Return the streaks of matches, the oldest first."""
    now = best = 0
    for won in wins:
        now = max(now, 0) + 1 if won else min(now, 0) - 1
        best = max(best, now)
    return Run(now, best)


class GameScore(Struct, frozen=True):
    """How a player does in one of the games."""

    game: Game
    score: Score
    rating: int | None


PLACES: Final[tuple[str | Promise, ...]] = (
    gettext_lazy("First"),
    gettext_lazy("Second"),
    gettext_lazy("Third"),
    gettext_lazy("Further down"),
)


class Bar(Struct, frozen=True):
    """A row with a bar beneath: ``percent`` of the whole, and the same as a width."""

    label: str
    count: int
    percent: float

    @property
    def share(self) -> str:
        """The width of the bar for an attribute, whatever the reader's language."""
        return f"{self.percent:.1f}"


def place_bars(score: Score) -> list[Bar]:
    """Return how often each place was reached."""
    return [
        Bar(str(label), count, 100 * count / score.played)
        for label, count in zip(PLACES, score.places, strict=True)
        if score.played
    ]


class Shown(Struct, frozen=True):
    """All that is drawn of a rating and how it went. ``moved`` is None for all matches."""

    name: str
    games: tuple[GameScore, ...]
    game: Game
    played: int
    rated: bool
    points: int
    provisional: bool
    place: int | None
    moved: str | None
    chart: charts.RatingLine | None


class PlayerPage(Struct, frozen=True, dict=True):
    """A player's figures in one game, each read when it is first asked for: much of them stays folded away.

    The rating is that of all matches; ``moved`` is what those chosen changed of it. Everything else, ``run`` included,
    is of the matches chosen. ``scores`` are those of all matches by game, ``with_heroes`` the games in which it is
    known what was played.
    """

    player: Player
    reader: User
    own: bool
    chosen: Selection
    scores: Mapping[str, Score]
    with_heroes: Collection[str]
    ratings: Mapping[str, Rating]

    @cached_property
    def name(self) -> str:
        """The player's name, for the reader."""
        return self.player.name_for(self.reader)

    @cached_property
    def games(self) -> list[GameScore]:
        """The games played."""
        return [_game_score(game, self.scores, self.ratings) for game in CARD_GAMES if game.code in self.scores]

    @cached_property
    def choices(self) -> Choices | None:
        """What the reader may choose from. Two queries, none while nobody chooses."""
        return choices_for(self.chosen, self.reader)

    @property
    def offer(self) -> Offer:
        """Which matches, and what there is to choose from."""
        return Offer.of(self.chosen, self.choices)

    @property
    def drawn_rating(self) -> Shown:
        """What is drawn of the rating."""
        rated = self.rating is not None
        return Shown(
            self.name,
            tuple(self.games),
            self.chosen.game,
            self.score.played,
            rated,
            self.points,
            self.provisional,
            self.place if rated and not self.provisional else None,
            self.moved_said if rated and self.moved is not None else None,
            self.chart,
        )

    @cached_property
    def _counters(self) -> Counters:
        return Counters.of(self.chosen, self.reader, self.player)

    @cached_property
    def score(self) -> Score:
        """The matches summed up. One query for some of them, none for all."""
        if not self.chosen.narrowed:
            return self.scores.get(self.chosen.game.code, Score())
        return statistics.total(self._counters, Facet.PLAYER)

    @property
    def rating(self) -> Rating | None:
        """The rating now."""
        return self.ratings.get(self.chosen.game.code)

    @cached_property
    def place(self) -> int | None:
        """The place on the leaderboard; None for a provisional rating. One query."""
        return _place(self.rating)

    @cached_property
    def moved(self) -> int | None:
        """What the chosen matches together made of the rating; None for all matches. One query for some."""
        return _moved(self.player, self.chosen, self.reader, own=self.own) if self.chosen.narrowed else None

    @cached_property
    def run(self) -> Run:
        """The streaks. One query for some matches, none for all."""
        return _run(self.player, self.chosen, self.reader, self.rating, own=self.own)

    @cached_property
    def steps(self) -> list[RatedMatch]:
        """The latest steps of the rating, the last first. One query."""
        return _steps(self.player, self.chosen, self.reader, own=self.own)

    @cached_property
    def chart(self) -> charts.RatingLine | None:
        """These steps drawn."""
        return _chart(self.steps)

    @cached_property
    def rivals(self) -> list[Rival]:
        """Whom the player met, most often met first. Two queries."""
        return statistics.rivals(self._counters, self.reader)

    @cached_property
    def heroes(self) -> list[Named]:
        """What the player played, the most played first. Two queries at most."""
        return statistics.heroes(self._counters, Facet.OWN_HERO, self.chosen)

    @property
    def has_heroes(self) -> bool:
        """Whether it is known of any match of this game what the player played."""
        return self.chosen.game.code in self.with_heroes

    @cached_property
    def best(self) -> MatchSeat | None:
        """The seat in which the player made most points. One query."""
        return _best(self.player, self.chosen, self.reader, own=self.own)

    @property
    def provisional(self) -> bool:
        """Whether the rating is one."""
        return self.rating is not None and provisional(self.rating.matches, self.rating.sigma)

    @property
    def points(self) -> int:
        """The rating as it is printed."""
        return printed_rating(self.rating.order) if self.rating is not None else 0

    @property
    def moved_said(self) -> str:
        """What the matches chosen changed of the rating, with its sign."""
        return f"{self.moved or 0:+d}".replace("-", "\N{MINUS SIGN}")

    @property
    def places(self) -> list[Bar]:
        """How often each place was reached."""
        return place_bars(self.score)

    @cached_property
    def nemesis(self) -> Rival | None:
        """Who beats the player most."""
        return statistics.nemesis(self.rivals)

    @cached_property
    def prey(self) -> Rival | None:
        """Whom the player beats most."""
        return statistics.prey(self.rivals)

    @property
    def heroes_title(self) -> str | Promise:
        """What heroes are called in this game."""
        return pad_of(self.chosen.game.code).heroes_title

    @property
    def scored(self) -> bool:
        """Whether the game has points."""
        return pad_of(self.chosen.game.code).counts_points


def player_page(player: Player, asked: Mapping[str, str], reader: User) -> PlayerPage:
    """Return what the reader may know of a player. Two queries, at most four for some matches; the rest as asked."""
    scores, with_heroes = statistics.by_game(player, reader)
    ratings = {rating.game: rating for rating in Rating.objects.filter(player=player)} if scores else {}
    usual = max(scores, key=lambda code: scores[code].played, default="")
    chosen = selection(asked, reader, usual=usual)
    return PlayerPage(player, reader, is_own(player, reader), chosen, scores, with_heroes, ratings)


def _moved(player: Player, chosen: Selection, reader: User, *, own: bool) -> int:
    """Return what the chosen matches together made of the rating."""
    change = Sum(F("order") - F("mu_before") + 3 * F("sigma_before"))
    moved = _steps_of(player, chosen, reader, own=own).aggregate(change=change)["change"] or 0
    return printed_rating(moved) - printed_rating(0)


def _run(player: Player, chosen: Selection, reader: User, rating: Rating | None, *, own: bool) -> Run:
    """Return the streaks; those of all matches are known, those of chosen ones are counted."""
    if not chosen.narrowed:
        return Run(rating.streak, rating.best_streak) if rating is not None else Run()
    rows = MatchSeat.objects.filter(chosen.within(reader, "match__", own=own), counts=True, player=player)
    return run_of(rows.order_by("date", "match_id").values_list("won", flat=True))


def _game_score(game: Game, scores: Mapping[str, Score], ratings: Mapping[str, Rating]) -> GameScore:
    rating = ratings.get(game.code)
    return GameScore(game, scores[game.code], printed_rating(rating.order) if rating is not None else None)


def _place(rating: Rating | None) -> int | None:
    """Return the place on the leaderboard; None for a provisional rating."""
    if rating is None:
        return None
    better = Rating.objects.filter(game=rating.game, order__gt=rating.order).values_list("matches", "sigma")
    place = 1 + sum(not provisional(*row) for row in better)
    return None if provisional(rating.matches, rating.sigma) else place


def _steps(player: Player, chosen: Selection, reader: User, *, own: bool) -> list[RatedMatch]:
    """Return the latest steps of the rating in the selection, the last first."""
    columns = ("match_id", "date", "place", "order", "mu_before", "sigma_before", "streak")
    rows = _steps_of(player, chosen, reader, own=own).order_by("-date", "-match_id").values_list(*columns)
    return [
        RatedMatch(
            match,
            date,
            place,
            printed_rating(order),
            printed_rating(order) - printed_rating(mu - 3 * sigma),
            streak > 0,
        )
        for match, date, place, order, mu, sigma, streak in rows[:STEPS_SHOWN]
    ]


def _steps_of(player: Player, chosen: Selection, reader: User, *, own: bool) -> QuerySet[RatingStep]:
    """Return the steps of a rating in the selection; they have no season of their own.

    Their matches are looked at one by one: joined, PostgreSQL would rather read all there are than some hundred.
    """
    steps = RatingStep.objects.filter(chosen.period.span("date"), player=player, game=chosen.game.code)
    readable_ones = chosen.readable(reader, own=own)
    if chosen.season is None and not chosen.alone and not readable_ones:
        return steps
    one = Match.objects.filter(chosen.placed, readable_ones, pk=OuterRef("match")).order_by().values("pk")[:1]
    return steps.filter(match=Subquery(one))


def _chart(steps: Sequence[RatedMatch]) -> charts.RatingLine | None:
    if not steps:
        return None
    values = [(step.points, step.won) for step in reversed(steps)]
    return charts.line(values, _day(steps[-1]), _day(steps[0]))


def _day(step: RatedMatch) -> str:
    return str(formats.date_format(timezone.localtime(step.date), "SHORT_DATE_FORMAT"))


def _best(player: Player, chosen: Selection, reader: User, *, own: bool) -> MatchSeat | None:
    """Return the seat in which the player made most points, the first one of equals; None in a game without."""
    if not pad_of(chosen.game.code).counts_points:
        return None
    rows = MatchSeat.objects.filter(chosen.within(reader, "match__", own=own), counts=True, player=player)
    return rows.filter(points__isnull=False).select_related("match").order_by("-points", "date", "match_id").first()
