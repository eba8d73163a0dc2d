"""One figure: its sheet, everything that can be done for it, and all that ever happened to it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from club.access import not_found
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Standing, Warband as Roster
from rosters import access
from rosters.figure_card import figure_card
from rosters.figure_html import unfolded_html
from rosters.forms import StepForm
from rosters.history import of_figure
from rosters.models import Warband
from rosters.operations import last_entry
from rosters.sheet_model import WarbandSheet, warband_sheet
from rosters.views.desk import Desk, answer, may_undo, rights

PRESSING: Final = frozenset({"learn", "pay_fee", "engage_again", "succeed", "replace_leader", "buy"})
"""Forms that stand open: what waits for an answer, and what is done most often."""


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
        "html": unfolded_html(found, warband.roster),
        "faults": [fault for fault in sheet.faults if fault.figure == found.id],
        "forms": {kind: desk.form(kind, **_initial(kind, found)) for kind in _kinds(warband.roster, sheet, found)}
        if may.changes
        else {},
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
        "learn": bool(figure.choices) and figure.standing in (Standing.ACTIVE, Standing.FOR_HIRE),
        "succeed": active and full and roster.leader is not None,
        "replace_leader": any(heir.number == figure.id for heir in sheet.heirs),
        "pay_fee": active and hired and not (figure.contract and figure.contract.paid_ahead),
        "engage_again": figure.standing is Standing.LOST_CONTACT,
        "buy": active,
        "move": active and bool(figure.items),
        "note": True,
        "rename": True,
        "release": active and hired,
        "dismiss": active and not hired and (figure.rank is not Rank.LEADER or not roster.mustered),
    }
    return [kind for kind, is_open in open_now.items() if is_open]


def _initial(kind: str, figure: Figure) -> dict[str, object]:
    return {"figure": figure.id, "name": figure.name} if kind == "rename" else {"figure": figure.id}
