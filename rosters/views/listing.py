"""All warbands the reader may read, and the founding of a new one."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from club.access import MemberRequest, member_of, member_required
from club.lookups import has_words
from club.models import Member
from club.once import made_once, once
from club.operations import problems_on
from engines.musg.rules import Rules
from rosters import access, levy
from rosters.forms.warbands import FindForm, NewWarbandForm
from rosters.levy import STYLES
from rosters.models import Warband
from rosters.profiles import compared, race_cards
from rosters.views.desk import answer
from rosters.views.levy import tell_drawn

ON_A_PAGE: Final = 24


@require_safe
def warband_list(request: HttpRequest) -> HttpResponse:
    """The reader's own warbands, then everybody else's that they may read."""
    form = FindForm(request.GET)
    form.is_valid()
    member = member_of(request)
    found = _found(access.readable_by(request.user).select_related("owner"), form.cleaned_data, member)
    others = found.exclude(owner=member) if member else found
    page = Paginator(others.order_by("name", "pk"), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "mine": found.filter(owner=member).order_by("-changed") if member else [],
        "page": page,
        "searching": any(form.cleaned_data.values()),
    }
    return answer(request, "rosters/list.html", context, region="found")


def _found(warbands: QuerySet[Warband], wanted: dict[str, Any], member: Member | None) -> QuerySet[Warband]:
    if q := wanted.get("q"):
        # Visitors may not learn who a hidden member is.
        owner = ("owner__username", "owner__display_name") if member is not None else ()
        warbands = warbands.filter(has_words(q, "name", *owner))
    if race := wanted.get("race"):
        warbands = warbands.filter(race=race)
    if state := wanted.get("state"):
        warbands = warbands.filter(mustered=state == "mustered")
    return warbands


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Found a warband, then draw up its muster."""
    form = NewWarbandForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            wanted, visibility = form.wanted(), form.cleaned_data["visibility"]
            warband = made_once(request, lambda: levy.found(owner=request.user, wanted=wanted, visibility=visibility))
            tell_drawn(request, warband)
            return redirect("rosters:builder", warband.pk)
    rules = Rules()
    context = {
        "form": form,
        "races": race_cards(rules.catalogue),
        "comparison": compared(request.GET.getlist("compare"), rules.catalogue),
        "rules": rules,
        "styles": STYLES,
        "known": Warband.objects.filter(owner=request.user, mustered=True).exists(),
    }
    return render(request, "rosters/new.html", context, status=422 if form.errors else 200)
