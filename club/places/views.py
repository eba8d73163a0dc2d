"""The admins' pages about places and tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import club_admin_required
from club.once import made_once, once
from club.operations import problems_on
from club.places import operations
from club.places.forms import PlaceForm, TableForm
from club.places.models import GameTable, Place

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@club_admin_required
def places(request: HttpRequest) -> HttpResponse:
    """All places and what stands there, those out of use last."""
    return render(request, "club/places/places.html", {"places": Place.objects.prefetch_related("tables")})


@form_methods
@club_admin_required
@once
def new_place(request: HttpRequest) -> HttpResponse:
    """Add a place."""
    form = PlaceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with problems_on(form):
            made = made_once(
                request, lambda: operations.add_place(name=said["name"], address=said["address"], notes=said["notes"])
            )
            messages.success(request, _("%(name)s is one of the club’s places now.") % {"name": made.name})
            return redirect(made)
    return _page(request, form, _("Add a place"))


@form_methods
@club_admin_required
def change_place(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a place."""
    place = get_object_or_404(Place, pk=pk)
    form = PlaceForm(request.POST or None, instance=Place.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with problems_on(form):
            operations.change_place(
                place=place,
                name=said["name"],
                address=said["address"],
                notes=said["notes"],
                check=form.refuse_stale,
            )
            messages.success(request, _("The place is saved."))
            return redirect(place)
    return _page(request, form, place.name, place=place)


@require_POST
@club_admin_required
def retire_place(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a place out of use, or back into it."""
    place = get_object_or_404(Place, pk=pk)
    operations.retire_place(place=place, retired=_retires(request))
    return redirect(place)


@form_methods
@club_admin_required
@once
def new_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a table at a place."""
    place = get_object_or_404(Place, pk=pk)
    form = TableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with problems_on(form):
            made = made_once(
                request,
                lambda: operations.add_table(
                    place=place,
                    name=said["name"],
                    seats=said["seats"],
                    width=said["width"],
                    depth=said["depth"],
                    notes=said["notes"],
                ),
            )
            messages.success(request, _("%(name)s stands there now.") % {"name": made.name})
            return redirect(place)
    return _page(request, form, _("Add a table"), at=place)


@form_methods
@club_admin_required
def change_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a table."""
    table = get_object_or_404(GameTable.objects.select_related("place"), pk=pk)
    form = TableForm(request.POST or None, instance=GameTable.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with problems_on(form):
            operations.change_table(
                table=table,
                name=said["name"],
                seats=said["seats"],
                width=said["width"],
                depth=said["depth"],
                notes=said["notes"],
                check=form.refuse_stale,
            )
            messages.success(request, _("The table is saved."))
            return redirect(table.place)
    return _page(request, form, table.name, at=table.place)


@require_POST
@club_admin_required
def retire_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a table out of use, or back into it."""
    table = get_object_or_404(GameTable.objects.select_related("place"), pk=pk)
    operations.retire_table(table=table, retired=_retires(request))
    return redirect(table.place)


def _retires(request: HttpRequest) -> bool:
    return request.POST.get("retired") == "yes"


def _page(
    request: HttpRequest,
    form: PlaceForm | TableForm,
    title: str,
    *,
    place: Place | None = None,
    at: Place | None = None,
) -> HttpResponse:
    """Show a form; ``place`` is what it changes, ``at`` where its table stands."""
    context = {"form": form, "title": title, "place": place, "at": at, "new": form.instance.pk is None}
    return render(request, "club/places/form.html", context, status=422 if form.errors else 200)
