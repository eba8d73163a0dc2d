"""The attack calculator."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import member_of
from rosters import access
from rosters.forms.odds import OddsForm
from rosters.models import Warband
from rosters.odds.answer import answer
from rosters.odds.sides import SIDES, side

PARTS: Final = {"odds": "#odds", "odds-answer": "#answer"}


@require_safe
@vary_on_headers("HX-Target")
def odds(request: HttpRequest) -> HttpResponse:
    """Show the exact odds of one attack; with htmx only the part of the page that was asked for."""
    form = form_of(request)
    asked = form.question() if form.is_valid() else None
    part = PARTS.get(request.headers.get("HX-Target", ""), "")
    context = {"form": form, "answer": answer(asked) if asked else None, "fragment": part == "#answer"}
    response = render(request, f"rosters/odds.html{part}", context)
    if part:
        query = form.address
        response["HX-Replace-Url"] = reverse("rosters:odds") + (f"?{query}" if query else "")
    return response


def form_of(request: HttpRequest) -> OddsForm:
    """Return what the address asks; 404 for a warband that the reader may not read."""
    loaded: dict[int, Warband] = {}

    def load(pk: int) -> Warband:
        if pk not in loaded:
            loaded[pk] = access.get_warband_for_reader(request.user, pk)
        return loaded[pk]

    attacker, target = (side(role, request.GET, load) for role in SIDES)
    return OddsForm(request.GET, attacker, target, _warbands(request))


def _warbands(request: HttpRequest) -> list[tuple[int, str, bool]]:
    """Return the warbands the reader may read that have figures: number, name, and whether it is the reader's own."""
    member = member_of(request)
    rows = access.readable_by(request.user).filter(figures__gt=0).order_by("name", "pk")
    return [
        (pk, name, member is not None and owner == member.pk)
        for pk, name, owner in rows.values_list("pk", "name", "owner_id")
    ]
