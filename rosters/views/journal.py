"""The journal: every step a warband ever took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import signed_in
from club.written import paginator, written
from rosters import access, operations, panels
from rosters.amending import own_steps
from rosters.history import Sentence, as_read, lines
from rosters.models import JournalEntry
from rosters.provenance import brought
from rosters.views.desk import may_undo, rights

STEPS_ON_A_PAGE: Final = 40
CAMP_LIMIT: Final = 40
"""How far back one's own steps are looked for: those of a camp stand on the first page."""


@dataclass(frozen=True, slots=True)
class Row:
    """All that is drawn of a step (``club.remembered``); ``author`` is empty where the site took it."""

    number: int
    at: datetime
    sentences: tuple[Sentence, ...]
    author: str
    before: int
    after: int
    struck: bool
    brought: bool
    correction: str

    @property
    def change(self) -> int:
        """Points gained; negative when spent."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Step:
    """A step on the page, and whether its reader may take it back."""

    row: Row
    can_be_taken_back: bool


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the steps, latest first."""
    warband = access.get_warband_for_reader(request.user, pk)
    pages = paginator(
        lambda: _count.first(warband.pk), lambda between: _steps(warband.pk, between=between), STEPS_ON_A_PAGE
    )
    page = pages.get_page(request.GET.get("page"))
    may = rights(request, warband)
    corrects = panels.correction_of(warband, request)
    recent = _recent(warband.pk) if may.changes and page.number == 1 else []
    mine = own_steps(recent, signed_in(request)) if recent else set()
    context = {
        "warband": warband,
        "brought": brought(warband),
        "page": page,
        "home": warband.get_absolute_url(),
        "steps": [
            Step(
                Row(
                    step.number,
                    step.at,
                    step.sentences,
                    step.author.name_for(request.user) if step.author is not None else "",
                    step.before,
                    step.after,
                    step.struck,
                    step.brought,
                    corrects(step.number) if corrects and not step.struck else "",
                ),
                step.number in mine,
            )
            for step in lines(page.object_list)
        ],
        "undo": may.changes and may_undo(request, operations.last_entry(warband)),
    }
    return render(request, "rosters/journal.html", context)


def _shown(warband: int) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(warband=warband).exclude(kind="struck")


@written
def _count(warband: int) -> QuerySet[JournalEntry, int]:
    return _shown(warband).order_by().values("warband").annotate(count=Count("pk")).values_list("count", flat=True)


@written
def _steps(warband: int, *, between: tuple[int, int]) -> QuerySet[JournalEntry]:
    return as_read(_shown(warband)).order_by("-place")[between[0] : between[1]]


@written
def _recent(warband: int) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(warband=warband).order_by("-place")[:CAMP_LIMIT]
