"""Scenarios: the library for everybody who may read the rules, and those that referees make for their campaigns."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.forms.version import VersionForm, go_on_from
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_reader, get_war_for_referee
from campaigns.wars.battles.offers import Offers
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.scenarios import operations
from campaigns.wars.scenarios.forms import ScenarioForm
from campaigns.wars.scenarios.page import ScenarioStory
from club.access import not_found, signed_in, visitors_log_in
from club.once import made_once, once
from club.operations import Refused, Stale
from engines.musg.scenarios import Scenario, library


@require_safe
def scenarios(request: HttpRequest) -> HttpResponse:
    """All ready-made scenarios: their stories, and for how many warbands."""
    told = [(code, ScenarioStory(one)) for code, one in library().items()]
    parts = [
        [row for row in told if not row[1].modules],
        [row for row in told if row[1].modules],
    ]
    return render(request, "campaigns/wars/scenarios.html", {"plain": parts[0], "modules": parts[1]})


@require_safe
def scenario(request: HttpRequest, code: str) -> HttpResponse:
    """One ready-made scenario, with its table."""
    found = library().get(code) or not_found()
    return render(request, "campaigns/wars/scenario.html", {"told": ScenarioStory(found), "code": code})


@require_safe
def own_scenarios(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's own scenarios, those others share, and what of the library may be copied."""
    shown = get_war_for_reader(request.user, slug)
    rows = [(row, ScenarioStory(offer)) for row, offer in Offers(shown).own]
    copies = [(code, ScenarioStory(one).name) for code, one in library().items()]
    return campaign_page(request, "campaigns/wars/own_scenarios.html", shown, "rounds", rows=rows, copies=copies)


@require_safe
def own_scenario(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One of them, with its table."""
    shown = get_war_for_reader(request.user, slug)
    row, scenario = _get_scenario(shown, pk)
    here, told = row.campaign_id == shown.pk, ScenarioStory(scenario)
    return campaign_page(request, "campaigns/wars/own_scenario.html", shown, "rounds", row=row, told=told, here=here)


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a scenario; ``?from=`` fills the form from one that is offered here."""
    shown = get_war_for_referee(request.user, slug)
    offers, code = Offers(shown), request.GET.get("from", "")
    scenario = offers.scenario(code) if offers.has(code) else None
    if request.method != "POST":
        return _page(request, shown, ScenarioForm(scenario=scenario))
    form = ScenarioForm(request.POST, scenario=scenario)
    if form.is_valid() and request.POST.get("action") != "preview":
        try:
            made = made_once(
                request,
                lambda: operations.make_scenario(
                    campaign=shown,
                    author=signed_in(request),
                    scenario=form.scenario,
                    shared=form.frame.cleaned_data["shared"],
                ),
            )
            messages.success(request, _("The scenario is kept."))
            return redirect("campaigns:own_scenario", shown.slug, made.pk)
        except Refused as refused:
            form.refuse(refused)
    return _page(request, shown, form, preview=True)


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change one of the campaign's own."""
    shown = get_war_for_referee(request.user, slug)
    row, scenario = _get_scenario(shown, pk, own=True)
    if request.method != "POST":
        form = ScenarioForm(scenario=scenario, shared=row.shared, version=row.version)
        return _page(request, shown, form, row=row)
    form, stands_now = ScenarioForm(request.POST, scenario=scenario), ""
    if form.is_valid() and request.POST.get("action") != "preview":
        said = form.frame.cleaned_data
        try:
            operations.change_scenario(own=row, scenario=form.scenario, shared=said["shared"], version=said["version"])
            messages.success(request, _("The scenario is kept."))
            return redirect("campaigns:own_scenario", shown.slug, row.pk)
        except Refused as refused:
            form.refuse(refused)
            if isinstance(refused, Stale):
                row.refresh_from_db()
                go_on_from(form.frame, row.version)
                stands_now = reverse("campaigns:own_scenario", args=[shown.slug, row.pk])
    return _page(request, shown, form, row=row, preview=True, stands_now=stands_now)


@require_POST
@visitors_log_in
def drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Throw one of the campaign's own away."""
    shown = get_war_for_referee(request.user, slug)
    row, _scenario = _get_scenario(shown, pk, own=True)
    with attempt(request, done=_("The scenario is thrown away; battles that chose it keep it.")):
        operations.drop_scenario(own=row, version=VersionForm.of(request))
    return redirect("campaigns:own_scenarios", shown.slug)


def _get_scenario(campaign: Campaign, pk: int, *, own: bool = False) -> tuple[OwnScenario, Scenario]:
    rows = Offers(campaign).own
    found = (pair for pair in rows if pair[0].pk == pk and (pair[0].campaign_id == campaign.pk or not own))
    return next(found, None) or not_found()


def _page(
    request: HttpRequest,
    campaign: Campaign,
    form: ScenarioForm,
    *,
    row: OwnScenario | None = None,
    preview: bool = False,
    stands_now: str = "",
) -> HttpResponse:
    """Show the form; after something was typed with the scenario as it would be, where it is one."""
    told = _preview(form) if preview else None
    status = 422 if preview and request.POST.get("action") != "preview" else 200
    template = "campaigns/wars/scenario_form.html"
    context = {"form": form, "row": row, "told": told, "stands_now": stands_now}
    return campaign_page(request, template, campaign, "rounds", status=status, **context)


def _preview(form: ScenarioForm) -> ScenarioStory | None:
    if not form.is_valid():
        return None
    try:
        scenario = form.scenario
        operations.verify(scenario)
    except Refused as refused:
        form.refuse(refused)
        return None
    return ScenarioStory(scenario)
