"""Battles scheduled and called off from afar: a battle is added where they are listed (one router has an address)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Body

from campaigns.league.access import is_referee
from campaigns.wars.access import get_battle_for_reporter, get_war_for_member, is_player
from campaigns.wars.api.battle import BattleTold, tell_battle
from campaigns.wars.api.lists import router
from campaigns.wars.battles import operations
from campaigns.wars.battles.forms import BattleForm
from campaigns.wars.models.battle import BattleState
from club.api.bodies import Because
from club.api.forms import Filled, checked
from club.api.scopes import PlayOrReferee, PlayOrRefereeOnce, acts
from club.api.structs import Told, told
from club.api.versions import seen

DESPITE: Final = {
    "type": "string",
    "description": "Why a referee schedules it although somebody, or the table, is taken then.",
}


@router.post("/campaigns/{slug:slug}/battles", response=told(BattleTold), auth=PlayOrRefereeOnce())
def schedule_battle(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    values: Annotated[dict[str, Any], Filled(BattleForm, despite=DESPITE), Body()],
) -> BattleTold:
    """Schedule a battle: as a player one of your own warbands', as a referee anybody's.

    ``warbands``, ``round`` and ``spot`` are numbers (``id``). Needs an ``Idempotency-Key``.
    """
    shown = get_war_for_member(request.user, slug)
    referee = is_referee(request.user, shown)
    author = acts(request, own=not referee)
    form = checked(BattleForm(values, campaign=shown, player=None if referee else author))
    made = operations.schedule_battle(
        campaign=shown, warbands=form.seated, plan=form.plan, author=author, despite=form.despite
    )
    return tell_battle(request, response, slug, made.pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/cancel", response=told(BattleTold), auth=PlayOrReferee())
def cancel_battle(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    why: Annotated[Because, Told(Because), Body()],
) -> BattleTold:
    """Call a battle off; once it was reported, only a referee may.

    Needs ``If-Match`` with the ``ETag`` of the battle.
    """
    found = get_battle_for_reporter(request.user, slug, pk)
    referee = is_referee(request.user, found.campaign)
    decides = referee and found.state != BattleState.SCHEDULED
    author = acts(request, own=is_player(request.user, found) and not decides)
    operations.cancel_battle(battle=found, author=author, version=seen(request), because=why.because)
    return tell_battle(request, response, slug, pk)
