"""The roster page: a warband as it is, or as it was after an entry of its journal."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct
from msgspec.structs import replace

from club import live
from club.access import not_found
from club.numbers import whole_number
from engines.musg.warband import Figure, Warband as Roster
from rosters import access, operations, panels, table, watching
from rosters.figure_card import FigureCard
from rosters.forms import StepForm
from rosters.forms.visibility import VisibilityForm
from rosters.history import RECENT, JournalLine, endings, lines, spoken
from rosters.models import Warband
from rosters.models.portrait import WHOLE
from rosters.provenance import brought
from rosters.reminders import reminders
from rosters.sheet_model import WarbandSheet, warband_sheet
from rosters.table import AtTable, Count, counts_of
from rosters.vehicle_card import vehicle_card
from rosters.views.desk import Desk, Rights, answer, may_undo, rights

CAMP_KINDS: Final = frozenset({"hire", "engage", "buy", "buy_vehicle", "note", "rename", "grant", "move", "take_part"})


class RosterRow(Struct, frozen=True):
    """A figure, and where its portrait is, if one hangs.

    While a battle is ahead, also what is counted for it, and how often that was written.
    """

    card: FigureCard
    counts: tuple[Count, ...] = ()
    version: int = 0
    portrait: str = ""


class Grave(Struct, frozen=True):
    """One of the dead or departed, and how it ended."""

    card: FigureCard
    ending: JournalLine | None


@require_safe
def roster(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the warband; ``?at=N`` shows it as it was after entry ``N``."""
    warband = access.get_warband_for_reader(request.user, pk, warbands=table.with_counts(Warband.every.all()))
    if "at" in request.GET:
        return _as_of(request, warband, request.GET["at"])
    return show(request, warband)


def show(
    request: HttpRequest,
    warband: Warband,
    *,
    refused: StepForm | None = None,
    number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the roster page, or with its changing region."""
    kept = table.at_table(warband, request)
    mark = watching.mark(warband, kept)
    watched = live.Part(watching.WARBAND, (warband.pk, int(request.user.is_authenticated)), mark)
    if (same := live.unchanged(request, mark, watched)) is not None:
        return same
    may = rights(request, warband)
    recent = list(warband.journal.exclude(kind="struck").order_by("-place")[:RECENT])
    last = next((row for row in recent if not row.struck), None)
    desk = Desk(warband, "roster", refused)
    sheet = warband_sheet(warband.roster)
    context = _context(warband, warband.roster, sheet, kept=kept if may.changes else None) | {
        "brought": brought(warband),
        "may": may,
        "fresh": may.owns and last is not None and last.kind == "muster",
        "desk": desk,
        "history": lines(recent, spoken(warband), author=False),
        "undo": may_undo(request, last),
        "panels": [*panels.counsels(warband, request), *panels.panels(warband, request)],
        "tools": _tools(warband, may) if may.changes else (),
        "open_form": refused if refused is not None and refused.kind in CAMP_KINDS else None,
        "visibility": VisibilityForm(initial={"visibility": warband.visibility})["visibility"] if may.owns else None,
    }
    return answer(request, "rosters/roster.html", context, status=status)


def _tools(warband: Warband, may: Rights) -> list[tuple[str, str, str]]:
    """Return what can be done for the warband as a whole: a kind of step, its icon, its name."""
    kinds = [
        ("hire", "user-plus", _("Hire")),
        ("engage", "mercenary", _("Mercenary")),
        ("buy", "chest", _("Shop")),
        ("note", "quill", _("Note")),
        ("rename", "pencil", _("Rename")),
    ]
    if warband.roster.rules.plays_vehicles:
        kinds.insert(3, ("buy_vehicle", "wheel", _("Vehicle")))
    if may.referees:
        kinds.append(("grant", "coins", _("Referee’s grant")))
    return kinds


def _as_of(request: HttpRequest, warband: Warband, text: str) -> HttpResponse:
    """Show the warband after an entry, read-only."""
    told = warband.journal.filter(undone_at=None).exclude(kind="struck")
    numbers = list(told.order_by("place").values_list("number", flat=True))
    at = whole_number(text) or 0
    if at not in numbers:
        not_found("no such entry")
    place = numbers.index(at)
    then = operations.roster_at(warband, at)
    entry = warband.journal.select_related("author").get(number=at)
    context = _context(warband, then, warband_sheet(then), now=False) | {
        "at": at,
        "brought": brought(warband, until=at),
        "entry": lines([entry], spoken(warband))[0],
        "previous": numbers[place - 1] if place else None,
        "next": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
    return answer(request, "rosters/roster.html", context)


def _context(
    warband: Warband, state: Roster, sheet: WarbandSheet, *, now: bool = True, kept: AtTable | None = None
) -> dict[str, Any]:
    ended = endings(warband, [card.number for card in sheet.gone])
    figures = {figure.id: figure for figure in state.active}
    return {
        "warband": warband,
        "sheet": sheet,
        "table": kept,
        "rows": [_row(card, figures[card.number], state, warband, kept) for card in sheet.active],
        "portrait": warband.portrait(WHOLE),
        "reminders": reminders(state, sheet) if now else (),
        "vehicles": [vehicle_card(vehicle, state) for vehicle in state.rides],
        "lost_vehicles": [vehicle_card(vehicle, state) for vehicle in state.garage if not vehicle.owned],
        "graves": [Grave(card, ended.get(card.number)) for card in sheet.gone],
    }


def _row(card: FigureCard, figure: Figure, state: Roster, warband: Warband, kept: AtTable | None) -> RosterRow:
    row = RosterRow(card, portrait=warband.portrait(card.number))
    if kept is None:
        return row
    counts = counts_of(figure, state, kept.counts.get(figure.id))
    return replace(row, counts=counts, version=kept.versions.get(figure.id, 0))
