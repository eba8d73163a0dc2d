"""The journal: every step a warband ever took."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rosters import access, operations
from rosters.history import lines
from rosters.provenance import brought
from rosters.views.desk import may_undo, rights

STEPS_ON_A_PAGE: Final = 40


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the steps, latest first."""
    warband = access.get_warband_for_reader(request.user, pk)
    rows = warband.journal.select_related("author").order_by("-number")
    page = Paginator(rows, STEPS_ON_A_PAGE).get_page(request.GET.get("page"))
    may = rights(request, warband)
    context = {
        "warband": warband,
        "brought": brought(warband),
        "page": page,
        "steps": lines(page.object_list),
        "undo": may.changes and may_undo(request, operations.last_entry(warband)),
    }
    return render(request, "rosters/journal.html", context)
