"""One figure: its sheet, everything that can be done for it, and all that ever happened to it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import not_found
from club.htmx import by_htmx
from club.numbers import whole_number
from engines.musg.ranks import Rank
from engines.musg.warband import HIREABLE, Figure, Standing, Warband as Roster
from rosters import access
from rosters.figure_card import figure_card
from rosters.forms import StepForm
from rosters.history import RECENT, of_figure
from rosters.models import Warband
from rosters.operations import last_entry, roster_at
from rosters.sheet_model import WarbandSheet, warband_sheet
from rosters.shop.hall import another
from rosters.views.desk import Desk, answer, may_undo, rights

PRESSING: Final = frozenset({"pay_fee", "engage_again", "succeed", "replace_leader"})
"""Forms that stand open: what waits for an answer."""


@require_safe
def figure(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one figure of a warband the reader may read; ``?row=`` fetches what its row on the roster unfolds."""
    warband = access.get_warband_for_reader(request.user, pk)
    if "row" in request.GET and by_htmx(request):
        return _fold(request, warband, number, request.GET["row"])
    return show(request, warband, number=number)


def _fold(request: HttpRequest, warband: Warband, number: int, text: str) -> HttpResponse:
    """Answer with what the figure's row on the roster unfolds; ``text`` is the entry as of which, or empty."""
    at = whole_number(text) or 0
    if text and not warband.journal.filter(number=at, undone_at=None).exists():
        not_found("no such entry")
    roster = roster_at(warband, at) if text else warband.roster
    found = roster.figure(number) or not_found()
    history = [] if text else of_figure(warband, found.id)[:RECENT]
    context = {
        "pk": warband.pk,
        "card": figure_card(found, roster),
        "history": history,
    }
    return render(request, "rosters/figure_fold.html", context)


def show(
    request: HttpRequest,
    warband: Warband,
    *,
    refused: StepForm | None = None,
    number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the figure's page, or with its changing region."""
    found = warband.roster.figure(number or 0) or not_found()
    may = rights(request, warband)
    desk = Desk(warband, "figure", refused)
    sheet = warband_sheet(warband.roster)
    kinds = _kinds(warband.roster, sheet, found) if may.changes else []
    context = {
        "warband": warband,
        "sheet": sheet,
        "may": may,
        "card": figure_card(found, warband.roster),
        "portrait": warband.portrait(found.id),
        "faults": [fault for fault in sheet.faults if fault.figure == found.id],
        "learn": desk.form("learn", figure=found.id) if "learn" in kinds else None,
        "forms": {kind: desk.form(kind, **_initial(kind, found)) for kind in kinds if kind != "learn"},
        "another": another(warband.roster, found) if may.changes else None,
        "pressing": PRESSING,
        "history": of_figure(warband, found.id),
        "undo": may.changes and may_undo(request, last_entry(warband)),
        "desk": desk,
    }
    return answer(request, "rosters/figure.html", context, status=status)


def _kinds(roster: Roster, sheet: WarbandSheet, figure: Figure) -> list[str]:
    """Return what can be done for a figure now, as kinds of entries; the rules have the last word."""
    active, hired = figure.active, figure.contract is not None and roster.mustered
    full = figure.rank is Rank.LIEUTENANT and figure.experience >= roster.rules.lieutenant_boxes
    open_now = {
        "learn": bool(figure.choices) and (figure.active or figure.standing in HIREABLE),
        "succeed": active and full and roster.leader is not None,
        "replace_leader": any(heir.number == figure.id for heir in sheet.heirs),
        "pay_fee": active and hired and not (figure.contract and figure.contract.paid_ahead),
        "engage_again": figure.standing is Standing.LOST_CONTACT,
        "move": active and bool(figure.items),
        "note": True,
        "rename": True,
        "release": active and hired,
        "dismiss": active and not hired and (figure.rank is not Rank.LEADER or not roster.mustered),
    }
    return [kind for kind, is_open in open_now.items() if is_open]


def _initial(kind: str, figure: Figure) -> dict[str, object]:
    return {"figure": figure.id, "name": figure.name} if kind == "rename" else {"figure": figure.id}
