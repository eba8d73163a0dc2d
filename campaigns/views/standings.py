"""The standings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import get_campaign_for_reader
from campaigns.games import MUSG
from campaigns.standings import standings as lines_of
from campaigns.views.pages import campaign_page


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, and what counts."""
    shown = get_campaign_for_reader(request.user, slug, game=MUSG)
    return campaign_page(request, "campaigns/standings.html", shown, "standings", lines=lines_of(shown))
