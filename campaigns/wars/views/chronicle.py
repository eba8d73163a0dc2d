"""The chronicle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.league.views.pages import campaign_page
from campaigns.wars import chronicle as chronicles
from campaigns.wars.access import get_war_for_reader


@require_safe
def chronicle(request: HttpRequest, slug: str) -> HttpResponse:
    """What the warbands lived through; of one warband only with ``?warband=``."""
    shown = get_war_for_reader(request.user, slug)
    warbands = list(shown.warbands.only("pk", "name"))
    wanted = request.GET.get("warband", "")
    chosen = next((warband for warband in warbands if str(warband.pk) == wanted), None)
    page, chapters = chronicles.page(shown, request.GET.get("page", 1), chosen.pk if chosen else None)
    return campaign_page(
        request,
        "campaigns/wars/chronicle.html",
        shown,
        "chronicle",
        page=page,
        chapters=chapters,
        corrections=chronicles.corrections(shown, page),
        warbands=warbands,
        chosen=chosen,
    )
