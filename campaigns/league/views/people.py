"""Joining a campaign, and who takes part in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league import first_steps
from campaigns.league.access import (
    get_campaign_for_reader,
    get_campaign_for_referee,
    is_referee,
    members,
    outsiders,
)
from campaigns.league.forms.campaign import AddMembersForm, CodeForm
from campaigns.league.invitations import invitation_to
from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign, Membership, Role
from campaigns.league.operations import people as operations
from campaigns.league.views.pages import attempt, campaign_page, tell
from club.access import forbidden, member_of, not_found, signed_in, visitors_log_in
from club.attempts import blocked, failed
from club.invited import sign_up_here
from club.operations import Refused, problems_on

CODE: Final = "join-code"
"""What is counted when somebody guesses."""
BARRED: Final = gettext_lazy("Too many tries. Wait a minute, then try again.")


def join(request: HttpRequest) -> HttpResponse:
    """Type a join code; a visitor sees first what it leads to. Guessing is slowed down."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            found, barred = _look_up(request, form.cleaned_data["code"])
            if found is None:
                said = BARRED if barred else gettext_lazy("No campaign has this code.")
                raise Refused.because("barred" if barred else "wrong_code", said, "code")
            member = member_of(request)
            if member is None:
                return redirect("campaigns:join_link", found.join_code)
            return _welcome(request, found, operations.join(campaign=found, member=member, code=found.join_code))
    return render(request, "campaigns/league/join.html", {"form": form})


@never_cache
def join_link(request: HttpRequest, code: str) -> HttpResponse:
    """Follow a join link: see which campaign it is and who invites, then join; a stranger signs up on the same page."""
    found, barred = _look_up(request, code)
    if found is None:
        gone = _("This link no longer works. Ask a referee for the new code.")
        messages.error(request, BARRED if barred else gone)
        return redirect("campaigns:join")
    shown = invitation_to(found, request.user)
    if member_of(request) is None and not found.closed:
        return sign_up_here(request, "campaigns/league/invitation.html", shown, then=partial(_enter, found))
    if request.method == "POST" and not found.closed:
        return _enter(found, request)
    return render(request, "campaigns/league/invitation.html", shown)


def _look_up(request: HttpRequest, code: str) -> tuple[Campaign | None, bool]:
    """Return the campaign of a code, unless there is none or too much was guessed, and whether that was so."""
    if blocked(request, CODE):
        return None, True
    found = operations.campaign_of_code(code)
    if found is None and code:
        failed(request, CODE)
    return found, False


def _enter(campaign: Campaign, request: HttpRequest) -> HttpResponse:
    """Let in whoever holds the link, and lead them on."""
    try:
        present = operations.join(campaign=campaign, member=signed_in(request), code=campaign.join_code)
    except Refused as refused:
        tell(request, refused)
        return redirect("club:home")
    return _welcome(request, campaign, present)


@require_POST
@visitors_log_in
def apply(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the referees to be let in."""
    shown = get_campaign_for_reader(request.user, slug)
    if not request.user.is_authenticated:
        forbidden()
    try:
        present = operations.join(campaign=shown, member=request.user)
    except Refused as refused:
        tell(request, refused)
        return redirect(shown)
    return _welcome(request, shown, present)


def _welcome(request: HttpRequest, campaign: Campaign, present: Membership) -> HttpResponse:
    """Tell newcomers where they stand, and lead them to what they may see."""
    if present.role == Role.APPLICANT:
        messages.info(request, _("You asked to take part in %(campaign)s. A referee will let you in.") % _of(campaign))
        return redirect("campaigns:list")
    return kind_of(campaign.game).welcome(request, campaign)


def _of(campaign: Campaign) -> dict[str, str]:
    return {"campaign": campaign.name}


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Referees, players and, for referees, applicants, the join code, and who else may be let in."""
    return _people(request, get_campaign_for_reader(request.user, slug))


@require_POST
@visitors_log_in
def add_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Let members of the club in by their names."""
    shown = get_campaign_for_referee(request.user, slug)
    form = AddMembersForm(request.POST, outsiders=outsiders(shown))
    if form.is_valid():
        with attempt(request):
            added = operations.add_members(
                campaign=shown, members=form.cleaned_data["members"], author=signed_in(request)
            )
            names = ", ".join(member.name for member in added)
            messages.success(request, _("Taking part now: %(names)s.") % {"names": names})
        beginning = first_steps.lead_on(signed_in(request), shown)
        return redirect(shown if beginning else reverse("campaigns:people", args=[shown.slug]))
    return _people(request, shown, form, status=422)


def _people(
    request: HttpRequest, shown: Campaign, form: AddMembersForm | None = None, *, status: int = 200
) -> HttpResponse:
    everybody = members(shown)
    if form is None and is_referee(request.user, shown) and not shown.closed:
        form = AddMembersForm(outsiders=outsiders(shown))
    link = request.build_absolute_uri(reverse("campaigns:join_link", args=[shown.join_code]))
    return campaign_page(
        request,
        "campaigns/league/people.html",
        shown,
        "people",
        referees=[m for m in everybody if m.role == Role.REFEREE],
        players=[m for m in everybody if m.role == Role.PLAYER],
        applicants=[m for m in everybody if m.role == Role.APPLICANT],
        mine=next((m for m in everybody if m.member_id == request.user.pk), None),
        link=link,
        adding=form if form is not None and form.outsiders else None,
        status=status,
    )


Action = Callable[..., Any]
ACTIONS: Final[dict[str, tuple[Action, Any]]] = {
    "approve": (operations.approve, gettext_lazy("%(name)s has joined.")),
    "refuse": (operations.refuse, gettext_lazy("%(name)s was not let in.")),
    "promote": (operations.promote, gettext_lazy("%(name)s is a referee now.")),
    "demote": (operations.demote, gettext_lazy("%(name)s is a player now.")),
}


@require_POST
@visitors_log_in
def change_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let in, turn away, promote or demote (``action``)."""
    shown = get_campaign_for_referee(request.user, slug)
    membership = get_object_or_404(shown.memberships.select_related("member"), pk=pk)
    action, said = ACTIONS.get(request.POST.get("action", "")) or not_found()
    with attempt(request, done=said % {"name": membership.member.name}):
        action(membership=membership, author=signed_in(request))
    return redirect("campaigns:people", shown.slug)


@require_POST
@visitors_log_in
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a campaign, warbands and all; applicants take their request back."""
    mine = Membership.objects.filter(campaign__slug=slug, member_id=request.user.pk or 0)
    # Whoever waits to be let into a private campaign may not read it, but may take their request back.
    membership = mine.select_related("campaign").first()
    shown = membership.campaign if membership else get_campaign_for_reader(request.user, slug)
    if membership is None:
        forbidden()
    try:
        operations.leave(membership=membership, author=signed_in(request))
    except Refused as refused:
        tell(request, refused)
        return redirect("campaigns:people", shown.slug)
    messages.success(request, _("You have left %(campaign)s.") % _of(shown))
    return redirect("campaigns:list")
