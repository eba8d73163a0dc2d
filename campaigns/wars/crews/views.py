"""The page on which a player says who begins in which vehicle."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_side_for_keeper
from campaigns.wars.crews import operations
from campaigns.wars.crews.forms import CrewForm
from club.access import signed_in, visitors_log_in
from club.operations import problems_on


@visitors_log_in
def crews(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Choose the seats of a warband's figures."""
    side = get_side_for_keeper(request.user, slug, pk, warband)
    form = CrewForm(request.POST or None, side=side)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.choose(
                side=side, crews=form.crews, author=signed_in(request), version=form.cleaned_data["version"]
            )
            messages.success(request, _("The crews are chosen."))
            return redirect(side.battle)
    return campaign_page(
        request, "campaigns/wars/crews.html", side.battle.campaign, "rounds", form=form, battle=side.battle, side=side
    )
