"""Writes ratings and counters anew from the counted results; see ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from campaigns.league.games import CARD_GAMES
from campaigns.seasons.models.rating import Rating, RatingStep, Tally, Total
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.seasons.tallies import FIGURES
from club.rebuilding import Rebuilt

STATE = ("mu", "sigma", "order", "matches", "won", "streak", "best_streak")


def rebuild_statistics(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild the ratings game by game, then the counters, each in its own transaction."""
    for game in CARD_GAMES:
        yield _rebuilt(f"ratings of {game.name}", dry_run, game.code, rebuild_ratings, _ratings)
    yield _rebuilt("counters", dry_run, "", lambda _game: rebuild_tallies(), lambda _game: _tallies())


@transaction.atomic
def _rebuilt(
    subject: str, dry_run: bool, game: str, rebuild: Callable[[str], None], snapshot: Callable[[str], Any]
) -> Rebuilt:
    before = snapshot(game)
    rebuild(game)
    differs = before != snapshot(game)
    if dry_run:
        transaction.set_rollback(True)
    return Rebuilt(subject, ("figures differed",) if differs else ())


def _ratings(game: str) -> list[Any]:
    now = Rating.objects.filter(game=game).order_by("player_id").values_list("player_id", "last", *STATE)
    steps = RatingStep.objects.filter(game=game).order_by("match_id", "player_id")
    return [*now, *steps.values_list("match_id", "player_id", "date", "place", "mu_before", "sigma_before", *STATE)]


def _tallies() -> list[Any]:
    return [list(model.objects.order_by("key").values_list("key", *FIGURES)) for model in (Tally, Total)]
