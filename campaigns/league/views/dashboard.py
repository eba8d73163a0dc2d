"""The referee's desk of a campaign of any kind."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from campaigns.league.access import get_campaign_for_referee
from campaigns.league.kinds import kind_of
from club.access import visitors_log_in
from club.once import once


@visitors_log_in
@once
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for players and referees."""
    shown = get_campaign_for_referee(request.user, slug)
    return kind_of(shown.game).desk(request, shown)
