"""What a referee may do to a campaign, on one page; and what was done, for all its readers."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaigns.league import acts
from campaigns.league.access import get_campaign_for_reader, get_campaign_for_referee, is_referee
from campaigns.league.act_form import ActForm
from campaigns.league.forms.powers import FORMS
from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign
from campaigns.league.views.pages import campaign_page
from club.access import not_found, signed_in, visitors_log_in
from club.once import done_once, once
from club.operations import Refused, add_problems_to_form

ON_A_PAGE: Final = 40


@require_safe
@visitors_log_in
def powers(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything a referee may do to the campaign."""
    return _show(request, get_campaign_for_referee(request.user, slug))


@require_POST
@visitors_log_in
@once
def power(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Do one of those things."""
    shown = get_campaign_for_referee(request.user, slug)
    form_class = next((form for form in _forms(shown) if form.kind == kind), None) or not_found()
    form = form_class(request.POST, campaign=shown)
    if form.is_valid():
        try:
            said: list[str] = []
            done_once(request, lambda: said.append(form.act(signed_in(request))))
        except Refused as refused:
            shown.refresh_from_db()
            add_problems_to_form(form, refused)
        else:
            for sentence in said:
                messages.success(request, sentence)
            referee = shown.memberships.filter(member=request.user.pk, role="referee").exists()
            return redirect("campaigns:powers" if referee else "campaigns:acts", shown.slug)
    return _show(request, shown, refused=form, status=422)


@require_safe
def referee_acts(request: HttpRequest, slug: str) -> HttpResponse:
    """What the referees did outside the ordinary course, and why; the latest first."""
    shown = get_campaign_for_reader(request.user, slug)
    page = Paginator(shown.referee_acts.select_related("by"), ON_A_PAGE).get_page(request.GET.get("page"))
    return campaign_page(
        request,
        "campaigns/league/acts.html",
        shown,
        "dashboard" if is_referee(request.user, shown) else "campaign",
        page=page,
        lines=acts.lines(page.object_list, request.user),
    )


def _forms(campaign: Campaign) -> tuple[type[ActForm], ...]:
    return (*kind_of(campaign.game).powers, *FORMS)


def _show(
    request: HttpRequest, campaign: Campaign, *, refused: ActForm | None = None, status: int = 200
) -> HttpResponse:
    drawn = [
        refused if refused is not None and refused.kind == form.kind else form(campaign=campaign)
        for form in _forms(campaign)
    ]
    forms = [form for form in drawn if form.useful or form is refused]
    groups = [(str(group), list(found)) for group, found in groupby(forms, key=lambda form: str(form.group))]
    return campaign_page(
        request,
        "campaigns/league/powers.html",
        campaign,
        "dashboard",
        status=status,
        groups=groups,
        refused=refused,
        part=kind_of(campaign.game).powers_part,
        **kind_of(campaign.game).powers_context(campaign),
    )
