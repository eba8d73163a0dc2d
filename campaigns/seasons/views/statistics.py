"""Leaderboards and the figures of a game."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.league.games import CARD_GAMES, game_of, is_card_game
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import get_season_for_reader
from campaigns.seasons import statistics_page
from campaigns.seasons.selection import Selection, selection
from campaigns.seasons.statistics_page import GamePage
from campaigns.seasons.views.parts import Part, filters
from club.htmx import by_htmx


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
    chosen = selection(request.GET.dict(), request.user)
    page = statistics_page.game_page(chosen, request.user)
    context = {"games": CARD_GAMES, "here": "statistics", **_shown(request, page)}
    template, status = "campaigns/seasons/statistics/game.html", _status(chosen)
    return _alone(request, page) or render(request, template, context, status=status)


@require_safe
def season_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for one season."""
    season = get_season_for_reader(request.user, slug)
    chosen = selection(request.GET.dict(), request.user, settled=season)
    page = statistics_page.game_page(chosen, request.user)
    template, status = "campaigns/seasons/statistics.html", _status(chosen)
    return _alone(request, page) or campaign_page(
        request, template, season, "statistics", status=status, **_shown(request, page)
    )


TABLE: Final = "campaigns/seasons/statistics/_rates_table.html"
PARTS: Final = {
    "players": Part("players", "campaigns/seasons/statistics/_players.html"),
    **{name: Part(name, TABLE) for name in ("heroes-table", "seats-table", "lengths-table")},
}


def _shown(request: HttpRequest, page: GamePage) -> dict[str, Any]:
    part = PARTS.get(request.GET.get("part", ""))
    return {
        "page": page,
        "figures": page.figures(everybody=part is not None and part.name == "players"),
        "part": part,
        "address": request.path,
        "rates": next((rates for rates in page.rates if part is not None and rates.table == part.name), None),
    }


def _alone(request: HttpRequest, page: GamePage) -> HttpResponse | None:
    """Answer htmx with the part of a page that it asks for; None for whoever wants the page."""
    if not by_htmx(request):
        return None
    context = _shown(request, page)
    if context["part"] is not None:
        return render(request, context["part"].template, context)
    return filters(request, page.chosen, page.choices) if page.chosen.unfolded else None


def _status(chosen: Selection) -> int:
    return 200 if chosen.period.valid else 422
