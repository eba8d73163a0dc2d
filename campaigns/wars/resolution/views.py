"""A battle resolved by the engine: agreeing to it, asking for it, watching it, and the proof of its dice."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import (
    get_battle_for_player,
    get_battle_for_reader,
    get_battle_for_reporter,
    get_replay_for_reader,
    get_war_for_member,
)
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.reports import panel as report_panel
from campaigns.wars.reports.panel import scoreboard
from campaigns.wars.resolution import operations, panel as resolution_panel
from club.access import signed_in, visitors_log_in
from club.files import receipt_answer

_CONSENTS: Final = {
    True: gettext_lazy("You let the engine resolve this battle."),
    False: gettext_lazy("You no longer agree."),
    None: gettext_lazy("Noted: this is how the engine would lead your warband."),
}
"""What is said after a player agreed, took that back, or only chose a temper."""


@never_cache
@require_safe
def resolution(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table, who agrees, how far the engine is, and the proof of its dice."""
    battle = get_battle_for_reader(request.user, slug, pk)
    shown = resolution_panel.panel(battle, request.user)
    done = shown is not None and shown.stage == "done"
    return campaign_page(
        request,
        "campaigns/wars/resolution.html",
        battle.campaign,
        "rounds",
        battle=battle,
        resolution_panel=shown,
        lines=scoreboard(battle.sides.all(), report_panel.panel(battle, request.user).scores) if done else (),
        confirmed=battle.state == BattleState.CONFIRMED,
        map=None if done else resolution_panel.ground_map(battle),
    )


@never_cache
@require_safe
def status(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the engine is, as a fragment that asks again by itself; the whole page anew when it is done."""
    battle = get_battle_for_reader(request.user, slug, pk)
    shown = resolution_panel.panel(battle, request.user)
    response = render(
        request, "campaigns/wars/_battle_resolution.html", {"resolution_panel": shown, "campaign": battle.campaign}
    )
    if shown is None or shown.stage != "work":
        response["HX-Refresh"] = "true"
    return response


@visitors_log_in
@require_POST
def consent(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let the engine resolve this battle (``agree=yes``), led with a ``temper``; take that back; or say the temper."""
    battle = get_battle_for_player(request.user, slug, pk)
    lets = {"yes": True, "led": None}.get(request.POST.get("agree", ""), False)
    temper = request.POST.get("temper") or None
    with attempt(request, done=_CONSENTS[lets]):
        takes = request.POST.get("result") == "at_once"
        operations.agree(battle=battle, member=signed_in(request), lets=lets, temper=temper, takes=takes)
    return _back(battle)


@visitors_log_in
@require_POST
def standing_consent(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the engine resolve all of one's battles in a campaign (``agree=yes``), or only those agreed to."""
    campaign = get_war_for_member(request.user, slug)
    lets = request.POST.get("agree") == "yes"
    mine, takes = campaign.memberships.get(member=signed_in(request)), request.POST.get("result") == "at_once"
    operations.set_standing_consent(membership=mine, lets=lets, takes=takes)
    messages.success(
        request,
        _("The engine may resolve your battles in this campaign.")
        if lets
        else _("The engine resolves only those of your battles that you agree to."),
    )
    return redirect("campaigns:people", campaign.slug)


@visitors_log_in
@require_POST
def resolve(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask the engine to resolve the battle."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request, done=_("The engine takes the battle on.")):
        operations.resolve(
            battle=battle,
            member=signed_in(request),
            seen=request.POST.get("seen", ""),
            because=request.POST.get("because", ""),
        )
    return _back(battle)


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the question back before a worker has begun, or after the work failed."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request, done=_("The engine leaves the battle alone. It is ahead as before.")):
        operations.call_off(battle=battle)
    return _back(battle)


@visitors_log_in
@require_POST
def try_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a worker try again after the work failed."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request):
        operations.try_again(battle=battle)
    return _back(battle)


@require_safe
def receipt(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The proof of the dice, as a file for ``python -m engines verify``."""
    done = get_replay_for_reader(request.user, slug, pk)
    return receipt_answer(done.receipt, f"dice-{done.battle.key}.json")


def _back(battle: Battle) -> HttpResponse:
    return redirect("campaigns:resolution", battle.campaign.slug, battle.pk)
