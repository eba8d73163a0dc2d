"""A battle's date: the talk about it, with the forms to propose, accept and decline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_battle_for_player, get_battle_for_reporter, get_war_for_referee
from campaigns.wars.dates import deadlines, operations
from campaigns.wars.dates.forms import AcceptForm, DeadlineForm, DeclineForm, ProposeForm
from campaigns.wars.dates.panel import panel
from campaigns.wars.dates.suggestions import suggested
from campaigns.wars.models.battle import Battle, BattleState
from club.access import forbidden, signed_in, visitors_log_in
from club.dates import date_text
from club.operations import Stale, problems_on


@visitors_log_in
def dates(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The talk, for players and referees; a player proposes dates."""
    shown = get_battle_for_reporter(request.user, slug, pk)
    if shown.state != BattleState.SCHEDULED:
        return redirect(shown)
    form = _propose_form(request, shown)
    if request.method == "POST":
        if form is None:
            forbidden()
        if form.is_valid():
            member, version = signed_in(request), form.cleaned_data["version"]
            with problems_on(form):
                operations.propose(battle=shown, member=member, moments=form.moments, version=version)
                messages.success(request, _("Your dates are proposed; the others are told."))
                return redirect(shown)
    return _page(request, shown, form=form)


@require_POST
@visitors_log_in
def accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept one moment."""
    shown = get_battle_for_player(request.user, slug, pk)
    form = AcceptForm(request.POST)
    with attempt(request):
        if not form.is_valid():
            raise Stale
        said = operations.accept(battle=shown, member=signed_in(request), **form.cleaned_data)
        if said.date is not None:
            when = date_text(timezone.localtime(said.date), "DATETIME_FORMAT")
            messages.success(request, _("Agreed: %(when)s") % {"when": when})
        else:
            messages.success(request, _("Your answer is saved."))
    return redirect(shown)


@require_POST
@visitors_log_in
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decline an offer, with a reason."""
    shown = get_battle_for_player(request.user, slug, pk)
    form = DeclineForm(request.POST)
    if shown.state != BattleState.SCHEDULED:
        return redirect(shown)
    if form.is_valid():
        with problems_on(form):
            operations.decline(battle=shown, member=signed_in(request), **form.cleaned_data)
            messages.success(request, _("You declined. Propose another date, if you can."))
            return redirect("campaigns:dates", shown.campaign.slug, shown.pk)
    return _page(request, shown, declining=form)


@visitors_log_in
def deadline(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """By when the battles of a round are to have a date."""
    shown = get_war_for_referee(request.user, slug)
    round = get_object_or_404(shown.rounds.select_related("campaign"), number=number)
    form = DeadlineForm(request.POST or None, round=round)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            deadlines.set_deadline(
                round=round, author=signed_in(request), check=form.refuse_stale, **_chosen(form.cleaned_data)
            )
            messages.success(request, _("The deadline is saved."))
            return redirect("campaigns:rounds", shown.slug)
    status = 422 if form.errors else 200
    return campaign_page(
        request, "campaigns/wars/round_deadline.html", shown, "rounds", status=status, round=round, form=form
    )


def _chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in ("agree_by", "then_what")}


def _propose_form(request: HttpRequest, shown: Battle, *, bound: bool = True) -> ProposeForm | None:
    """Return the form to propose dates, for a player; bound to what was sent, if that was this form."""
    told = panel(shown, request.user)
    if told is None or not told.may_propose:
        return None
    data = request.POST if bound and request.method == "POST" else None
    return ProposeForm(data, version=told.version, suggestions=suggested(shown, signed_in(request)))


def _page(request: HttpRequest, shown: Battle, *, form: Any = None, declining: Any = None) -> HttpResponse:
    wrong = any(one is not None and one.errors for one in (form, declining))
    return campaign_page(
        request,
        "campaigns/wars/dates.html",
        shown.campaign,
        "rounds",
        status=422 if wrong else 200,
        battle=shown,
        date_panel=panel(shown, request.user),
        form=form if form is not None else _propose_form(request, shown, bound=False),
        declining=declining,
    )
