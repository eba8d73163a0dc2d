"""The pages of a card game's season that a Musg campaign has too, but differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.http import HttpRequest, HttpResponse

from campaigns.league.access import members
from campaigns.league.chores import next_steps
from campaigns.league.forms.powers import RemindForm
from campaigns.league.models import Campaign, Role
from campaigns.league.views.pages import campaign_page
from campaigns.league.waiting import todo_of
from campaigns.matches.access import may_record_in
from campaigns.matches.lines import MatchLine, for_lines, lines_of
from campaigns.matches.models.match import Match, MatchState
from campaigns.seasons.playing_here import begun_at
from club.access import User, member_of

SHOWN = 8
LISTS = ((MatchState.LIVE,), (MatchState.FINISHED, MatchState.DISPUTED), (MatchState.CONFIRMED,))
"""What is being played, what waits for an answer, the last results: the states of their matches."""


def _latest(season: Campaign, states: Sequence[str]) -> list[Match]:
    found = Match.objects.filter(campaign=season, state__in=states)
    return list(for_lines(found, seasons=False).order_by("-date", "-pk")[:SHOWN])


def _lists(season: Campaign, lists: Sequence[Sequence[str]], reader: User) -> Iterable[list[MatchLine]]:
    """Return the last matches in each of some states; who sat in them is asked once for all."""
    found = [_latest(season, states) for states in lists]
    lines = {line.pk: line for line in lines_of([match for some in found for match in some], reader, season)}
    return ([lines[match.pk] for match in some] for some in found)


def overview(request: HttpRequest, season: Campaign) -> HttpResponse:
    """What is being played, the last results, who takes part."""
    people, member = members(season), member_of(request)
    may_record = may_record_in(request.user, season) and not season.closed
    live, waiting, results = _lists(season, LISTS, request.user)
    return campaign_page(
        request,
        "campaigns/seasons/overview.html",
        season,
        "campaign",
        live=live,
        waiting=waiting,
        results=results,
        referees=[m for m in people if m.role == Role.REFEREE],
        players=[m for m in people if m.role == Role.PLAYER],
        todo=next_steps(todo_of(season, member) if member is not None else ()),
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
