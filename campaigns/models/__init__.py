"""Who plays whom: campaigns, rounds, battles, reports, aftermaths and the jobs that work them off."""

from campaigns.models.battle import Battle, BattleReport, BattleSide
from campaigns.models.campaign import Campaign, Enlistment, Membership, Round
from campaigns.models.hireable import Hireable
from campaigns.models.job import Job
from campaigns.models.recovery import Recovery

__all__ = [
    "Battle",
    "BattleReport",
    "BattleSide",
    "Campaign",
    "Enlistment",
    "Hireable",
    "Job",
    "Membership",
    "Recovery",
    "Round",
]
