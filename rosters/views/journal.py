"""The journal: every step a warband ever took."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import signed_in
from rosters import access, operations, panels
from rosters.amending import own_steps
from rosters.history import lines
from rosters.provenance import brought
from rosters.views.desk import may_undo, rights

STEPS_ON_A_PAGE: Final = 40
CAMP_LIMIT: Final = 40
"""How far back one's own steps are looked for: those of a camp stand on the first page."""


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the steps, latest first."""
    warband = access.get_warband_for_reader(request.user, pk)
    rows = warband.journal.exclude(kind="struck").select_related("author").order_by("-place")
    page = Paginator(rows, STEPS_ON_A_PAGE).get_page(request.GET.get("page"))
    may = rights(request, warband)
    corrects = panels.correction_of(warband, request)
    recent = warband.journal.order_by("-place")[:CAMP_LIMIT] if may.changes and page.number == 1 else ()
    mine = own_steps(list(recent), signed_in(request)) if recent else set()
    context = {
        "warband": warband,
        "brought": brought(warband),
        "page": page,
        "steps": [
            replace(
                step,
                can_be_taken_back=step.number in mine,
                correction=corrects(step.number) if corrects and not step.struck else "",
            )
            for step in lines(page.object_list)
        ],
        "undo": may.changes and may_undo(request, operations.last_entry(warband)),
    }
    return render(request, "rosters/journal.html", context)
