"""Every change of a warband comes in here: one step of the journal, the last one undone, or who may read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import not_found, signed_in, visitors_log_in
from club.htmx import by_htmx, lead_to
from club.numbers import whole_number
from club.operations import Refused, add_problems_to_form
from engines.musg.entries import AnyEntry
from engines.musg.warband import Warband as Roster
from rosters import access, amending, operations, wording
from rosters.figure_card import figure_card
from rosters.forms import FORMS, StepForm
from rosters.forms.step import UndoForm
from rosters.forms.visibility import VisibilityForm
from rosters.models import JournalEntry, Warband
from rosters.shop.wish import Wish
from rosters.views import builder, figures, roster, vehicles
from rosters.views.desk import answer

Page = Callable[..., HttpResponse]
REFEREES_ONLY: Final = frozenset(kind.__struct_config__.tag for kind in get_args(AnyEntry) if kind.referee_only)


def _with_who(page: str) -> Callable[[int, int | None], str]:
    return lambda pk, figure: reverse(page, args=[pk]) + (f"?who={figure}" if figure else "")


def _lessons(pk: int, figure: int | None) -> str:
    return reverse("rosters:figure", args=[pk, figure or 0]) + "#choice"


PLACES: Final = {"buy": _with_who("rosters:shop"), "hire": _with_who("rosters:hire"), "learn": _lessons}
"""Kinds that are chosen on a page made for it: its address, of a warband and a figure."""
PAGES: Final[dict[str, Page]] = {
    "builder": builder.show,
    "roster": roster.show,
    "figure": figures.show,
    "vehicle": vehicles.show,
}
OF_ONE: Final = {"figure": Roster.figure, "vehicle": Roster.vehicle}
"""Pages of one figure or one vehicle, and how it is found."""


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def step(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Make one step; without data, show its form on a page of its own."""
    loader = access.get_warband_for_referee if kind in REFEREES_ONLY else access.get_warband_for_player
    warband = loader(request.user, pk)
    if kind in PLACES and request.method != "POST":
        figure = whole_number(request.GET.get("figure", ""))
        return lead_to(request, PLACES[kind](pk, figure))
    form_class = FORMS.get(kind) or not_found()
    for_player = kind not in REFEREES_ONLY and warband.owner_id != request.user.pk
    if request.method == "POST":
        form = form_class(warband.roster, request.POST)
    else:
        form = form_class(warband.roster, initial={**request.GET.dict(), "version": warband.version})
    if for_player:
        form.ask_why(warband.owner.name)
    if request.method != "POST":
        return _own_page(request, warband, refused=form)
    row = _taken(request, warband, form) if form.is_valid() else None
    if row is None:
        # A page full of forms has no room for a reason in each: a referee is asked for it on the step's own page.
        if for_player:
            return _own_page(request, warband, refused=form, status=422, whole=True)
        return PAGES.get(form.origin, _own_page)(request, warband, refused=form, number=form.number, status=422)
    if row.kind == "muster":
        return lead_to(request, reverse("rosters:roster", args=[warband.pk]))
    return _back(request, warband, form.origin, form.number or row.events[0]["figure"])


@require_POST
@visitors_log_in
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the last step, if it is the reader's own."""
    warband = access.get_warband_for_player(request.user, pk)
    form = UndoForm(warband.roster, request.POST)
    try:
        version = form.cleaned_data["version"] if form.is_valid() else None
        row = operations.undo_last(warband=warband, author=signed_in(request), version=version)
    except Refused as refused:
        messages.error(request, str(refused))
        warband.refresh_from_db()
    else:
        said = wording.told(row.events, warband.catalogue)
        messages.success(request, _("Taken back: %(step)s") % {"step": said})
    return _back(request, warband, form.origin, form.number)


@require_POST
@visitors_log_in
def take_back(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take back one of the reader's own steps since the last battle."""
    warband = access.get_warband_for_player(request.user, pk)
    form = UndoForm(warband.roster, request.POST)
    try:
        version = form.cleaned_data["version"] if form.is_valid() else None
        row = amending.take_back(warband=warband, number=number, author=signed_in(request), version=version)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        said = wording.told(row.events, warband.catalogue)
        messages.success(request, _("Taken back: %(step)s") % {"step": said})
    return redirect("rosters:journal", warband.pk)


@require_POST
@visitors_log_in
def visibility(request: HttpRequest, pk: int) -> HttpResponse:
    """Say who may read the warband: its owner's choice alone."""
    warband = access.get_warband_for_owner(request.user, pk)
    form = VisibilityForm(request.POST)
    if form.is_valid():
        operations.change_visibility(warband=warband, visibility=form.cleaned_data["visibility"])
        messages.success(request, _("Who may see this warband has been saved."))
    else:
        messages.error(request, _("Choose who may see this warband."))
    return redirect("rosters:roster", warband.pk)


def _taken(request: HttpRequest, warband: Warband, form: StepForm) -> JournalEntry | None:
    """Take the step and return its row; a refusal goes onto the form."""
    author, version = signed_in(request), form.cleaned_data["version"]
    try:
        row = operations.take_step(
            warband=warband, entry=form.entry(), author=author, version=version, reason=form.because
        )
    except Refused as refused:
        warband.refresh_from_db()
        form.bring_up_to_date(warband.roster, warband.version)
        add_problems_to_form(form, refused)
        return None
    for event in row.events:
        messages.success(request, wording.event_sentence(event["code"], event["params"], warband.catalogue))
    return row


def _back(request: HttpRequest, warband: Warband, origin: str, number: int | None) -> HttpResponse:
    """Show the page a step came from again: only its region for htmx, else the whole page by a redirect."""
    page = origin if origin in PAGES else "roster"
    here = number is not None and OF_ONE.get(page, Roster.figure)(warband.roster, number) is not None
    if page in OF_ONE and not here:
        return lead_to(request, reverse("rosters:roster", args=[warband.pk]))
    if by_htmx(request):
        return PAGES[page](request, warband, number=number)
    if page in OF_ONE:
        return redirect(f"rosters:{page}", warband.pk, number)
    opened = f"?open={number}{_looked_at(request, warband)}" if here and page == "builder" else ""
    return redirect(reverse(f"rosters:{page}", args=[warband.pk]) + opened + (f"#figure-{number}" if here else ""))


def _looked_at(request: HttpRequest, warband: Warband) -> str:
    """Say in the address of the builder which wares were being looked at."""
    wish = Wish.read(request.POST, warband.roster)
    return "&" + wish.address[1:] if wish.kind or wish.words else ""


def _own_page(
    request: HttpRequest,
    warband: Warband,
    *,
    refused: StepForm,
    number: int | None = None,
    status: int = 200,
    whole: bool = False,
) -> HttpResponse:
    """Show one step's form alone; to htmx as a part of its page, or in the place of the ``whole`` region."""
    figure = refused.figure_in_question
    card = figure_card(figure, warband.roster) if figure else None
    context = {"warband": warband, "form": refused, "card": card, "title": refused.title, "whole": whole}
    return answer(request, "rosters/step.html", context, status=status, region="region")
