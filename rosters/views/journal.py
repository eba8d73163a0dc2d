"""The journal: every step a warband ever took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import signed_in
from rosters import access, operations, panels
from rosters.amending import own_steps
from rosters.history import JournalLine, as_read, lines, spoken
from rosters.models import JournalEntry, Warband
from rosters.provenance import brought
from rosters.views.desk import may_undo, rights

STEPS_ON_A_PAGE: Final = 40


class Row(NamedTuple):
    """A step, who took it (empty: the site), where it is corrected (empty: nowhere); ``own``: its reader may undo."""

    step: JournalLine
    author: str
    correction: str
    own: bool


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the steps, latest first."""
    warband = access.get_warband_for_reader(request.user, pk)
    may = rights(request, warband)
    steps = as_read(warband.journal.exclude(kind="struck"), "data").order_by("-place")
    page = Paginator(steps, STEPS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "warband": warband,
        "brought": brought(warband),
        "page": page,
        "rows": _rows(warband, list(page), request, own=may.changes and page.number == 1),
        "undo": may.changes and may_undo(request, operations.last_entry(warband)),
    }
    return render(request, "rosters/journal.html", context)


def _rows(warband: Warband, steps: Sequence[JournalEntry], request: HttpRequest, *, own: bool) -> list[Row]:
    """Return the steps of a page; those of the present camp stand on the first, where one may have ``own`` ones."""
    mine = own_steps(steps, signed_in(request)) if own else set()
    corrects = panels.correction_of(warband, request)
    return [
        Row(
            step,
            step.author.name_for(request.user) if step.author is not None else "",
            corrects(step.number) if corrects and not step.struck else "",
            step.number in mine,
        )
        for step in lines(steps, spoken(warband))
    ]
