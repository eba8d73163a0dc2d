"""The referee's desk of a Musg campaign: everything that waits, at one look, and points granted."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.league.models import Campaign, Role
from campaigns.league.views.pages import campaign_page
from campaigns.wars.battles.queries import battles_of
from campaigns.wars.chores import chores
from campaigns.wars.forms import GrantForm
from campaigns.wars.models.battle import BattleState
from campaigns.wars.resolution import offers
from club.access import signed_in
from club.operations import problems_on
from engines.musg.entries import Grant
from rosters.models import Warband
from rosters.operations import take_step


def desk(request: HttpRequest, shown: Campaign) -> HttpResponse:
    """What waits in a Musg campaign; a form grants a warband points."""
    form = GrantForm(request.POST or None, campaign=shown)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        entry = Grant(points=values["points"], reason=values["reason"])
        with problems_on(form):
            take_step(warband=values["warband"], entry=entry, author=signed_in(request))
            said = _("The treasury of %(warband)s now holds %(points)s points.")
            messages.success(request, said % {"warband": values["warband"].name, "points": values["warband"].treasury})
            return redirect("campaigns:dashboard", shown.slug)
    serving = shown.enlistments.filter(withdrawn=False)
    warbands = list(Warband.objects.filter(pk__in=serving.values("warband")).select_related("owner"))
    waiting = chores(warbands)
    reported = list(battles_of(shown, BattleState.REPORTED, BattleState.DISPUTED))
    return campaign_page(
        request,
        "campaigns/wars/desk.html",
        shown,
        "dashboard",
        form=form,
        applicants=list(shown.memberships.filter(role=Role.APPLICANT).select_related("member")),
        asking=list(shown.enlistment_requests.select_related("warband__owner").defer("warband__state")),
        reported=reported,
        offers=list(offers.offers(shown)),
        aftermaths=[chore for chore in waiting if chore.code == "aftermath"],
        illegal=[chore for chore in waiting if chore.code in ("leader", "illegal")],
        choices=[chore for chore in waiting if chore.code in ("skills", "fees")],
        mustering=[chore for chore in waiting if chore.code == "muster"],
        warbands=len(warbands),
    )
