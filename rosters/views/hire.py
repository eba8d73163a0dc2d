"""The hiring hall: who may be hired and why not, and another like somebody, armed alike."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.access import visitors_log_in
from club.htmx import lead_to
from rosters import access, wording
from rosters.forms.recruit import RecruitForm
from rosters.models import JournalEntry, Warband
from rosters.shop.hall import hall
from rosters.views.desk import answer
from rosters.views.orders import place_order


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def hire(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who may be hired; hire somebody and lead on: to the shop for whom has no arms yet, home for a copy."""
    warband = access.get_warband_for_player(request.user, pk)
    form = _form(request, warband, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _show(request, warband, form)
    if not (form.is_valid() and (rows := place_order(request, warband, form))):
        return _show(request, warband, form, status=422)
    return lead_to(request, _told(request, warband, rows))


def _form(request: HttpRequest, warband: Warband, data: Any) -> RecruitForm:
    form = RecruitForm(warband.roster, data, initial={"version": warband.version})
    if warband.owner_id != request.user.pk:
        form.ask_why(warband.owner.name)
    return form


def _show(request: HttpRequest, warband: Warband, form: RecruitForm, *, status: int = 200) -> HttpResponse:
    found = hall(warband.roster)
    recruits = (*found.copies, *(recruit for bench in found.benches for recruit in bench.recruits))
    context = {
        "warband": warband,
        "roster": warband.roster,
        "heading": _("Hire for %(name)s") % {"name": warband.name},
        "crumb": _("Hire"),
        "hall": found,
        "hires": bool(form.doubts) or any(recruit.open for recruit in recruits),
        "form": form,
    }
    return answer(request, "rosters/hire.html", context, status=status)


def _told(request: HttpRequest, warband: Warband, rows: list[JournalEntry]) -> str:
    """Say who joined and return where to go on."""
    joined = rows[0].events[0]
    messages.success(request, wording.event_sentence(joined["code"], joined["params"], warband.catalogue))
    number = joined["figure"]
    if len(rows) == 1:
        return reverse("rosters:shop", args=[warband.pk]) + f"?who={number}"
    page = "rosters:roster" if warband.mustered else "rosters:builder"
    return reverse(page, args=[warband.pk]) + f"#figure-{number}"
