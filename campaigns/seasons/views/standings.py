"""The standings of a card game's season and its scheme."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import get_season_for_reader
from campaigns.seasons.access import get_season_for_referee
from campaigns.seasons.forms import SchemeForm
from campaigns.seasons.operations.scheme import choose_scheme
from campaigns.seasons.standings import standings as standings_of
from club.access import visitors_log_in
from club.operations import problems_on


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who leads the season, by how much, and what counts."""
    season = get_season_for_reader(request.user, slug)
    found = standings_of(season, request.user)
    board = found.board(season)
    template = "campaigns/seasons/standings.html"
    return campaign_page(request, template, season, "standings", standings=found, board=board)


@visitors_log_in
def scheme(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what a match is worth and which matches count."""
    season = get_season_for_referee(request.user, slug)
    form = SchemeForm(request.POST or None, season=season)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            choose_scheme(season=season, scheme=form.scheme, version=form.cleaned_data["version"])
            messages.success(request, _("The standings now use this scheme."))
            return redirect("campaigns:season_standings", season.slug)
    status = 422 if form.errors else 200
    return campaign_page(request, "campaigns/seasons/scheme.html", season, "standings", status=status, form=form)
