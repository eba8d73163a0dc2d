"""The muster builder: a new warband drawn up figure by figure, with its running totals and all its problems."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe
from msgspec import Struct

from club.access import member_of, not_found, visitors_log_in
from club.htmx import by_htmx, lead_to
from club.numbers import whole_number
from engines.musg import muster
from engines.musg.ranks import Rank
from rosters import access, operations, panels
from rosters.counter import Counter, counter
from rosters.figure_card import FigureCard, figure_card
from rosters.forms import StepForm
from rosters.levy import STYLES, earlier
from rosters.models import Warband
from rosters.sheet_model import WarbandSheet, warband_sheet
from rosters.vehicle_card import vehicle_card
from rosters.views.desk import Desk, answer, may_undo


class Fold(Struct, frozen=True):
    """What can be done for a figure: its forms, and what it is sold."""

    buy: StepForm
    rename: StepForm
    counter: Counter | None
    owns: bool


class MusterRow(Struct, frozen=True):
    """A figure of the muster, what is wrong with it, whether it was just changed; its ``fold`` where it stands open."""

    card: FigureCard
    faults: tuple[str, ...]
    touched: bool
    fold: Fold | None


class Section(Struct, frozen=True):
    """The figures of one rank, how many there may be, who else may be hired; ``folded``: seldom anybody."""

    code: str
    title: str
    icon: str
    count: str
    rows: list[MusterRow]
    hire: StepForm | None
    folded: bool


@require_safe
@visitors_log_in
def builder(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw up a muster; once it is closed, the roster page takes over.

    ``?open=`` opens a figure's row; to htmx, that alone is sent which the row then unfolds.
    """
    warband = access.get_warband_for_player(request.user, pk)
    if warband.mustered:
        return lead_to(request, reverse("rosters:roster", args=[warband.pk]))
    if "open" in request.GET and by_htmx(request):
        return _unfolded(request, warband, whole_number(request.GET["open"]) or 0)
    return show(request, warband)


def _unfolded(request: HttpRequest, warband: Warband, number: int) -> HttpResponse:
    """Answer with what the row of a figure unfolds."""
    figure = warband.roster.figure(number) or not_found()
    card = figure_card(figure, warband.roster)
    fold = _fold(card, Desk(warband, "builder"), request)
    context = {"warband": warband, "card": card, "fold": fold, "address": request.path}
    return render(request, "rosters/muster_fold.html", context)


def show(
    request: HttpRequest,
    warband: Warband,
    *,
    refused: StepForm | None = None,
    number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the builder, or with its changing region; ``number`` is the figure just changed.

    It alone stands open, or the one that the reader had open.
    """
    unfolded = number or whole_number((request.POST or request.GET).get("open", ""))
    sheet = warband_sheet(warband.roster)
    desk = Desk(warband, "builder", refused)
    context = {
        "warband": warband,
        "sheet": sheet,
        "sections": _sections(desk, sheet, unfolded, number, request),
        "part": desk.form("take_part") if warband.roster.rules.plays_pulp else None,
        "vehicles": [vehicle_card(vehicle, warband.roster) for vehicle in warband.roster.rides],
        "buy_vehicle": desk.form("buy_vehicle") if warband.roster.rules.plays_vehicles else None,
        "rename": desk.form("rename", name=sheet.name),
        "close": desk.form("muster"),
        # Of rows that share a name one stands open. A name of each answer's own: while htmx swaps, the old rows are
        # still there, and the browser would close the new one.
        "rows": secrets.token_hex(4),
        "start": starts(request, warband),
        "undo": may_undo(request, operations.last_entry(warband)),
        "desk": desk,
        "counsels": panels.counsels(warband, request),
    }
    return answer(request, "rosters/builder.html", context, status=status)


def starts(request: HttpRequest, warband: Warband) -> dict[str, Any] | None:
    """Return what a muster may begin with, for its owner: the styles, and the warband that it may be like."""
    member = member_of(request)
    if member is None or member.pk != warband.owner_id:
        return None
    return {"styles": STYLES, "earlier": earlier(member, warband.race, but=warband.pk)}


def _sections(
    desk: Desk, sheet: WarbandSheet, unfolded: int | None, touched: int | None, request: HttpRequest
) -> list[Section]:
    warband = desk.warband
    rules, most = warband.roster.rules, warband.roster.most_lieutenants

    def section(
        rank: Rank, title: str | Promise, icon: str, count: str, cards: tuple[FigureCard, ...], *, full: bool = False
    ) -> Section:
        mercenary = rank is Rank.MERCENARY
        form = desk.form("engage") if mercenary else desk.form("hire", rank=rank.value)
        seldom = rank in (Rank.MERCENARY, Rank.EXTRA)
        return Section(
            code=rank.value,
            title=str(title),
            icon=icon,
            count=count,
            rows=[_row(card, sheet, desk, unfolded, touched, request) for card in cards],
            hire=form if not full or form.errors else None,
            folded=seldom and not form.errors,
        )

    found = [
        section(Rank.LEADER, _("Leader"), "crown", _("exactly one"), sheet.leader, full=bool(sheet.leader)),
        section(
            Rank.LIEUTENANT,
            _("Lieutenants"),
            "medal",
            _("%(count)s of %(most)s") % {"count": len(sheet.lieutenants), "most": most},
            sheet.lieutenants,
            full=len(sheet.lieutenants) >= most,
        ),
        section(Rank.HENCHMAN, _("Henchmen"), "sword", _at_least_one(len(sheet.henchmen)), sheet.henchmen),
        section(Rank.MERCENARY, _("Mercenaries"), "mercenary", _("as many as you can pay"), sheet.hired),
    ]
    if rules.extras or sheet.extras:
        most_extras = muster.most_extras(warband.roster) if rules.extras else 0
        count = _("%(count)s of %(most)s, four for each henchman") % {"count": len(sheet.extras), "most": most_extras}
        full = len(sheet.extras) >= most_extras
        found.append(section(Rank.EXTRA, _("Extras"), "users", count, sheet.extras, full=full))
    return found


def _row(
    card: FigureCard,
    sheet: WarbandSheet,
    desk: Desk,
    unfolded: int | None,
    touched: int | None,
    request: HttpRequest,
) -> MusterRow:
    faults = tuple(fault.sentence for fault in sheet.faults if fault.figure == card.number)
    fold = _fold(card, desk, request) if card.number == unfolded else None
    return MusterRow(card, faults, card.number == touched, fold)


def _fold(card: FigureCard, desk: Desk, request: HttpRequest) -> Fold:
    figure = desk.warband.roster.figure(card.number)
    return Fold(
        buy=desk.form("buy", figure=card.number),
        rename=desk.form("rename", figure=card.number, name=card.name),
        counter=counter(desk.warband.roster, figure, request.POST or request.GET) if figure else None,
        owns=desk.warband.owner_id == request.user.pk,
    )


def _at_least_one(count: int) -> str:
    return ngettext("%(count)s, at least one", "%(count)s, at least one", count) % {"count": count}
