"""A campaign's webhooks and chats, for its referees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.access import get_campaign_for_referee
from campaigns.league.hooks.scopes import scope_of
from campaigns.league.models import Campaign
from campaigns.league.views.pages import campaign_page
from club.access import visitors_log_in
from club.hooks import pages
from club.hooks.pages import Desk
from club.once import once

form_methods = require_http_methods(["GET", "HEAD", "POST"])


def desk_of(campaign: Campaign) -> Desk:
    """Return what the pages of this campaign's hooks have in common."""

    def draw(request: HttpRequest, template: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
        return campaign_page(request, template, campaign, "settings", status=status, **context)

    return Desk(scope_of(campaign), "campaigns/league/hooks.html", "campaigns", (campaign.slug,), draw)


@require_safe
@visitors_log_in
def hooks(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them."""
    return pages.listing(request, desk_of(get_campaign_for_referee(request.user, slug)))


@form_methods
@visitors_log_in
@once
def new(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Add one."""
    return pages.new(request, desk_of(get_campaign_for_referee(request.user, slug)), kind)


@form_methods
@visitors_log_in
def hook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One of them, and its log."""
    return pages.one(request, desk_of(get_campaign_for_referee(request.user, slug)), pk)


@require_POST
@visitors_log_in
def act(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Do something with it."""
    return pages.act(request, desk_of(get_campaign_for_referee(request.user, slug)), pk, what)


@require_POST
@visitors_log_in
def again(request: HttpRequest, slug: str, pk: int, delivery: int) -> HttpResponse:
    """Send something again."""
    return pages.again(request, desk_of(get_campaign_for_referee(request.user, slug)), pk, delivery)
