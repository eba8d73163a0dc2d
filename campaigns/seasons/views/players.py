"""The one page about a player, and the address by which games know him."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from campaigns.seasons.access import get_player_for_reader
from campaigns.seasons.player_overview import Overview, member_for_reader, overview_of_guest
from campaigns.seasons.views.parts import Part, filters
from club.htmx import by_htmx


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """What a member plays and has played, over all games, as far as the reader may see it."""
    _shown, found = member_for_reader(request.user, pk, request.GET.dict())
    return _page(request, found)


@require_safe
def of_games(request: HttpRequest, pk: int) -> HttpResponse:
    """The same of a guest, who has no account; members are found under their own address."""
    shown = get_player_for_reader(request.user, pk)
    if shown.member_id is not None:
        query = urlencode(request.GET, doseq=True)
        return redirect(f"{shown.get_absolute_url()}?{query}" if query else shown.get_absolute_url())
    return _page(request, overview_of_guest(shown, request.GET.dict(), request.user))


PARTS: Final = {
    name: Part(name, f"campaigns/seasons/player/{template}.html")
    for name, template in (
        ("figures", "_figures"),
        ("heroes", "_heroes"),
        ("game-rivals", "_rivals_of_game"),
        ("steps", "_steps"),
        ("over", "_over"),
        ("other-rivals", "_other_rivals"),
    )
}
SCORES: Final = ("figures", "heroes", "game-rivals", "steps")
"""Parts that only a player of card games has."""


def _page(request: HttpRequest, found: Overview) -> HttpResponse:
    """Answer with the page, or with the part of it that htmx asks for; without it the page comes with that unfolded."""
    scores, part = found.scores, PARTS.get(request.GET.get("part", ""))
    if part is not None and part.name in SCORES and (scores is None or not scores.score.played):
        part = None
    context = {"player": found, "page": scores, "part": part, "address": request.path}
    if by_htmx(request) and part is not None:
        return render(request, part.template, context)
    if by_htmx(request) and scores is not None and scores.chosen.unfolded:
        return filters(request, scores.chosen, scores.choices)
    wrong = scores is not None and not scores.chosen.period.valid
    return render(request, "campaigns/seasons/player.html", context, status=422 if wrong else 200)
