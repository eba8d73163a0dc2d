"""A player's own page."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.seasons.access import visible_players
from campaigns.wars.careers import career
from club.access import not_found
from club.models import Member


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's campaigns, warbands and results, as far as the reader may see them.

    Who hides from public pages has none for visitors, unless something public is his; even then it bears no name.
    """
    shown = get_object_or_404(Member, Q(is_active=True) | Q(closed__isnull=False), pk=pk)
    found = career(shown, request.user)
    if shown.hidden and found.empty and not request.user.is_authenticated:
        not_found()
    name = shown.name_for(request.user)
    own = request.user.pk == shown.pk
    scores = visible_players(request.user).filter(member=shown).first()
    context = {"player": shown, "name": name, "career": found, "own": own, "scores": scores}
    return render(request, "campaigns/seasons/player.html", context)
