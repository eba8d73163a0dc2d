"""Short ways through a muster: draw it anew, a kit for a figure, another like one; all lead back to the builder."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from club.access import signed_in, visitors_log_in
from club.htmx import by_htmx, lead_to
from club.operations import Refused
from rosters import access, levy
from rosters.forms.order import OrderForm
from rosters.forms.outfit import OutfitForm, StartForm
from rosters.models import Warband
from rosters.views import builder
from rosters.views.orders import place_order


@require_POST
@visitors_log_in
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin an open muster anew: its owner alone may."""
    warband = access.get_open_muster(request.user, pk)
    if warband is None:
        return lead_to(request, reverse("rosters:roster", args=[pk]))
    form = StartForm(warband.roster, request.POST)
    if not form.is_valid():
        return _back(request, warband, refused=_("Choose one of the answers offered."))
    version, wanted = form.cleaned_data["version"], form.cleaned_data["start"]
    try:
        levy.start_anew(warband=warband, start=wanted, author=signed_in(request), version=version)
    except Refused as refused:
        warband.refresh_from_db()
        return _back(request, warband, refused=str(refused))
    tell_drawn(request, warband)
    return _back(request, warband)


@require_POST
@visitors_log_in
def outfit(request: HttpRequest, pk: int) -> HttpResponse:
    """Buy a kit for a figure of an open muster, or hire another like it."""
    warband = access.get_open_muster(request.user, pk)
    if warband is None:
        return lead_to(request, reverse("rosters:roster", args=[pk]))
    form = OutfitForm(warband.roster, request.POST)
    rows = place_order(request, warband, form) if form.is_valid() else []
    if not rows:
        return _back(request, warband, number=form.number, refused=_why(form))
    joined = next((row.events[0]["figure"] for row in rows if row.kind != "buy"), form.number)
    return _back(request, warband, number=joined)


def tell_drawn(request: HttpRequest, warband: Warband) -> None:
    """Say how many joined and what is left."""
    roster = warband.roster
    if not roster.active:
        return
    values = {"count": len(roster.active), "left": roster.treasury}
    said = ngettext(
        "%(count)s figure has joined; points left: %(left)s. Change whatever you like.",
        "%(count)s figures have joined; points left: %(left)s. Change whatever you like.",
        values["count"],
    )
    messages.success(request, said % values)


def _why(form: OrderForm) -> str:
    return " ".join([*(str(error) for errors in form.errors.values() for error in errors), *form.doubts])


def _back(request: HttpRequest, warband: Warband, *, number: int | None = None, refused: str = "") -> HttpResponse:
    """Show the builder again, the row of a figure open."""
    if refused:
        messages.error(request, refused)
    if by_htmx(request):
        return builder.show(request, warband, number=number)
    opened = f"?open={number}#figure-{number}" if number else ""
    return redirect(reverse("rosters:builder", args=[warband.pk]) + opened)
