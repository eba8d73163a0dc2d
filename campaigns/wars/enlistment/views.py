"""Bringing a warband into a campaign; what it brought from elsewhere, and the referee's answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.access import is_referee
from campaigns.league.views.pages import attempt, campaign_page, tell
from campaigns.wars.access import get_war_for_member, get_war_for_referee
from campaigns.wars.enlistment import operations, requests
from campaigns.wars.enlistment.forms import CopyForm, MusterForm, OwnForm
from campaigns.wars.models.enlistment import EnlistmentRequest
from campaigns.wars.settings.operations import rules_of
from club.access import forbidden, signed_in, visitors_log_in
from club.once import done_once, made_once, once
from club.operations import Refused, add_problems_to_form
from rosters import provenance
from rosters.profiles import compared, race_cards


@visitors_log_in
@once
def enlist(request: HttpRequest, slug: str) -> HttpResponse:
    """Muster a new warband for the campaign, enlist a copy, or a warband as it is (``way``)."""
    shown = get_war_for_member(request.user, slug)
    member = signed_in(request)
    way = request.POST.get("way", "")
    rules = rules_of(shown)
    new = MusterForm(request.POST if way == "new" else None, prefix="new", catalogue=rules.catalogue)
    own = OwnForm(request.POST if way == "own" else None, prefix="own", campaign=shown, member=member)
    copy = CopyForm(request.POST if way == "copy" else None, prefix="copy", member=member)
    form = {"new": new, "own": own, "copy": copy}.get(way)
    if form is not None and form.is_valid():
        values = form.cleaned_data
        try:
            if form is new:
                warband = made_once(request, lambda: operations.muster_for(campaign=shown, owner=member, **values))
                return redirect("rosters:builder", warband.pk)
            if form is copy:
                warband = made_once(request, lambda: operations.enlist_copy(campaign=shown, owner=member, **values))
            else:
                warband = values["warband"]
                done_once(request, lambda: operations.enlist_own(campaign=shown, warband=warband))
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            if EnlistmentRequest.objects.filter(warband=warband).exists():
                return redirect("campaigns:enlist_request", shown.slug, warband.pk)
            if form is copy:
                return redirect(warband)
            messages.success(request, _("%(warband)s is in the campaign.") % {"warband": warband.name})
            return redirect(shown)
    return campaign_page(
        request,
        "campaigns/wars/enlist.html",
        shown,
        "campaign",
        new=new,
        own=own,
        copy=copy,
        way=way,
        asking=shown.enlistment_requests.filter(warband__owner=member).select_related("warband"),
        rules=rules,
        races=race_cards(rules.catalogue),
        comparison=compared(request.GET.getlist("compare"), rules.catalogue),
    )


@require_POST
@visitors_log_in
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a warband out of the campaign: its owner may, and a referee."""
    shown = get_war_for_member(request.user, slug)
    enlistment = get_object_or_404(shown.enlistments.select_related("warband", "campaign"), warband=pk)
    if enlistment.warband.owner_id != request.user.pk and not is_referee(request.user, shown):
        forbidden()
    said = _("%(warband)s is no longer in the campaign.") % {"warband": enlistment.warband.name}
    with attempt(request, done=said):
        operations.withdraw(enlistment=enlistment, author=signed_in(request))
    return redirect(shown)


@require_safe
@visitors_log_in
def request_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The list of what the warband brought: its owner and the referees read it, a referee answers.

    Where the answer has been given, news still lead here: on to the campaign.
    """
    campaign = get_war_for_member(request.user, slug)
    if campaign.enlistments.filter(warband=pk).exists():
        return redirect(campaign)
    asked = _asked(request, slug, pk)
    steps = provenance.steps(asked.warband)
    return campaign_page(
        request,
        "campaigns/wars/enlist_request.html",
        asked.campaign,
        "campaign",
        asked=asked,
        steps=steps,
        brought=provenance.in_short(steps),
        seen=provenance.fingerprint(asked.warband),
        owns=asked.warband.owner_id == request.user.pk,
    )


@require_POST
@visitors_log_in
def accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the warband in with exactly the steps that were looked at (``seen``)."""
    campaign = get_war_for_referee(request.user, slug)
    asked = get_object_or_404(campaign.enlistment_requests.select_related("campaign", "warband"), warband=pk)
    try:
        requests.accept(request=asked, referee=signed_in(request), seen=request.POST.get("seen", ""))
    except Refused as refused:
        tell(request, refused)
        return redirect("campaigns:enlist_request", slug, pk)
    messages.success(request, _("%(warband)s is in the campaign.") % {"warband": asked.warband.name})
    return redirect("campaigns:dashboard", slug)


@require_POST
@visitors_log_in
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Turn the warband away, or take one's own request back."""
    asked = _asked(request, slug, pk)
    with attempt(request, done=_("%(warband)s is not let in.") % {"warband": asked.warband.name}):
        requests.decline(request=asked, author=signed_in(request))
    return redirect("campaigns:enlist" if asked.warband.owner_id == request.user.pk else "campaigns:dashboard", slug)


def _asked(request: HttpRequest, slug: str, pk: int) -> EnlistmentRequest:
    """Return the request; 404 where there is none, 403 for those whom it is no business of."""
    campaign = get_war_for_member(request.user, slug)
    found = campaign.enlistment_requests.select_related("campaign", "warband__owner")
    asked: EnlistmentRequest = get_object_or_404(found, warband=pk)
    if asked.warband.owner_id != request.user.pk and not is_referee(request.user, campaign):
        forbidden()
    asked.campaign = campaign
    return asked
