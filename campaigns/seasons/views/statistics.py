"""Leaderboards and the figures of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.league.games import CARD_GAMES, game_of, is_card_game
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import get_season_for_reader
from campaigns.seasons import statistics_page
from campaigns.seasons.selection import Selection


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """The ratings of a game's players, of the game named with ``?game=``."""
    code = request.GET.get("game", "")
    game = game_of(code) if is_card_game(code) else CARD_GAMES[0]
    board = statistics_page.leaderboard(game, request.user)
    return render(request, "campaigns/seasons/statistics/leaderboard.html", {"board": board, "here": "leaderboard"})


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """What a game's matches say: who wins, from which seat, with which hero, in how long."""
    page = statistics_page.game_page(request.GET.dict(), request.user)
    context = {"page": page, "here": "statistics"}
    return render(request, "campaigns/seasons/statistics/game.html", context, status=_status(page.chosen))


@require_safe
def season_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for one season."""
    season = get_season_for_reader(request.user, slug)
    asked = {**request.GET.dict(), "game": season.game, "season": season.slug}
    page = statistics_page.game_page(asked, request.user)
    template, status = "campaigns/seasons/statistics.html", _status(page.chosen)
    return campaign_page(request, template, season, "statistics", status=status, page=page)


def _status(chosen: Selection) -> int:
    return 200 if chosen.period.valid else 422
