"""Who may use a referee's powers over a warband: the referees of the campaign in which it serves."""

from __future__ import annotations

from campaigns.league.models import Campaign
from campaigns.wars.access import get_war_for_referee
from club.access import User, not_found
from rosters.models import Warband


def get_serving_for_referee(user: User, slug: str, pk: int) -> tuple[Campaign, Warband]:
    """Return a campaign the user referees and a warband that serves in it.

    404 for a stranger to the campaign and for a warband that does not serve in it, 403 for a mere reader.
    """
    campaign = get_war_for_referee(user, slug)
    serving = Warband.objects.filter(enlistment__campaign=campaign, enlistment__withdrawn=False)
    warband = serving.select_related("owner").filter(pk=pk).first()
    return (campaign, warband) if warband is not None else not_found()
