"""A player's figures in one game: his rating, whom he beats and who beats him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import F, QuerySet, Sum
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.league.games import CARD_GAMES, Game
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.scores import pad_of
from campaigns.seasons import charts, statistics
from campaigns.seasons.access import readable, visible_tallies
from campaigns.seasons.counting import Counters
from campaigns.seasons.models.rating import Facet, Rating, RatingStep
from campaigns.seasons.ratings import provisional, shown
from campaigns.seasons.selection import Choices, Selection, selection
from campaigns.seasons.statistics import Named, Rival, Score
from club.access import User

STEPS_SHOWN: Final = 60
"""The chart and the table of a rating go back so many matches."""


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match in the history of a rating."""

    step: RatingStep
    points: int
    change: int


@dataclass(frozen=True, slots=True)
class Run:
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


@dataclass(frozen=True, slots=True)
class GameScore:
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


@dataclass(frozen=True, slots=True)
class Bar:
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


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's figures in one game. The rating is that of all matches; ``moved`` is what those chosen changed of it.

    Everything else, ``run`` included, is of the matches chosen.
    """

    player: Player
    name: str
    own: bool
    games: list[GameScore]
    chosen: Selection
    choices: Choices
    score: Score
    rating: Rating | None
    place: int | None
    moved: int | None
    run: Run
    steps: list[RatedMatch]
    chart: charts.RatingLine | None
    rivals: list[Rival]
    heroes: list[Named]
    best: MatchSeat | None

    @property
    def provisional(self) -> bool:
        """Whether the rating is one."""
        return self.rating is not None and provisional(self.rating.matches, self.rating.sigma)

    @property
    def points(self) -> int:
        """The rating as it is printed."""
        return shown(self.rating.order) if self.rating is not None else 0

    @property
    def moved_said(self) -> str:
        """What the matches chosen changed of the rating, with its sign."""
        return f"{self.moved or 0:+d}".replace("-", "\N{MINUS SIGN}")

    @property
    def places(self) -> list[Bar]:
        """How often each place was reached."""
        return place_bars(self.score)

    @property
    def nemesis(self) -> Rival | None:
        """Who beats the player most."""
        return statistics.nemesis(self.rivals)

    @property
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
    """Return what the reader may know of a player. At most 13 queries, however long the history is."""
    own = reader.is_authenticated and player.member_id == reader.pk
    scores = statistics.by_game(Counters(visible_tallies(reader, player)))
    ratings = {rating.game: rating for rating in Rating.objects.filter(player=player)} if scores else {}
    usual = max(scores, key=lambda code: scores[code].played, default="")
    chosen, choices = selection(asked, reader, usual=usual)
    mine = Counters.of(chosen, reader, player)
    rating = ratings.get(chosen.game.code)
    steps = _steps(player, chosen, reader, own=own)
    return PlayerPage(
        player=player,
        name=player.name_for(reader),
        own=own,
        games=[_game_score(game, scores, ratings) for game in CARD_GAMES if game.code in scores],
        chosen=chosen,
        choices=choices,
        score=statistics.total(mine, Facet.PLAYER),
        rating=rating,
        place=_place(rating),
        moved=_moved(player, chosen, reader, own=own) if chosen.narrowed else None,
        run=_run(player, chosen, reader, rating, own=own),
        steps=steps,
        chart=_chart(steps),
        rivals=statistics.rivals(mine, reader),
        heroes=statistics.heroes(mine, Facet.OWN_HERO, chosen),
        best=_best(player, chosen, reader, own=own),
    )


def _moved(player: Player, chosen: Selection, reader: User, *, own: bool) -> int:
    """Return what the chosen matches together made of the rating."""
    change = Sum(F("order") - F("mu_before") + 3 * F("sigma_before"))
    found = _rating_steps(player, chosen, reader, own=own).aggregate(change=change)["change"]
    return shown(found or 0) - shown(0)


def _run(player: Player, chosen: Selection, reader: User, rating: Rating | None, *, own: bool) -> Run:
    """Return the streaks; those of all matches are known, those of chosen ones are counted."""
    if not chosen.narrowed:
        return Run(rating.streak, rating.best_streak) if rating is not None else Run()
    seats = _seats(player, chosen, reader, own=own)
    return run_of(seats.order_by("date", "match_id").values_list("won", flat=True))


def _game_score(game: Game, scores: Mapping[str, Score], ratings: Mapping[str, Rating]) -> GameScore:
    rating = ratings.get(game.code)
    return GameScore(game, scores[game.code], shown(rating.order) if rating is not None else None)


def _place(rating: Rating | None) -> int | None:
    """Return the place on the leaderboard; None for a provisional rating."""
    if rating is None:
        return None
    better = Rating.objects.filter(game=rating.game, order__gt=rating.order).values_list("matches", "sigma")
    place = 1 + sum(not provisional(*row) for row in better)
    return None if provisional(rating.matches, rating.sigma) else place


def _steps(player: Player, chosen: Selection, reader: User, *, own: bool) -> list[RatedMatch]:
    """Return the latest steps of the rating in the selection, the last first."""
    rows = (
        _rating_steps(player, chosen, reader, own=own)
        .select_related("match")
        .only("date", "place", "mu_before", "sigma_before", "order", "won", "streak", "match__date", "match__game")
    )
    return [
        RatedMatch(step, shown(step.order), shown(step.order) - shown(step.mu_before - 3 * step.sigma_before))
        for step in rows.order_by("-date", "-match_id")[:STEPS_SHOWN]
    ]


def _rating_steps(player: Player, chosen: Selection, reader: User, *, own: bool) -> QuerySet[RatingStep]:
    about = RatingStep.objects.filter(player=player, game=chosen.game.code)
    if chosen.season is not None:
        about = about.filter(match__campaign=chosen.season)
    elif chosen.alone:
        about = about.filter(match__campaign__isnull=True)
    return about.filter(chosen.span("date")).filter(readable(reader, "match__", own=own))


def _chart(steps: Sequence[RatedMatch]) -> charts.RatingLine | None:
    if not steps:
        return None
    values = [(step.points, step.step.streak > 0) for step in reversed(steps)]
    return charts.line(values, _day(steps[-1].step), _day(steps[0].step))


def _day(step: RatingStep) -> str:
    return str(formats.date_format(timezone.localtime(step.date), "SHORT_DATE_FORMAT"))


def _best(player: Player, chosen: Selection, reader: User, *, own: bool) -> MatchSeat | None:
    """Return the seat in which the player made most points, the first one of equals."""
    found = _seats(player, chosen, reader, own=own).filter(points__isnull=False)
    best: MatchSeat | None = found.select_related("match").order_by("-points", "date", "match_id").first()
    return best


def _seats(player: Player, chosen: Selection, reader: User, *, own: bool) -> QuerySet[MatchSeat]:
    rows = MatchSeat.objects.filter(chosen.rows, counts=True, player=player)
    return rows.filter(readable(reader, "match__", own=own))
