"""The standings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_war_for_reader
from campaigns.wars.standings import standings as lines_of


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, and what counts."""
    shown = get_war_for_reader(request.user, slug)
    return campaign_page(request, "campaigns/wars/standings.html", shown, "standings", lines=lines_of(shown))
