"""Warbands that leave as files, come from files, or are copied."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.access import MemberRequest, member_required, signed_in, visitors_log_in
from club.files import file_headers
from club.once import made_once, once
from club.operations import Refused, add_problems_to_form
from engines.musg.entries.base import NAME_LIMIT
from rosters import transfer
from rosters.access import get_warband_for_reader
from rosters.forms.transfer import CopyForm, ImportForm
from rosters.models import Warband
from rosters.provenance import in_short
from rosters.sheets.page import sheet


@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The warband as a JSON file to keep."""
    warband = get_warband_for_reader(request.user, pk)
    content = json.dumps(transfer.export_warband(warband), ensure_ascii=False, indent=1)
    headers = file_headers(transfer.file_name(warband, "json"))
    return HttpResponse(content, content_type="application/json", headers=headers)


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def from_file(request: MemberRequest) -> HttpResponse:
    """Take in a file: look at it first, then found the warband it describes."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "rosters/import.html", {"form": form})
    content = form.content
    try:
        opened = transfer.open_text(content)
        if "confirm" in request.POST:
            visibility = form.cleaned_data["visibility"]
            made = made_once(request, lambda: transfer.found_from(request.user, opened, visibility))
            return _founded(request, made)
    except Refused as refused:
        return render(request, "rosters/import.html", {"form": form, "refused": refused})
    said = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    again = ImportForm(initial={"text": said, "visibility": form.cleaned_data["visibility"]})
    context = {"form": again, "opened": opened, "roster": opened.roster, "sheet": sheet(opened.roster, owner="")}
    marked = opened.marked
    context |= {"marked": marked, "brought": in_short(marked)}
    return render(request, "rosters/import_preview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
@once
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """Found a warband of one's own, modelled on another."""
    warband = get_warband_for_reader(request.user, pk)
    member = signed_in(request)
    name = _("%(name)s (copy)") % {"name": warband.name}
    form = CopyForm(request.POST or None, initial={"name": name[:NAME_LIMIT], "visibility": warband.visibility})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            made = made_once(
                request,
                lambda: transfer.copy_warband(
                    warband,
                    member,
                    chosen["name"],
                    muster_only=chosen["part"] == CopyForm.MUSTER,
                    visibility=chosen["visibility"],
                ),
            )
            return _founded(request, made)
        except Refused as refused:
            add_problems_to_form(form, refused)
    context = {"form": form, "warband": warband, "waiting": transfer.battle_waiting(warband)}
    return render(request, "rosters/copy.html", context)


def _founded(request: HttpRequest, warband: Warband) -> HttpResponse:
    messages.success(request, _("“%(name)s” is yours now.") % {"name": warband.name})
    return redirect(warband)
