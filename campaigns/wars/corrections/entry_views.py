"""Where a correction begins: a step of a journal, a battle, a round – as it should have been, or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_battle_for_referee, get_war_for_referee
from campaigns.wars.corrections import drafting
from campaigns.wars.corrections.forms import INSERTED, OF_VEHICLES, RollsForm, step_form
from campaigns.wars.corrections.past import Past, past, ref_of, ref_of_battle
from campaigns.wars.corrections.wording import step_sentence
from campaigns.wars.models.correction import Correction
from campaigns.wars.reports.civilians import of_past
from campaigns.wars.reports.forms import ReportForm
from campaigns.wars.reports.rows import RARER
from campaigns.wars.reports.wording import counts
from club.access import not_found, signed_in, visitors_log_in
from engines.musg import report as reports
from engines.musg.corrections import faces as dice
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import Edit, Face, Insert, Replace, ReplaceReport, Strike
from engines.musg.entries import Fight, Recover
from engines.musg.report import Report, Who
from engines.musg.warband import Warband as Roster
from rosters.forms import FORMS, StepForm
from rosters.models import JournalEntry

OPEN_AGAIN: Final = ("reopen", "call_off")


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def correct_step(request: HttpRequest, slug: str, warband: int, number: int) -> HttpResponse:
    """One step: its form as it was filled in then, other dice, strike it out, or put another beside it."""
    campaign = get_war_for_referee(request.user, slug)
    known = past(campaign)
    key, row = _row(known, warband, number)
    battle = next((known.battles[ref] for (ref, k), found in known.fights.items() if k == key and found == row), None)
    if battle is not None:
        return redirect("campaigns:correct_battle", slug, battle.pk)
    kind, before = str(request.POST.get("insert") or request.GET.get("insert") or ""), _before(known, ref_of(row), key)
    data = request.POST if request.method == "POST" and request.POST.get("action") == "send" else None
    if request.POST.get("action") == "strike":
        return _drafted(request, campaign, [Strike(ref_of(row))])
    if isinstance(row.entry, Recover) and not kind:
        return _rolls(request, campaign, known, key, row, before)
    beside = kind in INSERTED
    after = str(request.POST.get("when") or request.GET.get("when") or "") != "before"
    roster = _after(known, row, key) if beside and after else before
    form = step_form(kind if beside else row.kind, roster, data, entry=None if beside else row.entry)
    if form is not None and data is not None and form.is_valid():
        return _drafted(request, campaign, [_edit(form, row, key, known, beside=beside, after=after)])
    values = {"form": form, "inserting": kind if beside else "", "when": "after" if after else "before"}
    return _step_page(request, campaign, known, key, row, **values)


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def correct_battle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A battle: the report as it should have been, between the rosters of then; or open again."""
    battle = get_battle_for_referee(request.user, slug, pk)
    known, ref = past(battle.campaign), ref_of_battle(battle)
    if ref not in known.battles:
        not_found("no confirmed battle")
    if request.POST.get("action") in OPEN_AGAIN:
        return _drafted(request, battle.campaign, [Strike(ref, called_off=_called_off(request))])
    rosters, report = _as_drafted(known, ref, drafting.draft_of(battle.campaign, signed_in(request)))
    leave = reports.needing_leave(rosters)
    data = request.POST if request.method == "POST" else None
    form = ReportForm(
        data, rosters=rosters, version=battle.version, report=report, leave=leave, civilians=of_past(battle)
    )
    if data is not None and form.is_valid():
        told = msgspec.structs.replace(form.report, present=reports.witnessed(rosters, form.report))
        return _drafted(request, battle.campaign, [ReplaceReport(ref, told)])
    values = {
        "battle": battle,
        "form": form,
        "sides": list(form.sides()),
        "fates": RARER,
        "counts": counts(form.catalogue),
        "correcting": reverse("campaigns:correct_battle", args=[slug, pk]),
    }
    return render(request, "campaigns/wars/report.html", values, status=422 if data is not None else 200)


