"""Who may see a correction, prepare it, and roll for it."""

from __future__ import annotations

from campaigns.league.access import is_referee
from campaigns.league.models import Campaign
from campaigns.wars.access import get_war_for_reader, get_war_for_referee
from campaigns.wars.models.correction import Correction, CorrectionState
from club.access import User, forbidden, not_found
from rosters.models import Warband


def get_correction_for_reader(user: User, slug: str, pk: int) -> Correction:
    """Return a correction of a campaign the user may read; one still being prepared is its referees' alone (403)."""
    campaign = get_war_for_reader(user, slug)
    correction = _of(campaign, pk)
    settled = correction.state in (CorrectionState.MADE, CorrectionState.TAKEN_BACK)
    return correction if settled or is_referee(user, campaign) else forbidden()


def get_correction_for_referee(user: User, slug: str, pk: int) -> Correction:
    """Return a correction of a campaign the user is a referee of; 404 for a stranger, 403 for others."""
    return _of(get_war_for_referee(user, slug), pk)


def get_correction_for_player(user: User, slug: str, pk: int, warband: int) -> tuple[Correction, Warband]:
    """Return a correction and a warband that may have to roll for it: its owner's or a referee's; 403 for others."""
    campaign = get_war_for_reader(user, slug)
    correction = _of(campaign, pk)
    owned = Warband.objects.filter(pk=warband, enlistment__campaign=campaign).first() or not_found()
    return (correction, owned) if owned.owner_id == user.pk or is_referee(user, campaign) else forbidden()


def _of(campaign: Campaign, pk: int) -> Correction:
    correction = Correction.objects.select_related("author").filter(campaign=campaign, pk=pk).first() or not_found()
    correction.campaign = campaign
    return correction
