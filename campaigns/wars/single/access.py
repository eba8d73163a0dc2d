"""Who may read a single game, sit down at it and host it; see ``wars.access`` for what is refused how."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.league.access import (
    TAKES_PART,
    get_campaign_for_member,
    get_campaign_for_referee,
    visible_campaigns,
)
from campaigns.league.games import SINGLE, codes_of
from campaigns.league.models import Campaign
from campaigns.wars.battles.lines import with_sides
from campaigns.wars.models.battle import Battle
from club.access import User, not_found
from club.models import Member


def battle_of(campaign: Campaign) -> Battle:
    """Return the one battle of a single game, with its sides, their warbands and owners."""
    battles = campaign.battles.select_related("winner").prefetch_related("sides__warband__owner")
    battle = battles.order_by("pk").first() or not_found()
    battle.campaign = campaign
    return battle


def get_game_for_member(user: User, slug: str) -> Battle:
    """Return a single game the user joined; 404 for a stranger, 403 for a mere reader."""
    return battle_of(get_campaign_for_member(user, slug, kind=SINGLE))


def get_game_for_host(user: User, slug: str) -> Battle:
    """Return a single game that the user opened; 404 for a stranger, 403 for others."""
    return battle_of(get_campaign_for_referee(user, slug, kind=SINGLE))


def games_of(member: Member) -> QuerySet[Battle]:
    """Return the single games that a member opened or joined, the newest first."""
    joined = member.memberships.filter(role__in=TAKES_PART).values("campaign")
    return _listed().filter(campaign__in=joined)


def other_games(user: User) -> QuerySet[Battle]:
    """Return the single games that others play and ``user`` may read, the newest first."""
    found = _listed().filter(campaign__in=visible_campaigns(user).values("pk"))
    if not user.is_authenticated:
        return found
    return found.exclude(campaign__in=user.memberships.filter(role__in=TAKES_PART).values("campaign"))


def _listed() -> QuerySet[Battle]:
    found = Battle.objects.filter(journaled=False, campaign__game__in=codes_of(SINGLE)).select_related("campaign")
    found = found.filter(campaign__lesson__isnull=True)
    return with_sides(found).order_by("-created", "-pk")