@visitors_log_in
@require_POST
def call_off_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open all battles of a round again, or call them off: in one correction."""
    campaign = get_war_for_referee(request.user, slug)
    found = [ref for ref, battle in past(campaign).battles.items() if battle.round and battle.round.number == number]
    if not found:
        messages.info(request, _("No battle of this round is confirmed."))
        return redirect("campaigns:rounds", slug)
    return _drafted(request, campaign, [Strike(ref, called_off=_called_off(request)) for ref in found])


def _called_off(request: HttpRequest) -> bool:
    return request.POST.get("action") == "call_off"


def _drafted(
    request: HttpRequest, campaign: Campaign, edits: Sequence[Edit] = (), faces: Sequence[Face] = ()
) -> HttpResponse:
    """Add to the referee's draft and show what follows."""
    draft = None
    with attempt(request):
        draft = drafting.correct(campaign=campaign, author=signed_in(request), edits=edits, faces=faces)
    return redirect(draft) if draft is not None else redirect("campaigns:corrections", campaign.slug)


def _edit(form: StepForm, row: JournalEntry, key: str, known: Past, *, beside: bool, after: bool) -> Edit:
    if not beside:
        return Replace(ref_of(row), form.entry())
    beginning = ref_of(row)
    if not after:
        refs = _refs(known, key)
        place = refs.index(ref_of(row))
        beginning = refs[place - 1] if place else ""
    return Insert(f"new{secrets.token_hex(4)}", beginning, key, form.entry())


def _refs(known: Past, key: str) -> list[str]:
    """The refs of what stands in one warband's journal, in order."""
    return [known.battle_ref(row, key) or ref_of(row) for row in known.journals[key]]


def _rolls(
    request: HttpRequest, campaign: Campaign, known: Past, key: str, row: JournalEntry, before: Roster
) -> HttpResponse:
    """The dice of an aftermath as they should have been."""
    rolls = dice.rolls_of(before, row.entry)
    data = request.POST if request.method == "POST" else None
    form = RollsForm(data, ref=ref_of(row), rolls=rolls, roster=before)
    if data is not None and form.is_valid():
        return _drafted(request, campaign, faces=form.faces)
    return _step_page(request, campaign, known, key, row, form=form if rolls else None)


def _step_page(
    request: HttpRequest, campaign: Campaign, known: Past, key: str, row: JournalEntry, **values: Any
) -> HttpResponse:
    shown = {
        "warband": known.warbands[key],
        "row": row,
        "sentence": step_sentence(row, known),
        "kinds": [
            (kind, FORMS[kind].title)
            for kind in INSERTED
            if kind not in OF_VEHICLES or known.warbands[key].roster.rules.plays_vehicles
        ],
        **values,
    }
    status = 422 if request.method == "POST" else 200
    return campaign_page(request, "campaigns/wars/correct_step.html", campaign, "chronicle", status=status, **shown)


def _row(known: Past, warband: int, number: int) -> tuple[str, JournalEntry]:
    for key, rows in known.journals.items():
        found = next((row for row in rows if known.warbands[key].pk == warband and row.number == number), None)
        if found is not None:
            return key, found
    return not_found("no such entry")


def _before(known: Past, ref: str, key: str) -> Roster:
    """The roster right before an entry or a battle."""
    lines = replay(known.timeline, []).journals[key]
    return next(line.before for line in lines if line.ref == ref)


def _as_drafted(known: Past, ref: str, draft: Correction | None) -> tuple[dict[str, Roster], Report]:
    """The rosters right before a battle and the report of who was there, as far as the draft has got with them."""
    seen = drafting.look(draft, known).result if draft is not None else None
    keys = [side.warband.key for side in known.battles[ref].sides.all()]
    rosters, fights = {}, {}
    for key in keys:
        lines = [line for line in seen.journals[key] if line.ref == ref] if seen is not None else []
        rosters[key] = lines[0].before if lines else _before(known, ref, key)
        fights[key] = lines[0].entry if lines else known.fights[ref, key].entry
    there = [Who(key, n) for key, entry in fights.items() if isinstance(entry, Fight) for n in entry.engagement.present]
    fought = seen.battles.get(ref) if seen is not None else None
    report = fought.report if fought is not None else known.battles[ref].reports.all()[0].report
    return rosters, msgspec.structs.replace(report, present=tuple(there))


def _after(known: Past, row: JournalEntry, key: str) -> Roster:
    """The roster right after an entry."""
    lines = replay(known.timeline, []).journals[key]
    return next(line.change.warband for line in lines if line.ref == ref_of(row))
