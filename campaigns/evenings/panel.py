"""The next evening, as a line on the pages of campaigns and seasons under way."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest

from campaigns.evenings.listing import next_evening
from campaigns.league.models import Campaign
from club.access import member_of
from club.noticeboard import Notice


def next_evening_panel(request: HttpRequest, campaign: Campaign) -> Iterator[Notice]:
    """Yield the next evening that the reader may see. One query."""
    if campaign.closed:
        return
    evening = next_evening(request.user, member_of(request))
    if evening is not None:
        yield Notice("campaigns/evenings/_strip.html", {"evening": evening})
