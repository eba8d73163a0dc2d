"""Who plays whom: campaigns, rounds, battles, reports, aftermaths and the jobs that work them off."""

from campaigns.models.battle import Battle, BattleReport, BattleSide
from campaigns.models.campaign import Campaign, Enlistment, Membership, Round
from campaigns.models.forecast import Forecast, ForecastPart
from campaigns.models.hireable import Hireable
from campaigns.models.job import Job
from campaigns.models.recovery import Recovery
from campaigns.models.resolution import BattleGround, Resolution

__all__ = [
    "Battle",
    "BattleGround",
    "BattleReport",
    "BattleSide",
    "Campaign",
    "Enlistment",
    "Forecast",
    "ForecastPart",
    "Hireable",
    "Job",
    "Membership",
    "Recovery",
    "Resolution",
    "Round",
]
