"""Plays of a file taken in: looked at first, then stored at once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from campaigns.league.models import Campaign
from campaigns.matches.forms.people import People
from campaigns.matches.models.match import Match
from campaigns.seasons.access import get_season_for_referee
from campaigns.seasons.transfer.forms import MappingForm, PlaysForm
from campaigns.seasons.transfer.operations import MOST, Fate, import_plays, plan
from campaigns.seasons.transfer.plays import parse_book
from club.access import club_admin_required, signed_in, visitors_log_in
from club.once import done_once, once
from club.operations import Refused, add_problems_to_form


@club_admin_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def club_import(request: HttpRequest) -> HttpResponse:
    """Take in plays that belong to no season."""
    return _import(request, None)


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
@once
def season_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Take plays into a season."""
    return _import(request, get_season_for_referee(request.user, slug))


def _import(request: HttpRequest, season: Campaign | None) -> HttpResponse:
    form = PlaysForm(request.POST or None, request.FILES or None, in_season=season is not None)
    context: dict[str, Any] = {"form": form, "season": season, "most": MOST}
    if request.method != "POST" or not form.is_valid():
        return render(request, "campaigns/seasons/statistics/import.html", context, status=422 if form.errors else 200)
    content = form.content
    try:
        book = parse_book(content)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return render(request, "campaigns/seasons/statistics/import.html", context, status=422)
    mapping = MappingForm(request.POST, book=book, people=People.of(season, request.user))
    planned = plan(book, mapping.who, season)
    if "confirm" in request.POST and mapping.is_valid():
        try:
            made: list[Match] = []
            done_once(
                request,
                lambda: made.extend(
                    import_plays(
                        planned=planned,
                        author=signed_in(request),
                        season=season,
                        visibility=form.visibility_chosen,
                    )
                ),
            )
        except Refused as refused:
            add_problems_to_form(mapping, refused)
        else:
            text = ngettext("%(count)s match was imported.", "%(count)s matches were imported.", len(made))
            messages.success(request, text % {"count": len(made)})
            return redirect("campaigns:season_matches", season.slug) if season else redirect("campaigns:match_list")
    context |= {
        "mapping": mapping,
        "book": book,
        "text": content.decode("utf-8-sig") if isinstance(content, bytes) else content,
        "new": [draft for draft in planned if draft.fate is Fate.NEW],
        "known": [draft for draft in planned if draft.fate is Fate.KNOWN],
        "left": [draft for draft in planned if draft.fate is Fate.LEFT],
    }
    return render(request, "campaigns/seasons/statistics/import_preview.html", context)
