"""Portraits: the picture itself, and the page where it is hung and taken down."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import not_found, signed_in, visitors_log_in
from club.operations import Refused, add_problems_to_form
from rosters.access import get_warband_for_player, get_warband_for_reader
from rosters.models import Portrait, Warband
from rosters.models.portrait import WHOLE
from rosters.portraits.operations import hang, take_down


class PortraitForm(forms.Form):
    """A picture from the phone's camera or its memory."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG, PNG or WebP. It is made small, and where it was taken is not kept."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )


@require_safe
def picture(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The portrait as a JPEG; the address carries its mark, so that a browser may keep it."""
    warband = get_warband_for_reader(request.user, pk)
    portrait = Portrait.objects.filter(warband=warband, figure=number).first() or not_found("no portrait")
    headers = {
        "Cache-Control": "private, max-age=31536000, immutable",
        "ETag": f'"{portrait.mark}"',
        "Last-Modified": http_date(portrait.at.timestamp()),
        "Content-Disposition": "inline",
    }
    return HttpResponse(bytes(portrait.content), content_type="image/jpeg", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def portrait(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Hang a portrait, in place of an earlier one."""
    warband = get_warband_for_player(request.user, pk)
    form = PortraitForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["picture"]
        try:
            hang(warband=warband, figure=number, file=file, size=file.size, by=signed_in(request))
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            return redirect(_back(warband, number))
    context = _context(warband, number) | {"form": form, "back": _back(warband, number)}
    return render(request, "rosters/portrait.html", context, status=422 if form.errors else 200)


@require_POST
@visitors_log_in
def remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a portrait down."""
    warband = get_warband_for_player(request.user, pk)
    take_down(warband=warband, figure=number)
    return redirect(_back(warband, number))


def _context(warband: Warband, number: int) -> dict[str, Any]:
    figure = None if number == WHOLE else warband.roster.figure(number) or not_found("no such figure")
    hung = Portrait.objects.filter(warband=warband, figure=number).defer("content").first()
    name = figure.name if figure else warband.name
    return {"warband": warband, "number": number, "name": name, "hung": hung, "title": _("Portrait to hang")}


def _back(warband: Warband, number: int) -> str:
    if number == WHOLE:
        return warband.get_absolute_url()
    return reverse("rosters:figure", args=[warband.pk, number])
