"""Who may read, report and referee a battle. The one loader per right is called on a view's first line.

A stranger to the campaign gets 404, and so does whoever asks for a battle of another one; readers without the
right get 403.
"""

from __future__ import annotations

from django.db.models import Prefetch

from campaigns.league.access import (
    get_campaign_for_member,
    get_campaign_for_reader,
    get_campaign_for_referee,
    is_referee,
)
from campaigns.league.games import WAR
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleSide
from club.access import User, forbidden, not_found


def get_war_for_reader(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user may read; 404 for a stranger, and for a campaign of another kind."""
    return get_campaign_for_reader(user, slug, kind=WAR)


def get_war_for_member(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user takes part in; 404 for a stranger, 403 for a mere reader."""
    return get_campaign_for_member(user, slug, kind=WAR)


def get_war_for_referee(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user is a referee of; 404 for a stranger, 403 for others."""
    return get_campaign_for_referee(user, slug, kind=WAR)


def is_player(user: User, battle: Battle) -> bool:
    """Tell whether one of the battle's warbands is the user's. Free for a battle from a loader of this module."""
    return user.is_authenticated and any(side.warband.owner_id == user.pk for side in battle.sides.all())


def get_battle_for_reader(user: User, slug: str, pk: int) -> Battle:
    """Return a battle of a campaign the user may read, with its sides, their warbands and owners; else 404.

    Single games are battles, too, and have the same pages.
    """
    campaign = get_campaign_for_reader(user, slug)
    battles = Battle.objects.select_related("round", "winner", "ground", "resolution", "evening")
    # What the engine fought may be megabytes: pages that show it ask for it.
    battles = battles.defer("resolution__events", "resolution__log", "resolution__setup", "evening__setup")
    sides = Prefetch("sides", BattleSide.objects.select_related("warband__owner"))
    battle = battles.filter(campaign=campaign, pk=pk).prefetch_related(sides).first() or not_found()
    battle.campaign = campaign
    return battle


def get_battle_for_player(user: User, slug: str, pk: int) -> Battle:
    """Return a battle one of whose warbands is the user's; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) else forbidden()


def get_battle_for_reporter(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user plays in or referees; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) or is_referee(user, battle.campaign) else forbidden()


def get_battle_for_referee(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user is a referee over; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_referee(user, battle.campaign) else forbidden()


def get_side_for_keeper(user: User, slug: str, pk: int, warband: int) -> BattleSide:
    """Return a warband's side of a battle, for its player or a referee; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    side = next((side for side in battle.sides.all() if side.warband_id == warband), None) or not_found()
    mine = user.is_authenticated and side.warband.owner_id == user.pk
    return side if mine or is_referee(user, battle.campaign) else forbidden()
