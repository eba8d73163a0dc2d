"""The chronicle."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.league.views.pages import campaign_page
from campaigns.wars import chronicle as chronicles
from campaigns.wars.access import get_war_for_reader
from rosters.models import Warband

NEWEST: Final = "newest-chapter"
"""The place on the campaign's page where the newest chapter is put."""


@require_safe
def chronicle(request: HttpRequest, slug: str) -> HttpResponse:
    """What the warbands lived through; of one warband only with ``?warband=``.

    The campaign's page asks for the newest chapter alone, once there is room for it.
    """
    shown = get_war_for_reader(request.user, slug)
    if request.headers.get("HX-Target") == NEWEST:
        newest = {"chapter": chronicles.latest(shown), "slug": slug}
        return render(request, "campaigns/wars/_chapter_short.html", newest)
    warbands = Warband.objects.filter(enlistment__campaign=shown).only("pk", "name")
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
