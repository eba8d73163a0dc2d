"""The journal: every step a warband ever took."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import signed_in
from club.written import paginator, written
from rosters import access, operations, panels
from rosters.amending import own_steps
from rosters.history import as_read, lines
from rosters.journal_markup import Row
from rosters.models import JournalEntry, Warband
from rosters.provenance import brought
from rosters.views.desk import may_undo, rights

STEPS_ON_A_PAGE: Final = 40
TOGETHER: Final = 10
"""So many steps are drawn and remembered together, by their numbers: a new one leaves those below as they were."""


class Part(NamedTuple):
    """Steps that stand together on the page, and whether its reader may take each of them back."""

    rows: tuple[Row, ...]
    can_be_taken_back: bool


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the steps, latest first."""
    warband = access.get_warband_for_reader(request.user, pk)
    may = rights(request, warband)
    pages = paginator(
        lambda: _count.first(warband.pk),
        lambda between: _steps(warband.pk, between=between, entered=may.changes and not between[0]),
        STEPS_ON_A_PAGE,
    )
    page = pages.get_page(request.GET.get("page"))
    context = {
        "warband": warband,
        "brought": brought(warband),
        "page": page,
        "home": warband.get_absolute_url(),
        "parts": _parts(warband, list(page), request, own=may.changes and page.number == 1),
        "undo": may.changes and may_undo(request, operations.last_entry(warband)),
    }
    return render(request, "rosters/journal.html", context)


def _parts(warband: Warband, steps: Sequence[JournalEntry], request: HttpRequest, *, own: bool) -> list[Part]:
    """Return the steps of a page; those of the present camp stand on the first, where one may have ``own`` ones."""
    mine = own_steps(steps, signed_in(request)) if own else set()
    corrects = panels.correction_of(warband, request)
    rows = [
        Row(
            step.number,
            step.name,
            step.at,
            step.sentences,
            step.author.name_for(request.user) if step.author is not None else "",
            step.before,
            step.after,
            step.struck,
            step.brought,
            corrects(step.number) if corrects and not step.struck else "",
        )
        for step in lines(steps)
    ]
    together = groupby(rows, lambda row: (row.number in mine, row.number // TOGETHER))
    return [Part(tuple(part), can_be_taken_back) for (can_be_taken_back, _tens), part in together]


def _shown(warband: int) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(warband=warband).exclude(kind="struck")


@written
def _count(warband: int) -> QuerySet[JournalEntry, int]:
    return _shown(warband).order_by().values("warband").annotate(count=Count("pk")).values_list("count", flat=True)


@written
def _steps(warband: int, *, between: tuple[int, int], entered: bool) -> QuerySet[JournalEntry]:
    """Read steps, with what was ``entered`` where it decides who may take them back."""
    return as_read(_shown(warband), *["data"] * entered).order_by("-place")[between[0] : between[1]]
