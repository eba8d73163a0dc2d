"""One figure: its sheet, everything that can be done for it, and all that ever happened to it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from club.access import not_found
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Standing
from rosters import access
from rosters.figure_card import figure_card
from rosters.figure_html import figure_html
from rosters.forms import StepForm
from rosters.history import of_figure
from rosters.models import Warband
from rosters.operations import last_entry
from rosters.sheet_model import warband_sheet
from rosters.views.desk import Desk, answer, may_undo, rights


@require_safe
def figure(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one figure of a warband the reader may read."""
    warband = access.get_warband_for_reader(request.user, pk)
    return show(request, warband, number=number)


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
    context = {
        "warband": warband,
        "sheet": sheet,
        "may": may,
        "card": figure_card(found, warband.roster),
        "html": figure_html(found, warband.roster),
        "faults": [fault for fault in sheet.faults if fault.figure == found.id],
        "forms": {kind: desk.form(kind, **_initial(kind, found)) for kind in _kinds(warband, found)}
        if may.changes
        else {},
        "history": of_figure(warband, found.id),
        "undo": may.changes and may_undo(request, last_entry(warband)),
        "desk": desk,
    }
    return answer(request, "rosters/figure.html", context, status=status)


def _kinds(warband: Warband, figure: Figure) -> list[str]:
    """Return what can be done for a figure now, as kinds of entries; the rules have the last word."""
    roster = warband.roster
    kinds = ["rename", "note"]
    if figure.choices and figure.standing in (Standing.ACTIVE, Standing.FOR_HIRE):
        kinds.insert(0, "learn")
    if figure.standing is Standing.LOST_CONTACT:
        kinds.append("engage_again")
    if not figure.active:
        return kinds
    kinds += ["buy"]
    if figure.items:
        kinds.append("move")
    if figure.contract and roster.mustered:
        kinds += ["release"] if figure.contract.paid_ahead else ["pay_fee", "release"]
    elif figure.rank is not Rank.LEADER or not roster.mustered:
        kinds.append("dismiss")
    if figure.rank is Rank.LIEUTENANT and roster.leader and figure.experience >= roster.rules.lieutenant_boxes:
        kinds.append("succeed")
    if figure.id in {heir.number for heir in warband_sheet(roster).heirs}:
        kinds.append("replace_leader")
    return kinds


def _initial(kind: str, figure: Figure) -> dict[str, object]:
    return {"figure": figure.id, "name": figure.name} if kind == "rename" else {"figure": figure.id}
