"""A plan in one press: proposed with its reasons, taken as a whole or in parts, asked for again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.evenings.access import get_evening_for_organiser
from campaigns.evenings.planning import page
from campaigns.evenings.planning.gathering import codes_among, drawn
from campaigns.evenings.planning.operations import take_plan
from campaigns.league.games import CARD_GAMES
from campaigns.league.views.pages import attempt
from club.access import not_found, signed_in, visitors_log_in
from club.files import receipt_answer
from club.numbers import whole_number
from club.once import done_once, once

ASKS_MOST: Final = 1000


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
@once
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a plan (``?ask=1`` and on, each ``game`` one that may be played), and take what is chosen of it."""
    evening = get_evening_for_organiser(request, pk)
    member = signed_in(request)
    if request.method == "POST":
        games, ask = _asked(request.POST)
        chosen, locked = _numbers(request.POST, "take"), _numbers(request.POST, "lock")
        taken: list[int] = []
        with attempt(request):
            promise = request.POST.get("promise", "")
            done_once(
                request,
                lambda: taken.append(
                    take_plan(
                        evening=evening,
                        games=games,
                        ask=ask,
                        promise=promise,
                        chosen=chosen,
                        locked=locked,
                        author=member,
                    )
                ),
            )
            said = ngettext("%(count)s game is planned.", "%(count)s games are planned.", sum(taken))
            messages.success(request, said % {"count": sum(taken)})
        if taken:
            return redirect(evening)
        return redirect(f"{request.path}?{urlencode(_fields(games, ask))}")
    games, ask = _asked(request.GET)
    open_now = not evening.is_over and not evening.cancelled
    values = {
        "evening": evening,
        "offered": [(game, game.code in games) for game in CARD_GAMES],
        "games": games,
        "ask": ask,
        "again": f"{request.path}?{urlencode(_fields(games, ask + 1))}",
        "draw": f"{reverse('evenings:plan_draw', args=[pk])}?{urlencode(_fields(games, ask))}",
        "plan": page.shown(evening, drawn(evening, member, games, ask), member) if open_now else None,
    }
    return render(request, "campaigns/evenings/planning/plan.html", values)


@require_safe
@visitors_log_in
def plan_draw(request: HttpRequest, pk: int) -> HttpResponse:
    """What a proposal was drawn from, as a file for ``python -m engines verify``."""
    evening = get_evening_for_organiser(request, pk)
    if evening.is_over or evening.cancelled:
        not_found()
    games, ask = _asked(request.GET)
    return receipt_answer(drawn(evening, signed_in(request), games, ask).prove(), f"evening-{pk}-plan-{ask}.json")


def _asked(sent: QueryDict) -> tuple[tuple[str, ...], int]:
    """Return the card games that may be played, and the number of the proposal."""
    ask = whole_number(sent.get("ask", "")) or 1
    return codes_among(sent.getlist("game")), min(max(1, ask), ASKS_MOST)


def _numbers(sent: QueryDict, name: str) -> set[int]:
    return {number for one in sent.getlist(name) if (number := whole_number(one)) is not None}


def _fields(games: Sequence[str], ask: int) -> list[tuple[str, str | int]]:
    """Return what names a proposal in an address."""
    return [*(("game", game) for game in games), ("ask", ask)]
