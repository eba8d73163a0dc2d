"""The table of a battle that is still ahead: a ready-made one, or every piece by hand, with the map beside it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.league.forms.version import go_on_from
from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_battle_for_reporter
from campaigns.wars.battles.consents import lapsing
from campaigns.wars.ground import operations
from campaigns.wars.ground.forms import GroundForm, kinds, with_new_piece, with_new_zone
from campaigns.wars.ground.map import battle_map, zone_letter, zone_name
from campaigns.wars.ground.wording import layout_warnings
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.resolution import BattleGround
from club.access import signed_in, visitors_log_in
from club.operations import Refused, Stale
from engines.musg.battle.setup import TURN_LIMIT
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import name_of, ready_tables


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def ground(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Lay the table out. ``?table=`` fills the form from a ready-made one; ``action`` adds a row or stores it all."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    if request.method != "POST":
        if battle.state != BattleState.SCHEDULED:
            messages.info(request, _("The table is laid out before the battle: this one is no longer ahead."))
            return redirect(battle)
        return _page(request, battle, _form(None, battle, request.GET.get("table", "")))
    action = request.POST.get("action", "")
    if action in ("add_piece", "add_zone"):
        more = with_new_piece(request.POST) if action == "add_piece" else with_new_zone(request.POST)
        return _page(request, battle, _form(more, battle), added=action)
    form = _form(request.POST, battle)
    try:
        if form.is_valid():
            said = form.table.cleaned_data
            operations.lay_out(
                battle=battle,
                layout=form.layout,
                turn_limit=said["turn_limit"],
                back_to_back=said["back_to_back"],
                version=said["version"],
                author=signed_in(request),
            )
            messages.success(request, _("The table is set up."))
            return redirect("campaigns:resolution", battle.campaign.slug, battle.pk)
    except Refused as refused:
        form.refuse(refused)
        if isinstance(refused, Stale):
            go_on_from(form.table, _form(None, battle).version)
            return _page(request, battle, form, status=422, stands_now=request.path)
    return _page(request, battle, form, status=422)


@visitors_log_in
@require_POST
def ground_map(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The map of a form half filled in, for htmx."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    return render(request, "campaigns/wars/ground.html#map", _map(battle, _form(request.POST, battle)))


def _form(data: QueryDict | None, battle: Battle, ready: str = "") -> GroundForm:
    row = BattleGround.objects.filter(battle=battle).first()
    layout = _first_offer(battle) if row is None else msgspec.convert(row.layout, Layout)
    chosen = ready_tables().get(ready, layout)
    if row is None:
        return GroundForm(data, layout=chosen, turn_limit=TURN_LIMIT, version=0)
    return GroundForm(
        data, layout=chosen, turn_limit=row.turn_limit, back_to_back=row.back_to_back, version=row.version
    )


def _first_offer(battle: Battle) -> Layout:
    """Return the first ready-made table with zones enough, where there is one."""
    tables = list(ready_tables().values())
    return next((table for table in tables if len(table.zones) >= len(battle.sides.all())), tables[0])


def _zones(battle: Battle, form: GroundForm) -> list[tuple[str, str, Any]]:
    """Return the rows of the zones, each with its letter on the map and who deploys there."""
    names = [side.warband.name for side in battle.sides.all()]
    return [(zone_letter(number), zone_name(number, names), row) for number, row in enumerate(form.zones)]


def _map(battle: Battle, form: GroundForm) -> dict[str, Any]:
    names = [side.warband.name for side in battle.sides.all()]
    # Before the first row is typed the form shows what it was filled with.
    shown = form.layout_on_map
    drawn = battle_map(shown, sides=names, piece_rows=form.piece_rows, zone_rows=form.zone_rows)
    return {"map": drawn, "wrong": form.wrong, "warnings": layout_warnings(shown)}


def _page(
    request: HttpRequest,
    battle: Battle,
    form: GroundForm,
    *,
    added: str = "",
    status: int = 200,
    stands_now: str = "",
) -> HttpResponse:
    language = get_language() or "en"
    offered = [
        (code, name_of(table).in_language(language), battle_map(table), len(table.zones))
        for code, table in ready_tables().items()
        if len(table.zones) >= len(battle.sides.all())
    ]
    return campaign_page(
        request,
        "campaigns/wars/ground.html",
        battle.campaign,
        "rounds",
        status=status,
        battle=battle,
        form=form,
        offered=offered,
        kinds=kinds(),
        zones=_zones(battle, form),
        asked_anew=bool(getattr(battle, "ground", None) and lapsing(battle, signed_in(request))),
        added=added,
        stands_now=stands_now,
        **_map(battle, form),
    )
