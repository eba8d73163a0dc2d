"""Bringing a warband into a campaign."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.access import is_referee
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_member
from campaigns.wars.enlistment import operations
from campaigns.wars.enlistment.forms import CopyForm, MusterForm, OwnForm
from campaigns.wars.models.enlistment import EnlistmentRequest
from campaigns.wars.settings.operations import rules_of
from club.access import forbidden, signed_in, visitors_log_in
from club.once import done_once, made_once, once
from club.operations import Refused, add_problems_to_form
from rosters.profiles import compared, race_cards


@visitors_log_in
@once
def enlist(request: HttpRequest, slug: str) -> HttpResponse:
    """Muster a new warband for the campaign, enlist a copy, or a warband as it is (``way``)."""
    shown = get_war_for_member(request.user, slug)
    member = signed_in(request)
    way = request.POST.get("way", "")
    new = MusterForm(request.POST if way == "new" else None, prefix="new")
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
            messages.success(request, _("%(warband)s serves in the campaign.") % {"warband": warband.name})
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
        rules=rules_of(shown),
        races=race_cards(),
        comparison=compared(request.GET.getlist("compare")),
    )


@require_POST
@visitors_log_in
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a warband out of the campaign: its owner may, and a referee."""
    shown = get_war_for_member(request.user, slug)
    enlistment = get_object_or_404(shown.enlistments.select_related("warband", "campaign"), warband=pk)
    if enlistment.warband.owner_id != request.user.pk and not is_referee(request.user, shown):
        forbidden()
    said = _("%(warband)s serves in the campaign no more.") % {"warband": enlistment.warband.name}
    with attempt(request, done=said):
        operations.withdraw(enlistment=enlistment, author=signed_in(request))
    return redirect(shown)
