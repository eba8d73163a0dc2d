"""When I cannot play: a member's own page."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.forms.availability import AbsenceForm, WeekdaysForm
from campaigns.league.models import Absence
from campaigns.league.operations import availability as operations
from club.access import MemberRequest, member_required
from club.once import made_once, once
from club.operations import problems_on


@member_required
def availability(request: MemberRequest) -> HttpResponse:
    """The days of the week on which the member never plays, and the days away."""
    form = WeekdaysForm(request.POST or None, member=request.user)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            weekdays = form.cleaned_data["weekdays"]
            operations.set_weekdays(member=request.user, weekdays=weekdays, check=form.refuse_stale)
            messages.success(request, _("Your days are saved."))
            return redirect("campaigns:availability")
    return _page(request, form, AbsenceForm())


@require_POST
@member_required
@once
def away(request: MemberRequest) -> HttpResponse:
    """Add days away."""
    form = AbsenceForm(request.POST)
    if form.is_valid():
        with problems_on(form):
            made_once(request, lambda: operations.add_absence(member=request.user, **form.cleaned_data))
            messages.success(request, _("Your absence is saved."))
            return redirect("campaigns:availability")
    return _page(request, WeekdaysForm(member=request.user), form)


@require_POST
@member_required
def away_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Take one's own days away back; those of others are nobody's business (404)."""
    operations.take_back(absence=get_object_or_404(request.user.absences.all(), pk=pk))
    messages.success(request, _("These days are free again."))
    return redirect("campaigns:availability")


def _page(request: MemberRequest, weekdays: forms.Form, absence: forms.Form) -> HttpResponse:
    ahead = Absence.objects.filter(member=request.user, last__gte=timezone.localdate())
    context = {"weekdays": weekdays, "absence": absence, "ahead": ahead}
    return render(request, "campaigns/league/availability.html", context)
