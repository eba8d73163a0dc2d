"""Reporting a battle, and what the others say to the report."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.league.access import is_referee
from campaigns.league.forms.version import DisputeForm, VersionForm
from campaigns.league.views.pages import attempt
from campaigns.wars.access import get_battle_for_player, get_battle_for_referee, get_battle_for_reporter
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleState
from campaigns.wars.pocket.reporting import over_evening
from campaigns.wars.reports import operations as reports
from campaigns.wars.reports.filling import report_form
from campaigns.wars.reports.forms import ReportForm
from campaigns.wars.reports.panel import panel
from campaigns.wars.reports.rows import RARER
from campaigns.wars.reports.wording import counts
from club.access import signed_in, visitors_log_in
from club.once import done_once, once
from club.operations import Refused, add_problems_to_form
from engines.musg import report as rules


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
@once
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The report's form, one row per figure. "Count the points" shows the totals and stores nothing."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    if battle.state not in OPEN_STATES:
        messages.info(request, _("This battle can no longer be reported."))
        return redirect(battle)
    standing = battle.reports.first()
    form = _form(request, battle, standing)
    if request.method != "POST" or request.POST.get("action") == "count":
        return _page(request, battle, standing, form)
    try:
        if form.is_valid():
            return _send(request, battle, form)
    except Refused as refused:
        add_problems_to_form(form, refused)
    return _page(request, battle, standing, form, status=422)


@visitors_log_in
@require_POST
def tally(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The victory points and the winner of a form half filled in, for htmx."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    totals = _totals(_form(request, battle, None), _own(request, battle))
    return render(request, "campaigns/wars/report.html#tally", totals)


@visitors_log_in
@require_POST
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Agree to the report with one's own warbands."""
    battle = get_battle_for_player(request.user, slug, pk)
    with attempt(request):
        done = reports.confirm_report(battle=battle, member=signed_in(request), version=VersionForm.of(request))
        said = _("The report is confirmed.") if done else _("You agreed. The others are still to answer.")
        messages.success(request, said)
    return redirect(battle)


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say what is wrong with the report."""
    battle = get_battle_for_player(request.user, slug, pk)
    if battle.state != BattleState.REPORTED and request.method != "POST":
        messages.info(request, _("There is no report to dispute."))
        return redirect(battle)
    form = DisputeForm(request.POST or None, initial={"version": battle.version})
    try:
        if request.method == "POST" and form.is_valid():
            text, version = form.cleaned_data["text"], form.cleaned_data["version"]
            reports.dispute_report(battle=battle, member=signed_in(request), text=text, version=version)
            messages.success(request, _("The report is disputed. A referee settles it, or somebody sends a new one."))
            return redirect(battle)
    except Refused as refused:
        add_problems_to_form(form, refused)
    values = {"battle": battle, "form": form, "report_panel": panel(battle, request.user)}
    return render(request, "campaigns/wars/dispute.html", values, status=422 if form.errors else 200)


@visitors_log_in
@require_POST
def settle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The referee confirms the report that stands."""
    battle = get_battle_for_referee(request.user, slug, pk)
    with attempt(request, done=_("The report is settled.")):
        reports.settle_report(
            battle=battle,
            referee=signed_in(request),
            version=VersionForm.of(request),
            reason=request.POST.get("because", ""),
        )
    return redirect(battle)


def _form(request: HttpRequest, battle: Battle, standing: BattleReport | None) -> ReportForm:
    return report_form(battle, request.user, standing, request.POST or None)


def _send(request: HttpRequest, battle: Battle, form: ReportForm) -> HttpResponse:
    """Store the report; a referee may settle it in the same step."""
    member = signed_in(request)
    version = form.cleaned_data["version"]
    because = form.cleaned_data.get("because", "")

    def send() -> None:
        reports.report_battle(battle=battle, report=form.report, author=member, version=version, because=because)

    if not done_once(request, send):
        return redirect(battle)
    said = _("The report is sent. The other side is asked whether it is right.")
    wants_settled = request.POST.get("action") == "settle" and is_referee(member, battle.campaign)
    if wants_settled and battle.state != BattleState.CONFIRMED:
        try:
            reports.settle_report(battle=battle, referee=member, version=battle.version, reason=because)
        except Refused as refused:
            messages.warning(request, _("The report is kept, but not settled: %(why)s") % {"why": refused})
            return redirect(battle)
    if battle.state == BattleState.CONFIRMED:
        said = _("The report is confirmed.")
    messages.success(request, said)
    return redirect(battle)


def _page(
    request: HttpRequest, battle: Battle, standing: BattleReport | None, form: ReportForm, status: int = 200
) -> HttpResponse:
    values = {
        "battle": battle,
        "standing": standing,
        "evening": None if standing else over_evening(battle),
        "form": form,
        "sides": list(form.sides(_own(request, battle))),
        "fates": RARER,
        "counts": counts(form.catalogue),
        "may_settle": is_referee(request.user, battle.campaign),
        **_totals(form, _own(request, battle)),
    }
    return render(request, "campaigns/wars/report.html", values, status=status)


def _own(request: HttpRequest, battle: Battle) -> set[str]:
    """Return the keys of the reader's own warbands: they come first."""
    return {side.warband.key for side in battle.sides.all() if side.warband.owner_id == request.user.pk}


def _totals(form: ReportForm, own: Collection[str]) -> dict[str, object]:
    """Victory points and winner of what the form says so far, and how many entries are still impossible."""
    wrong = sum(len(errors) for errors in form.errors.values())
    result = rules.result(form.rosters, form.report)
    return {
        "points": [(side.roster.name, result.points[side.key]) for side in form.sides(own)],
        "leading": form.rosters[result.winner].name if result.winner and result.winner in form.rosters else "",
        "overridden": result.overridden,
        "wrong": wrong,
    }
