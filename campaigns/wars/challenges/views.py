"""Challenging another warband, and answering a challenge."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_member
from campaigns.wars.challenges import operations
from campaigns.wars.challenges.access import (
    get_challenge_for_challenged,
    get_challenge_for_challenger,
    get_challenge_for_party,
)
from campaigns.wars.challenges.forms import AcceptChallengeForm, ChallengeForm, DeclineChallengeForm
from campaigns.wars.dates.panel import MomentLine
from campaigns.wars.models.challenge import Challenge, ChallengeState
from campaigns.wars.settings.operations import has_challenges
from club.access import signed_in, visitors_log_in
from club.once import made_once, once
from club.operations import Stale, problems_on


@visitors_log_in
@once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge a warband; ``?warband=`` chooses whom."""
    shown = get_war_for_member(request.user, slug)
    member = signed_in(request)
    initial = {"challenged": request.GET.get("warband")}
    form = ChallengeForm(request.POST or None, campaign=shown, member=member, initial=initial)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        with problems_on(form):
            made_once(
                request,
                lambda: operations.challenge(
                    campaign=shown,
                    challenger=values["challenger"],
                    challenged=values["challenged"],
                    member=member,
                    moments=form.moments,
                    message=values["message"],
                ),
            )
            messages.success(request, _("The challenge is sent."))
            return redirect("campaigns:rounds", shown.slug)
    return campaign_page(
        request,
        "campaigns/wars/challenge_form.html",
        shown,
        "rounds",
        status=422 if form.errors else 200,
        form=form,
        allowed=has_challenges(shown) and not shown.closed,
    )


@require_safe
@visitors_log_in
def challenge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A challenge, for its two players and the referees."""
    return _page(request, get_challenge_for_party(request.user, slug, pk))


@require_POST
@visitors_log_in
def accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept it, at the ``moment`` that was pressed or without one."""
    shown = get_challenge_for_challenged(request.user, slug, pk)
    form, leads_to = AcceptChallengeForm(request.POST), shown.get_absolute_url()
    with attempt(request, done=_("Accepted: the battle is scheduled.")):
        if not form.is_valid():
            raise Stale
        moment = form.cleaned_data["moment"]
        battle = operations.accept(challenge=shown, member=signed_in(request), moment=moment)
        leads_to = battle.get_absolute_url()
    return redirect(leads_to)


@require_POST
@visitors_log_in
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decline it, and say why."""
    shown = get_challenge_for_challenged(request.user, slug, pk)
    form = DeclineChallengeForm(request.POST)
    if form.is_valid():
        with problems_on(form):
            reason = form.cleaned_data["reason"]
            operations.decline(challenge=shown, member=signed_in(request), reason=reason)
            messages.success(request, _("The challenge is declined."))
            return redirect("campaigns:rounds", shown.campaign.slug)
    return _page(request, shown, form=form)


@require_POST
@visitors_log_in
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take it back."""
    shown = get_challenge_for_challenger(request.user, slug, pk)
    with attempt(request, done=_("The challenge is taken back.")):
        operations.withdraw(challenge=shown, member=signed_in(request))
    return redirect("campaigns:rounds", shown.campaign.slug)


def _page(request: HttpRequest, shown: Challenge, *, form: DeclineChallengeForm | None = None) -> HttpResponse:
    is_open = shown.state == ChallengeState.OPEN
    asked = is_open and shown.challenged.owner_id == request.user.pk and not shown.campaign.closed
    now = timezone.now()
    moments = [MomentLine(one, (), asked and one > now) for one in operations.moments_of(shown)]
    return campaign_page(
        request,
        "campaigns/wars/challenge.html",
        shown.campaign,
        "rounds",
        status=422 if form is not None and form.errors else 200,
        challenge=shown,
        moments=moments,
        asked=asked,
        mine=is_open and shown.challenger.owner_id == request.user.pk,
        form=form if form is not None else DeclineChallengeForm(),
    )
