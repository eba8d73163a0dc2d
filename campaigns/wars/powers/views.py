"""What a referee may do to one warband, on one page."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_serving_for_referee
from campaigns.wars.chores import chores
from club.access import not_found, signed_in, visitors_log_in
from club.operations import Refused, add_problems_to_form
from rosters import operations
from rosters.forms.powers import InjureForm, PowerForm
from rosters.forms.registry import FORMS
from rosters.forms.step import StepForm
from rosters.models import Warband
from rosters.views.desk import may_undo
from rosters.wording import event_sentence

GROUPS: Final[tuple[tuple[str | Promise, tuple[str, ...]], ...]] = (
    (_("Points and experience"), ("grant", "award")),
    (_("Weapons and equipment"), ("bestow", "confiscate")),
    (_("Skills and injuries"), ("teach", "unlearn", "injure", "heal")),
    (_("Who is there"), ("call_back", "hold", "captive", "last_episode")),
    (_("Rules and names"), ("exempt", "rename")),
)
KINDS: Final = frozenset(kind for _title, kinds in GROUPS for kind in kinds)


class Group(Struct, frozen=True):
    """Forms about one subject."""

    title: str | Promise
    forms: tuple[StepForm, ...]


@require_safe
@visitors_log_in
def warband_powers(request: HttpRequest, slug: str, warband: int) -> HttpResponse:
    """Everything a referee may do to the warband, and what waits for its player."""
    return _show(request, *get_serving_for_referee(request.user, slug, warband))


@require_POST
@visitors_log_in
def warband_power(request: HttpRequest, slug: str, warband: int, kind: str) -> HttpResponse:
    """Do one of those things."""
    shown, band = get_serving_for_referee(request.user, slug, warband)
    form = _form(shown, band, kind if kind in KINDS else not_found(), request.POST)
    if form.is_valid():
        try:
            row = operations.take_step(
                warband=band,
                entry=form.entry(),
                author=signed_in(request),
                version=form.cleaned_data["version"],
                reason=form.because,
            )
        except Refused as refused:
            band.refresh_from_db()
            form.bring_up_to_date(band.roster, band.version)
            add_problems_to_form(form, refused)
        else:
            for event in row.events:
                messages.success(request, event_sentence(event["code"], event["params"], band.catalogue))
            return redirect("campaigns:warband_powers", shown.slug, band.pk)
    return _show(request, shown, band, refused=form, status=422)


def _form(campaign: Campaign, band: Warband, kind: str, data: object = None) -> StepForm:
    """Return the form of a kind; hatred may be of any warband of the campaign, a player's own step asks why."""
    form = FORMS[kind](band.roster, data, initial={"version": band.version})
    if isinstance(form, InjureForm):
        form.know(dict(campaign.warbands.exclude(pk=band.pk).values_list("key", "name")))
    if not isinstance(form, PowerForm):
        form.ask_why(band.owner.name)
    return form


def _show(
    request: HttpRequest, campaign: Campaign, band: Warband, *, refused: StepForm | None = None, status: int = 200
) -> HttpResponse:
    def form(kind: str) -> StepForm:
        return refused if refused is not None and refused.kind == kind else _form(campaign, band, kind)

    last = operations.last_entry(band)
    return campaign_page(
        request,
        "campaigns/wars/powers/warband.html",
        campaign,
        "dashboard",
        status=status,
        warband=band,
        groups=[Group(title, tuple(form(kind) for kind in kinds)) for title, kinds in GROUPS],
        refused=refused,
        chores=chores([band]),
        undo=may_undo(request, last),
    )
