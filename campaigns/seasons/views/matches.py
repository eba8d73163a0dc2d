"""The lists of matches: all of them, and those of a season."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.league.games import CARD_GAMES
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import get_season_for_reader, may_record_in, visible_matches, visible_seasons
from campaigns.matches.lines import for_lines, lines_of
from campaigns.matches.models.match import Match
from campaigns.seasons.filter import MatchFilter, choices_for
from club.htmx import by_htmx
from club.paging import newest_first

PER_PAGE = 20
SEASONS = 12
"""How many running seasons stand beside the matches."""


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """All matches the reader may see, the latest first, narrowed as the query says (see ``MatchFilter``)."""
    chosen = MatchFilter.of(request.GET.dict(), request.user)
    if chosen.opened and by_htmx(request):
        return _filters(request, chosen, reverse("campaigns:match_list"), games=CARD_GAMES)
    found, one_by_one = (
        chosen.narrow(for_lines(visible_matches(request.user, one_by_one=one_by_one))) for one_by_one in (False, True)
    )
    stretch = newest_first(found, request.GET.dict(), most=PER_PAGE, one_by_one=one_by_one)
    running = list(visible_seasons(request.user).filter(closed=False).only("game", "slug", "name")[: SEASONS + 1])
    context = {
        "stretch": stretch,
        "lines": lines_of(stretch.rows, request.user),
        "games": CARD_GAMES,
        "chosen": chosen,
        "choices": choices_for(chosen, request.user) if chosen.opened else None,
        "seasons": running[:SEASONS],
        "more_seasons": len(running) > SEASONS,
    }
    return render(request, "campaigns/seasons/matches/list.html", context, status=200 if chosen.period.valid else 422)


@require_safe
def season_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a season, the latest first, narrowed as the query says."""
    season = get_season_for_reader(request.user, slug)
    chosen = MatchFilter.of(request.GET.dict(), request.user, season=season)
    if chosen.opened and by_htmx(request):
        return _filters(request, chosen, reverse("campaigns:season_matches", args=[slug]))
    stretch = newest_first(
        chosen.narrow(for_lines(Match.objects.all(), seasons=False)), request.GET.dict(), most=PER_PAGE
    )
    return campaign_page(
        request,
        "campaigns/seasons/matches/season_matches.html",
        season,
        "matches",
        status=200 if chosen.period.valid else 422,
        stretch=stretch,
        chosen=chosen,
        choices=choices_for(chosen, request.user) if chosen.opened else None,
        lines=lines_of(stretch.rows, request.user, season),
        may_record=may_record_in(request.user, season) and not season.closed,
    )


def _filters(request: HttpRequest, chosen: MatchFilter, address: str, **context: Any) -> HttpResponse:
    """Answer with the form alone, which a page then unfolds."""
    shown = {
        "chosen": chosen,
        "choices": choices_for(chosen, request.user),
        "address": address,
        "focus": True,
        **context,
    }
    return render(request, "campaigns/seasons/matches/_filters.html", shown)
