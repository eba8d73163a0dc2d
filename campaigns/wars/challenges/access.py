"""Who may read a challenge: its two players and the referees; other readers of the campaign get 403."""

from __future__ import annotations

from campaigns.league.access import is_referee
from campaigns.wars.access import get_war_for_reader
from campaigns.wars.models.challenge import Challenge
from club.access import User, forbidden, not_found


def get_challenge_for_party(user: User, slug: str, pk: int) -> Challenge:
    """Return a challenge that the user sent or received, or referees over."""
    campaign = get_war_for_reader(user, slug)
    rows = Challenge.objects.select_related("challenger__owner", "challenged__owner", "battle")
    found = rows.filter(campaign=campaign, pk=pk).first() or not_found()
    found.campaign = campaign
    owners = (found.challenger.owner_id, found.challenged.owner_id)
    return found if user.pk in owners or is_referee(user, campaign) else forbidden()


def get_challenge_for_challenged(user: User, slug: str, pk: int) -> Challenge:
    """Return a challenge to a warband of the user's; 403 for others who may read it, too."""
    found = get_challenge_for_party(user, slug, pk)
    return found if found.challenged.owner_id == user.pk else forbidden()


def get_challenge_for_challenger(user: User, slug: str, pk: int) -> Challenge:
    """Return a challenge by a warband of the user's; 403 for others who may read it, too."""
    found = get_challenge_for_party(user, slug, pk)
    return found if found.challenger.owner_id == user.pk else forbidden()
