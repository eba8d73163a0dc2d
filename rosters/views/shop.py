"""The shop: look for a ware, see what it would change, buy it for several at once, return it singly."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from club.access import signed_in, visitors_log_in
from club.htmx import by_htmx
from club.numbers import whole_number
from club.operations import Refused
from engines.musg.catalogue import Catalogue
from rosters import access, amending, wording
from rosters.forms.shop import PurchaseForm
from rosters.forms.step import UndoForm
from rosters.models import JournalEntry, Warband
from rosters.shop.bought import bought
from rosters.shop.shelf import stock
from rosters.shop.wish import FITS, KINDS, Wish
from rosters.views.desk import answer
from rosters.views.orders import place_order


class Chip(Struct, frozen=True):
    """A choice on the page: what it says, where it leads, whether it is made; ``count`` of what it would show."""

    code: str
    label: str
    address: str
    current: bool
    count: int | None = None
    icon: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def shop(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the wares that the address asks for; buy one, or return one that was bought."""
    warband = access.get_warband_for_player(request.user, pk)
    if request.method != "POST":
        return _show(request, warband, _form(request, warband))
    if "back" in request.POST:
        _give_back(request, warband)
    else:
        form = _form(request, warband, request.POST)
        if not (form.is_valid() and (rows := place_order(request, warband, form))):
            return _show(request, warband, form, status=422)
        messages.success(request, _told(rows, warband.catalogue))
    if by_htmx(request):
        return _show(request, warband, _form(request, warband))
    return redirect(reverse("rosters:shop", args=[pk]) + Wish.read(request.GET, warband.roster).address)


def _form(request: HttpRequest, warband: Warband, data: Any = None) -> PurchaseForm:
    form = PurchaseForm(warband.roster, data, initial={"version": warband.version})
    if warband.owner_id != request.user.pk:
        form.ask_why(warband.owner.name)
    return form


def _show(request: HttpRequest, warband: Warband, form: PurchaseForm, *, status: int = 200) -> HttpResponse:
    wish = Wish.read(request.GET, warband.roster)
    found = stock(warband.roster, wish)
    bargains = bought(warband, signed_in(request))
    context = {
        "warband": warband,
        "roster": warband.roster,
        "heading": _("Shop of %(name)s") % {"name": warband.name},
        "crumb": _("Shop"),
        "wish": wish,
        "stock": found,
        "kinds": _kinds(wish),
        "fits": [
            Chip(code, str(label), wish.that(code).address, wish.fit == code, found.counts.get(code, 0))
            for code, label in FITS.items()
        ],
        "who": _who(warband, wish),
        "form": form,
        "sells": bool(form.doubts) or any(ware.open for shelf in found.shelves for ware in shelf.wares),
        "bought": bargains,
        "spent": sum(one.paid for one in bargains),
        "several": len(wish.figures) > 1,
    }
    return answer(request, "rosters/shop.html", context, status=status)


def _kinds(wish: Wish) -> list[Chip]:
    everything = Chip("all", _("All wares"), wish.of_kind("").address, not wish.kind)
    return [
        everything,
        *(
            Chip(kind.code, str(kind.short), wish.of_kind(kind.code).address, wish.kind == kind.code, None, kind.icon)
            for kind in KINDS
        ),
    ]


def _who(warband: Warband, wish: Wish) -> list[Chip]:
    """Return whom one may buy for; the stash first while nobody is ticked."""
    chips = [
        Chip(str(figure.id), figure.name, wish.ticking(figure.id).address, figure.id in wish.figures)
        for figure in warband.roster.active
    ]
    stash = Chip("stash", _("The stash"), wish.for_stash().address, not wish.figures, None, "chest")
    return [*chips, stash] if wish.figures else [stash, *chips]


def _told(rows: list[JournalEntry], catalogue: Catalogue) -> str:
    """Return what was bought: one sentence, however much it was."""
    events = [event for row in rows for event in row.events]
    if len(events) == 1:
        return wording.event_sentence(events[0]["code"], events[0]["params"], catalogue)
    names = dict.fromkeys(event["params"].get("name", "") for event in events)
    values = {
        "count": len(events),
        "item": wording.item_name(events[0]["params"]["item"], catalogue),
        "points": sum(event["params"]["points"] for event in events),
        "names": ", ".join(name or _("The stash") for name in names),
    }
    said = ngettext(
        "Bought: %(count)s × %(item)s for %(points)s point (%(names)s).",
        "Bought: %(count)s × %(item)s for %(points)s points (%(names)s).",
        values["points"],
    )
    return said % values


def _give_back(request: HttpRequest, warband: Warband) -> None:
    """Return one purchase of the present camp."""
    form = UndoForm(warband.roster, request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else None
    number = whole_number(request.POST["back"]) or 0
    try:
        row = amending.take_back(warband=warband, number=number, author=signed_in(request), version=version)
    except Refused as refused:
        messages.error(request, str(refused))
        warband.refresh_from_db()
    else:
        said = wording.told(row.events, warband.catalogue)
        messages.success(request, _("Taken back: %(step)s") % {"step": said})
