"""The pages of a card game's season that a Musg campaign has too, but differently."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from campaigns.league.access import members
from campaigns.league.forms.powers import RemindForm
from campaigns.league.models import Campaign, Role
from campaigns.league.views.pages import campaign_page
from campaigns.matches.access import may_record_in
from campaigns.matches.lines import lines_of
from campaigns.matches.models.match import MatchState
from campaigns.seasons.playing_here import begun_at

SHOWN = 8


def overview(request: HttpRequest, season: Campaign) -> HttpResponse:
    """What is being played, the last results, who takes part."""
    matches = season.matches.order_by("-date", "-pk")
    people = members(season)
    may_record = may_record_in(request.user, season) and not season.closed
    waiting = matches.filter(state__in=(MatchState.FINISHED, MatchState.DISPUTED))
    return campaign_page(
        request,
        "campaigns/seasons/overview.html",
        season,
        "campaign",
        live=lines_of(matches.filter(state=MatchState.LIVE)[:SHOWN], request.user, season),
        waiting=lines_of(waiting[:SHOWN], request.user, season),
        results=lines_of(matches.filter(state=MatchState.CONFIRMED)[:SHOWN], request.user, season),
        referees=[m for m in people if m.role == Role.REFEREE],
        players=[m for m in people if m.role == Role.PLAYER],
        applicants=sum(m.role == Role.APPLICANT for m in people),
        may_record=may_record,
        begun_at=begun_at(season) if may_record else "",
    )


def desk(request: HttpRequest, season: Campaign) -> HttpResponse:
    """What waits for the referee of a season: disputes, results without an answer, applicants."""
    matches = season.matches.order_by("-date", "-pk")
    return campaign_page(
        request,
        "campaigns/seasons/desk.html",
        season,
        "dashboard",
        disputed=lines_of(matches.filter(state=MatchState.DISPUTED), request.user, season),
        waiting=lines_of(matches.filter(state=MatchState.FINISHED)[:SHOWN], request.user, season),
        faulty=lines_of(matches.filter(faults__gt=0).exclude(state=MatchState.CANCELLED)[:SHOWN], request.user, season),
        applicants=list(season.memberships.filter(role=Role.APPLICANT).select_related("member")),
        reminder=RemindForm(campaign=season),
    )
