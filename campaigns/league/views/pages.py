"""What all pages of a campaign share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise

from campaigns.league import first_steps
from campaigns.league.access import role_in
from campaigns.league.kinds import OVERVIEW
from campaigns.league.models import Campaign, Role
from campaigns.league.news import unread_for
from campaigns.league.panels import panels_of
from club.access import member_of
from club.operations import Refused


def campaign_page(
    request: HttpRequest, template: str, campaign: Campaign, tab: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Render a page of a campaign: ``tab`` is the one it stands under; what the reader is in it comes along."""
    role = role_in(request.user, campaign)
    shared = {
        "campaign": campaign,
        "tab": tab,
        "referee": role == Role.REFEREE,
        "player": role in (Role.REFEREE, Role.PLAYER),
        "applicant": role == Role.APPLICANT,
    }
    member = member_of(request)
    # Where one arrives, and nowhere else: on a form it would push what was asked for off the screen.
    arriving = request.resolver_match is not None and request.resolver_match.view_name == OVERVIEW.address
    if arriving:
        shared["panels"] = panels_of(request, campaign)
    if arriving and member is not None and role:
        shared["unread"] = unread_for(member, campaign)
    if arriving and member is not None and shared["referee"] and not campaign.closed:
        shared["first_steps"] = first_steps.of_campaign(member, campaign)
    key = first_steps.key_of(campaign)
    if tab == "dashboard" and member is not None and key in member.put_away:
        shared["steps_put_away"] = key
    return render(request, template, {**shared, **context}, status=status)


def tell(request: HttpRequest, refused: Refused) -> None:
    """Show the reasons of a refusal at the top of the next page, where the button that was pressed has no form."""
    for problem in refused.problems:
        messages.error(request, str(problem.message))


@contextmanager
def attempt(request: HttpRequest, *, done: str | Promise = "") -> Iterator[None]:
    """Enclose an operation whose button has no form; the next page says that it is ``done``, or why it was refused."""
    try:
        yield
    except Refused as refused:
        tell(request, refused)
    else:
        if done:
            messages.success(request, str(done))
