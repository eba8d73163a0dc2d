"""The referee's desk of a Musg campaign, the steps taken there, and the screen for the club room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.chores import Chore, in_order, next_steps
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_referee
from campaigns.wars.battles.forms import serving
from campaigns.wars.desk import glance, odds, projector, waiting
from campaigns.wars.desk.queries import desk_of
from campaigns.wars.desk.steps import STEPS
from campaigns.wars.marks import desk_part
from campaigns.wars.waiting import to_go_on
from club import live
from club.access import not_found, signed_in, visitors_log_in
from club.once import done_once
from club.operations import problems_on
from club.qr import qr_code
from engines.musg.entries import Grant
from engines.musg.entries.base import NOTE_LIMIT
from rosters.models import Warband
from rosters.operations import take_step


class GrantForm(forms.Form):
    """Points for a warband's treasury, or out of it, with the reason that its journal keeps."""

    warband = forms.ModelChoiceField(label=gettext_lazy("Warband"), queryset=Warband.objects.none())
    points = forms.IntegerField(label=gettext_lazy("Points"), help_text=gettext_lazy("Below 0 to take points away."))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=NOTE_LIMIT)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["warband"].queryset = serving(campaign).filter(mustered=True)  # type: ignore[attr-defined]

    def offer(self, warbands: Iterable[Warband]) -> None:
        """Offer these warbands in the list: they are known already and need not be asked for."""
        field = self.fields["warband"]
        field.choices = [("", field.empty_label), *((w.pk, w.name) for w in warbands)]  # type: ignore[attr-defined]


def desk(request: HttpRequest, shown: Campaign) -> HttpResponse:
    """What waits in a Musg campaign, its round, its warbands; a form grants a warband points."""
    watched = desk_part(request.user, shown.slug)
    if watched is not None:
        live.keep(request, watched.mark, watched)
    form = GrantForm(request.POST or None, campaign=shown)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        entry = Grant(points=values["points"], reason=values["reason"])
        with problems_on(form):
            done_once(request, lambda: take_step(warband=values["warband"], entry=entry, author=signed_in(request)))
            said = _("The treasury of %(warband)s now holds %(points)s points.")
            messages.success(request, said % {"warband": values["warband"].name, "points": values["warband"].treasury})
            return redirect("campaigns:dashboard", shown.slug)
    read = desk_of(shown)
    groups, panel = waiting.groups(read), glance.round_panel(read)
    form.offer(warband for warband in read.warbands if warband.mustered)
    return campaign_page(
        request,
        "campaigns/wars/desk.html",
        shown,
        "dashboard",
        live_address=reverse("campaigns:desk", args=[shown.slug]),
        form=form,
        groups=groups,
        todo=next_steps(
            _elsewhere(to_go_on([] if shown.closed else [shown]), offered=bool(panel.suggestions and not groups))
        ),
        quiet=waiting.quiet(groups),
        round=panel,
        warbands=glance.warbands(read),
        fairness=glance.fairness_panel(read),
    )


def _elsewhere(chores: Iterable[Chore], *, offered: bool) -> list[Chore]:
    """Return in order what there is to do, without the round if the desk has its battles ``offered`` in one tap."""
    return in_order(chore for chore in chores if not (offered and chore.code in ("open_round", "pair")))


@require_safe
@visitors_log_in
def refresh(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk, as an open page asks for it again; while nothing has changed that costs one query besides who asks."""
    watched = desk_part(request.user, slug)
    if watched is not None and (same := live.unchanged(request, watched.mark, watched)) is not None:
        return same
    return desk(request, get_war_for_referee(request.user, slug))


@never_cache
@require_safe
@visitors_log_in
def odds_status(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the odds between two warbands are, as a fragment that asks again by itself while workers are busy."""
    shown = get_war_for_referee(request.user, slug)
    forecast = get_object_or_404(shown.pair_forecasts.defer("setup", "summary"), pk=pk)
    context = {"slug": shown.slug, "running": odds.progress(forecast)}
    return render(request, "campaigns/wars/desk/_odds_progress.html", context)


@require_POST
@visitors_log_in
def step(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """Take one of the desk's steps (``steps.STEPS``) and lead back to the desk."""
    shown = get_war_for_referee(request.user, slug)
    take = STEPS.get(step) or not_found()
    with attempt(request):
        messages.success(request, take(shown, signed_in(request), request.POST))
    return redirect("campaigns:dashboard", shown.slug)


@require_safe
@visitors_log_in
def projector_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club room reads from the wall, in the referee's browser."""
    watched = desk_part(request.user, slug)
    if watched is not None and (same := live.unchanged(request, watched.mark, watched)) is not None:
        return same
    shown = get_war_for_referee(request.user, slug)
    link = request.build_absolute_uri(reverse("campaigns:join_link", args=[shown.join_code]))
    context = {
        "campaign": shown,
        "screen": projector.projector(shown),
        "code": None if shown.closed else qr_code(link),
    }
    return render(request, "campaigns/wars/desk/projector.html", context)
