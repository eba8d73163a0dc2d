"""Putting a battle that was forgotten into the past: which and when, then its report with the rosters of then."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_referee
from campaigns.wars.corrections import drafting
from campaigns.wars.corrections.forgotten import edit_of, moment, rosters_at
from campaigns.wars.corrections.forgotten_forms import ForgottenForm
from campaigns.wars.corrections.past import past
from campaigns.wars.models.battle import Battle
from campaigns.wars.reports.civilians import of_forgotten
from campaigns.wars.reports.forms import RARER, ReportForm
from campaigns.wars.reports.wording import counts
from club.access import signed_in, visitors_log_in
from engines.musg import report as reports


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten_battle(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask which battle was forgotten; once that is said in the address, for its report. Sent, it joins the draft."""
    campaign = get_war_for_referee(request.user, slug)
    known = past(campaign)
    asked = ForgottenForm(request.GET if "asked" in request.GET else None, known=known, chosen=request.GET)
    if not asked.is_valid():
        status = 422 if asked.is_bound else 200
        return campaign_page(
            request, "campaigns/wars/correct_forgotten.html", campaign, "chronicle", status=status, form=asked
        )
    warbands, plan = asked.warbands, asked.plan
    after = moment(known, warbands, asked.cleaned_data["after"], plan.round)
    rosters = rosters_at(known, warbands, after)
    data = request.POST if request.method == "POST" else None
    leave = reports.needing_leave(rosters)
    form = ReportForm(data, rosters=rosters, version=0, leave=leave, civilians=of_forgotten(campaign))
    edit = edit_of(warbands, after, plan, form.report if data is not None and form.is_valid() else reports.Report())
    if data is not None and form.is_valid():
        with attempt(request):
            return redirect(drafting.correct(campaign=campaign, author=signed_in(request), edits=[edit]))
    here = reverse("campaigns:correct_forgotten", args=[slug])
    values = {
        "battle": Battle(campaign=campaign, title=edit.title),
        "form": form,
        "sides": list(form.sides()),
        "fates": RARER,
        "counts": counts(),
        "correcting": f"{here}?{request.GET.urlencode()}",
        "forgotten": here,
    }
    return render(request, "campaigns/wars/report.html", values, status=422 if data is not None else 200)
