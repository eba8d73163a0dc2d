"""The lists of matches: all of them, and those of a season."""

from __future__ import annotations

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.league.games import CARD_GAMES
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import SEATS, get_season_for_reader, may_record_in, visible_matches, visible_seasons
from campaigns.matches.lines import lines_of
from campaigns.matches.models.match import Match
from campaigns.seasons.filter import MatchFilter, choices_for

PER_PAGE = 30


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """All matches the reader may see, the latest first, narrowed as the query says (see ``MatchFilter``)."""
    chosen = MatchFilter.of(request.GET.dict(), request.user)
    page = _page(request, chosen.narrow(visible_matches(request.user)))
    context = {
        "page": page,
        "lines": lines_of(page.object_list, request.user),
        "games": CARD_GAMES,
        "chosen": chosen,
        "choices": choices_for(chosen, request.user),
        "seasons": visible_seasons(request.user).filter(closed=False),
    }
    return render(request, "campaigns/seasons/matches/list.html", context, status=200 if chosen.period.valid else 422)


@require_safe
def season_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a season, the latest first, narrowed as the query says."""
    season = get_season_for_reader(request.user, slug)
    chosen = MatchFilter.of(request.GET.dict(), request.user, season=season)
    page = _page(request, chosen.narrow(season.matches.all()))
    return campaign_page(
        request,
        "campaigns/seasons/matches/season_matches.html",
        season,
        "matches",
        status=200 if chosen.period.valid else 422,
        page=page,
        chosen=chosen,
        choices=choices_for(chosen, request.user),
        lines=lines_of(page.object_list, request.user, season),
        may_record=may_record_in(request.user, season) and not season.closed,
    )


def _page(request: HttpRequest, found: QuerySet[Match]) -> Page[Match]:
    rows = found.select_related("campaign").prefetch_related(SEATS).order_by("-date", "-pk")
    return Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
