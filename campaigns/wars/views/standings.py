"""The standings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.league.access import get_campaign_for_reader
from campaigns.league.games import MUSG
from campaigns.league.views.pages import campaign_page
from campaigns.wars.standings import standings as lines_of


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, and what counts."""
    shown = get_campaign_for_reader(request.user, slug, game=MUSG)
    return campaign_page(request, "campaigns/wars/standings.html", shown, "standings", lines=lines_of(shown))
