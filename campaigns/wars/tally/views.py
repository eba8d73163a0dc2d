"""A tap on a counter of the roster."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.wars.access import get_side_for_keeper
from campaigns.wars.tally import operations
from club.access import visitors_log_in
from club.once import done_once
from club.operations import Refused


class CountForm(forms.Form):
    """``set``: the figure's number, what is counted and what is left of it, with dots between ("3.hit_points.2")."""

    set = forms.CharField(max_length=60, validators=[RegexValidator(r"\A[0-9]{1,6}\.[a-z_]{1,40}\.[0-9]{1,3}\Z")])

    def counted(self) -> tuple[int, str, int]:
        """Return the three; the form must be valid."""
        figure, code, left = self.cleaned_data["set"].split(".")
        return int(figure), code, int(left)


@require_POST
@visitors_log_in
def tally(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Keep one count; a script is answered with the figure's counts, everybody else led back to the roster."""
    side = get_side_for_keeper(request.user, slug, pk, warband)
    by_script = request.headers.get("Accept") == "application/json"
    form, number, kept = CountForm(request.POST), 0, {}
    refused = "" if form.is_valid() else _("This is not a possible count.")
    if not refused:
        number, code, left = form.counted()
        try:
            done_once(request, lambda: operations.count(side=side, figure=number, code=code, left=left))
            kept = operations.kept(side=side, figure=number)
        except Refused as why:
            refused = str(why)
    if by_script:
        return JsonResponse({"refused": refused} if refused else kept, status=422 if refused else 200)
    if refused:
        messages.error(request, refused)
    return redirect(f"{side.warband.get_absolute_url()}#figure-{number}" if number else side.warband.get_absolute_url())
