"""A sheet that comes back: its code opens what has become of it since it was printed."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from club.access import not_found
from club.limits import within
from rosters import access, panels
from rosters.models import Warband
from rosters.sheets.code import Printed, read_code
from rosters.sheets.since import since

COUNTED = "sheet-code"
"""What wrong codes are counted as that one address follows or types."""


class CodeForm(forms.Form):
    """The code as it stands on a sheet."""

    code = forms.CharField(
        label=gettext_lazy("Code on the sheet"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Three groups of letters and digits, below the square on the sheet."),
    )

    def clean_code(self) -> str:
        """Refuse what this site never printed."""
        printed = read_code(self.cleaned_data["code"])
        if printed is None:
            raise forms.ValidationError(_("No sheet of this site has this code. Compare it letter by letter."))
        return printed.code


@require_safe
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and open what it stands for."""
    form = CodeForm(request.GET or None)
    if form.is_bound:
        printed = _printed(request, request.GET.get("code", ""))
        if printed is not None:
            return redirect("rosters:returned", printed.code)
        if not within(request, COUNTED, dry_run=True):
            form.add_error("code", _("Too many tries. Wait a minute, then try once more."))
    return render(request, "rosters/returned_enter.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def returned(request: HttpRequest, code: str) -> HttpResponse:
    """Say whether a sheet is up to date; to who may read the warband also what changed, and what comes next."""
    printed = _printed(request, code)
    warband = Warband.objects.filter(pk=printed.warband).select_related("owner").first() if printed else None
    if printed is None or warband is None:
        not_found("no such sheet")
    current = warband.version == printed.version
    if not access.may_read(request.user, warband):
        return render(request, "rosters/returned_closed.html", {"current": current})
    return render(request, "rosters/returned.html", _told(request, warband, printed) | {"current": current})


def _printed(request: HttpRequest, code: str) -> Printed | None:
    """Return what a code stands for; ``None`` for a wrong one, which is counted, and for who sent too many of them."""
    if not within(request, COUNTED, dry_run=True):
        return None
    printed = read_code(code)
    if printed is None:
        within(request, COUNTED)
    return printed


def _told(request: HttpRequest, warband: Warband, printed: Printed) -> dict[str, object]:
    return {
        "warband": warband,
        "code": printed.code,
        "since": since(warband, printed.version),
        "panels": panels.panels(warband, request),
    }
