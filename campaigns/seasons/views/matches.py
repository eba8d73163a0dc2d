"""The lists of matches: all of them, and those of a season."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Unpack

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import Struct

from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import get_season_for_reader, may_record_in, visible_matches, visible_seasons
from campaigns.matches.lines import for_lines, lines_of
from campaigns.matches.models.match import Match
from campaigns.seasons.filter import MatchFilter, Which, choices_for, narrowed
from club.access import User
from club.htmx import by_htmx
from club.paging import Mark, between_marks, stretch_of
from club.written import written

PER_PAGE = 20
SEASONS = 12
"""How many running seasons stand beside the matches."""


@written
def _running(reader: User) -> QuerySet[Campaign]:
    return visible_seasons(reader).filter(closed=False).only("game", "slug", "name")[: SEASONS + 1]


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """All matches the reader may see, the latest first, narrowed as the query says (see ``MatchFilter``)."""
    chosen = MatchFilter.of(request.GET.dict(), request.user)
    if chosen.opened and by_htmx(request):
        return _filters(request, chosen, reverse("campaigns:match_list"), games=CARD_GAMES)
    stretch = stretch_of(_Matches(request.user, chosen.which), request.GET.dict(), most=PER_PAGE)
    running = _running(request.user)
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
    stretch = stretch_of(_Matches(None, chosen.which), request.GET.dict(), most=PER_PAGE)
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


class _Matches(Struct, frozen=True):
    """The matches that were asked for and that the reader may read, or a season's, of which that is settled (None)."""

    reader: User | None
    which: Which

    def count(self, most: int) -> int:
        return _counted.count(self.reader, most=(most,), **self.which)

    def rows(self, mark: Mark | None, most: int, *, newer: bool, one_by_one: bool) -> list[Match]:
        moment, key = (mark.moment, mark.key) if mark is not None else (None, None)
        return _rows(
            self.reader, moment=moment, key=key, newer=newer, one_by_one=one_by_one, most=(most,), **self.which
        )


@written
def _counted(reader: User | None, *, most: tuple[int], **which: Unpack[Which]) -> QuerySet[Match, Any]:
    return narrowed(_readable(reader), **which).order_by().values("pk")[: most[0]]


@written
def _rows(
    reader: User | None,
    *,
    moment: datetime | None,
    key: int | None,
    newer: bool,
    one_by_one: bool,
    most: tuple[int],
    **which: Unpack[Which],
) -> QuerySet[Match]:
    found = for_lines(narrowed(_readable(reader, one_by_one=one_by_one), **which), seasons=reader is not None)
    return between_marks(found, "date", moment, key, newer=newer)[: most[0]]


def _readable(reader: User | None, *, one_by_one: bool = False) -> QuerySet[Match]:
    return Match.objects.all() if reader is None else visible_matches(reader, one_by_one=one_by_one)
