"""Entries of the log put right, struck out, added late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.matches.access import get_match_for_keeper
from campaigns.matches.forms.verdicts import ReasonForm
from campaigns.matches.models.match import Match, MatchCorrection
from campaigns.matches.operations import entries as operations
from campaigns.matches.page import MatchPage
from campaigns.matches.scores.panels import filled, panels
from campaigns.matches.scores.reading import read_entry
from campaigns.matches.scores.refusals import refusing
from campaigns.matches.scores.widgets import EntryPanel
from club.access import not_found, signed_in, visitors_log_in
from club.operations import Refused, add_problems_to_form
from engines.core.score import Step

PAGE = "campaigns/matches/entry.html"


@visitors_log_in
def correct(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """An entry as it was made, to be put right with a reason."""
    shown = get_match_for_keeper(request.user, pk)
    page, step, before = _step(request, shown, number)

    def put_right(**why: Any) -> MatchCorrection:
        return operations.correct_entry(match=shown, number=number, data=_read(page, request), known=_log(page), **why)

    slip = page.rights.slipped(number)
    form = ReasonForm(request.POST or None, initial={"version": shown.version}, slip=slip)
    if made := _made(request, form, put_right):
        return _changed(request, page, made)
    return _page(request, page, form, [filled(page.pad, before, page.names, step.entry)], number, late=False)


@require_POST
@visitors_log_in
def strike(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Strike an entry out."""
    shown = get_match_for_keeper(request.user, pk)
    page, step, before = _step(request, shown, number)
    form = ReasonForm(request.POST, slip=page.rights.slipped(number))
    strike_out = partial(operations.strike_entry, match=shown, number=number, known=_log(page))
    if made := _made(request, form, strike_out):
        return _changed(request, page, made)
    return _page(request, page, form, [filled(page.pad, before, page.names, step.entry)], number, late=False)


@visitors_log_in
def insert(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Add a forgotten entry in front of another."""
    shown = get_match_for_keeper(request.user, pk)
    page, _found, before = _step(request, shown, number)

    def put_in(**why: Any) -> MatchCorrection:
        return operations.insert_entry(match=shown, before=number, data=_read(page, request), known=_log(page), **why)

    form = ReasonForm(request.POST or None, initial={"version": shown.version})
    if made := _made(request, form, put_in):
        return _changed(request, page, made)
    return _page(request, page, form, panels(page.pad, before, page.names), number, late=True)


def _made(request: HttpRequest, form: ReasonForm, change: Callable[..., MatchCorrection]) -> MatchCorrection | None:
    """Make the change for the reason that the form gives; if nothing was sent or it is refused, the form says so."""
    if request.method != "POST" or not form.is_valid():
        return None
    reason, version = form.cleaned_data["reason"], form.cleaned_data["version"]
    try:
        return change(reason=reason, author=signed_in(request), version=version)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return None


def _step(request: HttpRequest, shown: Match, number: int) -> tuple[MatchPage, Step[Any], Any]:
    """Return the page, the entry's step and the state before it; 404 when the entry does not count (any more)."""
    page = MatchPage.of(shown, request.user)
    steps = page.replay.steps
    place = next((place for place, step in enumerate(steps) if step.id == number), None)
    if place is None:
        not_found(_("This entry no longer counts."))
    return page, steps[place], steps[place - 1].state if place else page.replay.start


def _log(page: MatchPage) -> operations.Log:
    return operations.Log(page.records.entries, page.replay)


def _read(page: MatchPage, request: HttpRequest) -> dict[str, Any]:
    with refusing(page.pad):
        return read_entry(page.pad, request.POST)


def _changed(request: HttpRequest, before: MatchPage, made: MatchCorrection) -> HttpResponse:
    """Show what the correction changed."""
    # What the operation changed of the entries that the page had read, it changed in them.
    entries = before.records.entries if any(row is made.entry for row in before.records.entries) else None
    seats = before.records.seats  # who sits there no correction changes
    page = MatchPage.of(before.match, request.user, known=before.replay, entries=entries, seats=seats)
    context = {"page": page, "match": page.match, "correction": page.correction(made), "faulty": page.faulty}
    return render(request, "campaigns/matches/changed.html", context)


def _page(
    request: HttpRequest, page: MatchPage, form: ReasonForm, forms: list[EntryPanel], number: int, *, late: bool
) -> HttpResponse:
    line = next(line for line in page.log if line.number == number)
    context = {"page": page, "match": page.match, "form": form, "panels": forms, "line": line, "late": late}
    context["slip"] = not late and page.rights.slipped(number)
    return render(request, PAGE, context, status=422 if form.errors else 200)
