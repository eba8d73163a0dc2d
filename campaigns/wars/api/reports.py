"""Battles reported from afar, and what the others answer.

The page's form has a field for every figure; programs send the engine's own report, which fills that form in: so what
the form asks, limits and refuses holds for them, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace
from ninja import Body, Router

from campaigns.league.forms.version import DisputeForm
from campaigns.wars.access import (
    get_battle_for_player,
    get_battle_for_referee,
    get_battle_for_reporter,
    is_player,
)
from campaigns.wars.api.battle import BattleTold, tell_battle
from campaigns.wars.models.battle import Battle
from campaigns.wars.reports import operations
from campaigns.wars.reports.filling import report_form
from campaigns.wars.reports.forms import ReportForm, values_of
from campaigns.wars.reports.wording import report_problems
from club.access import User, signed_in
from club.api.bodies import Because, Text
from club.api.forms import Filled, checked
from club.api.scopes import Play, PlayOrReferee, PlayOrRefereeOnce, Referee, acts
from club.api.structs import Told, told
from club.api.versions import seen
from club.operations import Refused
from engines.musg import report as rules
from engines.musg.report import Report

router = Router(tags=["battles"])
NUMBERED: Final = re.compile(r"[^:]+:[0-9]{1,9}")
"""A figure as ``activity`` names it: its warband's key and its number."""


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened in a battle. ``because``: why a referee lets a warband of their own fight without a leader.

    Of the ``report``, the site says itself who was there (``present``), who had leave, and what is ``unspent``.
    """

    report: Report
    because: Text = ""


class Count(Struct, frozen=True):
    """What a report would come to: victory points by the warbands' keys, who would win (empty: nobody)."""

    points: Mapping[str, int]
    winner: str
    overridden: bool


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/report", response=told(BattleTold), auth=PlayOrRefereeOnce())
def report_battle(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    new: Annotated[NewReport, Told(NewReport), Body()],
) -> BattleTold:
    """Report a battle, or change the report that stands; the other side is asked whether it is right.

    Needs ``If-Match`` with the ``ETag`` of the battle, and an ``Idempotency-Key``.
    """
    found = get_battle_for_reporter(request.user, slug, pk)
    author = acts(request, own=_own(request.user, found) and not new.because)
    form = _filled(found, author, new, seen(request))
    operations.report_battle(
        battle=found,
        report=form.report,
        author=author,
        version=form.cleaned_data["version"],
        because=form.cleaned_data.get("because", ""),
    )
    return tell_battle(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/report/count", response=told(Count), auth=PlayOrReferee())
def count_report(request: HttpRequest, slug: str, pk: int, new: Annotated[NewReport, Told(NewReport), Body()]) -> Count:
    """Count what a report would come to, and say what is impossible in it; nothing is stored."""
    found = get_battle_for_reporter(request.user, slug, pk)
    author = acts(request, own=_own(request.user, found))
    form = _filled(found, author, new, found.version)
    result = rules.result(form.rosters, form.report)
    return Count(result.points, result.winner or "", result.overridden)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/confirm", response=told(BattleTold), auth=Play())
def confirm_report(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> BattleTold:
    """Agree to the report with your own warbands; once everybody has, it is applied to all.

    Needs ``If-Match`` with the ``ETag`` of the battle.
    """
    found = get_battle_for_player(request.user, slug, pk)
    operations.confirm_report(battle=found, member=signed_in(request), version=seen(request))
    return tell_battle(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/dispute", response=told(BattleTold), auth=Play())
def dispute_report(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    values: Annotated[dict[str, Any], Filled(DisputeForm), Body()],
) -> BattleTold:
    """Say what is wrong with the report; it then waits for a referee, or for another report.

    Needs ``If-Match`` with the ``ETag`` of the battle.
    """
    found = get_battle_for_player(request.user, slug, pk)
    said = checked(DisputeForm({**values, "version": str(seen(request))})).cleaned_data
    operations.dispute_report(battle=found, member=signed_in(request), text=said["text"], version=said["version"])
    return tell_battle(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/settle", response=told(BattleTold), auth=Referee())
def settle_report(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    why: Annotated[Because, Told(Because), Body()],
) -> BattleTold:
    """Settle a battle as it was reported, as a referee; of a disputed report, and of a battle of your own, say why.

    Needs ``If-Match`` with the ``ETag`` of the battle.
    """
    found = get_battle_for_referee(request.user, slug, pk)
    operations.settle_report(battle=found, referee=signed_in(request), version=seen(request), reason=why.because)
    return tell_battle(request, response, slug, pk)


def _own(reader: User, battle: Battle) -> bool:
    """Tell whether the reader reports it as one of its players: who lets somebody fight decides as a referee."""
    return is_player(reader, battle) and not report_form(battle, reader, None, {}).leave


def _filled(battle: Battle, reader: User, new: NewReport, version: int) -> ReportForm:
    """Return the page's form filled in with a report. Raises ``Refused`` with all that is wrong."""
    blank = report_form(battle, reader, None, {})
    said = replace(new.report, leave=blank.leave, unspent=blank.unspent, present=UNSET)
    if found := report_problems(blank.rosters, said, blank.civilians.waiting):
        raise Refused(found)
    known = {name: die for name, die in said.activity.items() if NUMBERED.fullmatch(name)}
    sent = {**values_of(replace(said, activity=known), blank.rosters), "version": version, "because": new.because}
    form = checked(report_form(battle, reader, None, sent))
    if _content(said) != _content(form.report):
        raise Refused.because(
            "report_unfit", _("The report says something twice, or names somebody who cannot stand in it.")
        )
    return form


def _content(report: Report) -> dict[str, Any]:
    """Return what a report says, whatever the order, and without what says nothing."""
    told = {name: _unordered(value) for name, value in asdict(report).items()}
    return {name: value for name, value in told.items() if value}


def _unordered(value: Any) -> Any:
    if value is UNSET:
        return None
    if isinstance(value, tuple):
        return sorted(map(repr, value))
    if isinstance(value, Mapping):
        return {key: number for key, number in value.items() if number}
    return value.strip() if isinstance(value, str) else value
